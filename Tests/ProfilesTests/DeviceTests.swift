import Foundation
import GRDB
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import ProfilesService

/// The devices of a household: listed, renamed, disabled, enabled, signed out.
struct DeviceTests {
    @Test func `a device that was approved is signed in, listed, and goes on after a restart`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.signIn()
            let session = try await harness.pair("TV in the kitchen", by: owner)
            #expect(session.profile == owner.profile && session.role == .owner && session.policy == owner.policy)
            let tv = try await harness.client(with: session)
            let list = try await tv.send(Profiles.ListDevices())
            #expect(list.limit == Int32(ProfilesLimits.devices))
            let device = try #require(list.devices.first)
            #expect(list.devices.count == 1 && device.id == session.device && device.isCurrent)
            #expect(device.description == .test("TV in the kitchen"))
            #expect(device.profile == owner.profile.id && device.member == owner.profile.member)
            #expect(!device.isDisabled && device.signedOut == nil && device.lastSeen == device.signedIn)
            let days = try #require(session.refreshExpires).timeIntervalSince(device.signedIn) / 86_400
            #expect(days == 90)
            try await harness.restart()
            let next = try await harness.refresh(session)
            #expect(next.device == session.device && next.profile == session.profile)
            #expect(next.refreshToken != session.refreshToken)
            let fresh = try await harness.client(with: next)
            _ = try await fresh.send(Profiles.RenameDevice(device: device.id, name: " Den "))
            #expect(try await fresh.send(Profiles.ListDevices()).devices.first?.description.name == "Den")
        }
    }

    @Test func `a disabled device's tokens end at once, also its streams, and it goes on once it is enabled`()
        async throws
    {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let session = try await harness.pair()
            let (tv, owner) = (try await harness.client(with: session), try await harness.profiles())
            let stream = try await tv.stream(Profiles.FollowEvents())
            #expect(try await stream.next()?.item.snapshot != nil)
            let id = try #require(session.device)
            #expect(try await owner.send(Profiles.DisableDevice(device: id)).isDisabled)
            #expect(await tv.failure(of: Profiles.ListProfiles())?.code == .unauthenticated)
            await #expect(throws: RPCError.self) { while try await stream.next() != nil {} }
            let refused = try await harness.refusal(of: session)
            #expect(refused?.code == .permissionDenied && refused?.problem == .deviceDisabled)
            // By the name that sync has for it, too.
            #expect(refused?.detail(SyncProblem.self)?.code == .deviceRevoked)
            // The other devices fetch the next token by themselves, as the owner does.
            let fresh = try await harness.profiles()
            #expect(try await !fresh.send(Profiles.EnableDevice(device: id)).isDisabled)
            let next = try await harness.refresh(session)
            _ = try await harness.client(with: next).send(Profiles.ListProfiles())
        }
    }

    @Test func `other services are told to refuse the tokens of a device that was signed out`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let (first, second) = (try await harness.pair("One"), try await harness.pair("Two"))
            let events = try await harness.profiles(of: .service("catalog")).stream(Profiles.FollowEvents())
            #expect(try await events.next()?.item.policyGenerations == PolicyGenerations())
            _ = try await harness.profiles().send(Profiles.RevokeDevice(device: first.device))
            #expect(try await events.next()?.item.policyGenerations == PolicyGenerations(kids: 1, adults: 1))
            #expect(try await harness.refusal(of: first)?.problem == .signedOut)
            let next = try await harness.refresh(second)
            let client = try await harness.client(with: next)
            #expect(try await client.send(Profiles.ListDevices()).devices.map(\.id) == [second.device])
        }
    }

    @Test func `every device signs itself out, also one that acts as a kids profile, which may do nothing else`()
        async throws
    {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let session = try await harness.pair()
            let other = try await harness.pair("Other")
            let tv = try await harness.client(with: session)
            let kids = try await tv.send(Profiles.SwitchProfile(profile: "Kids"))
            #expect(kids.device == session.device && kids.refreshToken == nil && kids.role == .child)
            let child = try await harness.client(with: kids)
            #expect(await child.failure(of: Profiles.ListDevices())?.code == .permissionDenied)
            let foreign = Profiles.RevokeDevice(device: other.device)
            #expect(await child.failure(of: foreign)?.problem == .unknownDevice)
            _ = try await child.send(Profiles.RevokeDevice())
            #expect(try await harness.refusal(of: session)?.problem == .signedOut)
            let owner = try await harness.profiles()
            #expect(try await owner.send(Profiles.ListDevices()).devices.map(\.id) == [other.device])
            // The owner on the machine itself has no device.
            #expect(await owner.failure(of: Profiles.RevokeDevice())?.problem == .unknownDevice)
        }
    }

    @Test func `a member manages their own devices, the owner those of all`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let ben = try await harness.addMember("Ben")
            let own = try await harness.pair("Owner's")
            let session = try await harness.pair("Ben's", member: ben)
            #expect(session.profile.name == "Ben" && session.role == .adult)
            let member = try await harness.client(with: session)
            #expect(try await member.send(Profiles.ListDevices()).devices.map(\.id) == [session.device])
            let id = try #require(own.device)
            #expect(await member.failure(of: Profiles.RenameDevice(device: id, name: "x"))?.problem == .unknownDevice)
            #expect(await member.failure(of: Profiles.DisableDevice(device: id))?.problem == .unknownDevice)
            #expect(await member.failure(of: Profiles.EnableDevice(device: id))?.problem == .unknownDevice)
            #expect(await member.failure(of: Profiles.RevokeDevice(device: id))?.problem == .unknownDevice)
            let ownerID = try #require(try await harness.signIn().profile.member)
            #expect(
                await member.failure(of: Profiles.SignOutEverywhere(member: ownerID))?.problem == .notYours)
            #expect(try await harness.profiles().send(Profiles.ListDevices()).devices.count == 2)
            _ = try await harness.profiles().send(Profiles.DisableDevice(device: try #require(session.device)))
            let all = try await harness.profiles().send(Profiles.SignOutEverywhere(member: ben))
            #expect(all.count == 1)
            #expect(try await harness.profiles().send(Profiles.ListDevices()).devices.map(\.id) == [own.device])
        }
    }

    @Test func `signing out everywhere ends all devices of a member, and no others`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let ben = try await harness.addMember("Ben")
            let sessions = [try await harness.pair("One"), try await harness.pair("Two")]
            let other = try await harness.pair("Ben's", member: ben)
            let client = try await harness.client(with: sessions[0])
            #expect(try await client.send(Profiles.SignOutEverywhere()).count == 2)
            for session in sessions { #expect(try await harness.refusal(of: session)?.problem == .signedOut) }
            #expect(await client.failure(of: Profiles.ListProfiles())?.code == .unauthenticated)
            let next = try await harness.refresh(other)
            #expect(try await harness.profiles().send(Profiles.SignOutEverywhere()).count == 0)
            // Where no device was signed out, no token has to end.
            _ = try await harness.client(with: next).send(Profiles.ListProfiles())
        }
    }

    @Test func `a member who goes takes the devices along`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let ben = try await harness.addMember("Ben")
            let session = try await harness.pair("Ben's", member: ben)
            let shard = try #require(harness.shards?.openShards["home"])
            try await shard.write { db in
                try db.execute(sql: "DELETE FROM profile WHERE member = ?", arguments: [ben])
                try db.execute(sql: "DELETE FROM member WHERE id = ?", arguments: [ben])
            }
            #expect(try await harness.refusal(of: session)?.problem == .signedOut)
        }
    }

    @Test func `the limit of devices is kept, and what was signed out for a theft makes room`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.signIn()
            let first = try await harness.pair("0", by: owner)
            let shard = try #require(harness.shards?.openShards["home"])
            let known = try await shard.read { try #require(try DeviceTable.all($0).first) }
            try await shard.write { db in
                for number in 1..<ProfilesLimits.devices {
                    var device = known
                    device.id = RandomID.make(harness.runtime)
                    device.description.name = "\(number)"
                    try DeviceTable.put(device, db)
                }
            }
            let client = try await harness.client(with: owner)
            let codes = try await harness.anonymous().send(Profiles.StartPairing(device: .test("late")))
            let refused = await client.failure(of: Profiles.ApprovePairing(code: codes.userCode))
            #expect(refused?.problem == .deviceLimitReached && refused?.code == .resourceExhausted)
            try await shard.write { db in
                var device = known
                device.signedOut = 1
                try DeviceTable.put(device, db)
            }
            _ = try await client.send(Profiles.ApprovePairing(code: codes.userCode))
            _ = try await harness.anonymous().send(Profiles.PollPairing(deviceCode: codes.deviceCode))
            let devices = try await client.send(Profiles.ListDevices()).devices
            #expect(devices.count == ProfilesLimits.devices && !devices.contains { $0.id == first.device })
        }
    }

    @Test func `a shard of an earlier release has no devices, and takes some`() async throws {
        let old = try InlineShard(migrations: Array(ProfilesService.migrations.prefix { $0.version < 10 }))
        let new = try await old.reopened()
        #expect(try await new.shard.read { try DeviceTable.all($0).count } == 0)
        #expect(try await new.shard.read { try PairingTable.guesses($0).tries } == 0)
    }

    @Test(
        arguments: [
            ("", "tvOS", nil, "device.name"), (String(repeating: "x", count: 81), "tvOS", nil, "device.name"),
            ("TV", "", nil, "device.platform"), ("TV\n", "a\u{0}", nil, "device.platform"),
            ("TV", "tvOS", "8K", "device.capabilities.highestQuality"),
        ] as [(String, String, String?, String)])
    func `what a device says about itself is checked by name`(
        name: String, platform: String, quality: String?, field: String
    ) async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            _ = try await harness.signIn()
            let device = DeviceDescription(
                name: name, platform: platform, capabilities: DeviceCapabilities(highestQuality: quality))
            let failure = await (try await harness.anonymous()).failure(of: Profiles.StartPairing(device: device))
            #expect(failure?.code == .invalidArgument && failure?.field == field)
        }
    }
}
