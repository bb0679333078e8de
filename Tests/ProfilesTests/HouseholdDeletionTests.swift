import Foundation
import HearthModel
import Logging
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import ProfilesService

/// Deleting a household: seven days in which it stays, and then nothing of it.
struct HouseholdDeletionTests {
    private static let canary = "Canary of the household"
    private static let day: Int64 = 86_400

    /// What counts the days, as the service has it, on the shards of a harness.
    private func erasure(_ harness: ServiceHarness) throws -> HouseholdErasure {
        let server = RPCServer(name: "test", version: "1", runtime: harness.runtime)
        return HouseholdErasure(
            shards: try #require(harness.shards), openStreams: server.openStreams,
            logger: harness.logs.logger)
    }

    private func info(_ harness: ServiceHarness) async throws -> HouseholdInfo {
        try await harness.profiles().send(Profiles.GetHousehold())
    }

    @Test func `the owner deletes for the PIN, everything goes on for seven days, and can be kept`() async throws {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let adam = try await harness.client(of: harness.join("Adam").member)
            let owner = try await harness.profiles()
            #expect(await adam.failure(of: Profiles.DeleteHousehold())?.code == .permissionDenied)
            _ = try await owner.send(Profiles.SetPIN(pin: "2468"))
            #expect(await owner.failure(of: Profiles.DeleteHousehold())?.problem == .pinRequired)
            let deleted = try await owner.send(Profiles.DeleteHousehold(pin: "2468"))
            let deletion = try #require(deleted.deletion)
            #expect(deletion.secondsLeft == 7 * Self.day)
            #expect(try await adam.send(Profiles.GetHousehold()).deletion == deletion)
            // The first count begins; the second one counts.
            let erasure = try erasure(harness)
            await erasure.passOver(after: 9 * Self.day)
            #expect(try await info(harness).deletion?.secondsLeft == 7 * Self.day)
            await erasure.passOver(after: 7 * Self.day - 1)
            #expect(try await info(harness).deletion?.secondsLeft == 1)
            // Deciding it again begins no new days.
            #expect(try await owner.send(Profiles.DeleteHousehold(pin: "2468")).deletion?.secondsLeft == 1)
            try await harness.restart()
            #expect(try await info(harness).deletion?.secondsLeft == 1)
            _ = try await owner.send(Profiles.CreateProfile(name: "Grandma", kind: .adult))
            #expect(await adam.failure(of: Profiles.KeepHousehold())?.code == .permissionDenied)
            #expect(try await owner.send(Profiles.KeepHousehold()).deletion == nil)
            #expect(try await owner.send(Profiles.KeepHousehold()).deletion == nil)
            await (try self.erasure(harness)).passOver(after: 99 * Self.day)
            #expect(try await harness.profilesByName()["Grandma"] != nil)
        }
    }

    @Test func `no clock that is set ahead deletes a household`() async throws {
        let runtime = ShiftedRuntime()
        try await ServiceHarness.with(ProfilesService.self, runtime: runtime) { harness in
            _ = try await harness.profiles().send(Profiles.DeleteHousehold())
            runtime.pass(.seconds(400 * Self.day))
            try await harness.restart()
            await (try erasure(harness)).passOver(after: 0)
            await (try erasure(harness)).passOver(after: 0)
            #expect(try await info(harness).deletion?.secondsLeft == 7 * Self.day)
        }
    }

    /// Deletes the household, and lets its days pass.
    private func delete(_ harness: ServiceHarness) async throws -> HouseholdErasure {
        _ = try await harness.profiles().send(Profiles.DeleteHousehold())
        let erasure = try erasure(harness)
        for seconds in [0, 7 * Self.day] { await erasure.passOver(after: seconds) }
        return erasure
    }

    private func leaks(_ harness: ServiceHarness) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: harness.dataDirectory).filter { path in
            let bytes = FileManager.default.contents(atPath: "\(harness.dataDirectory)/\(path)") ?? Data()
            return bytes.firstRange(of: Data(Self.canary.utf8)) != nil
        }
    }

    @Test func `then nothing of it is left, and it is as one that never was`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            _ = try await owner.send(Profiles.SetHouseholdOptions(name: Self.canary))
            _ = try await owner.send(Profiles.CreateProfile(name: "\(Self.canary) 2", kind: .adult))
            _ = try await owner.send(Profiles.AddFavourite(content: "tmdb:movie:348"))
            let open = try await owner.send(Profiles.InviteMember(role: .adult, name: Self.canary))
            #expect(!(try leaks(harness)).isEmpty)
            let identity = try #require(harness.shards?.identity(of: "home")?.text)
            _ = try await delete(harness)
            #expect(try leaks(harness) == [])
            let events = try await harness.profiles(of: .service("catalog")).stream(Profiles.FollowEvents())
            let event = try #require(try await events.next()?.item)
            #expect(event.householdErased?.identity == identity && event.identity == identity)
            #expect(event.mustBeUnderstood == true && event.isKnown && event.erasesHousehold)
            #expect(await owner.failure(of: Profiles.GetHousehold())?.code == .unauthenticated)
            let signIn = Profiles.LocalOwner(proof: try harness.ownerKey())
            let guest = try await harness.anonymous()
            #expect(await guest.failure(of: signIn)?.detail(HouseholdProblem.self)?.code == .unknownHousehold)
            let accept = Profiles.AcceptInvitation(token: open.token, name: "Eve")
            #expect(await guest.failure(of: accept)?.problem == .unknownInvitation)
            try await harness.restart()
            #expect(try leaks(harness) == [])
            let again = try await harness.anonymous()
            #expect(await again.failure(of: signIn)?.detail(HouseholdProblem.self)?.code == .unknownHousehold)
            let restarted = try await harness.profiles(of: .service("catalog")).stream(Profiles.FollowEvents())
            #expect(try await restarted.next()?.item.householdErased?.identity == identity)
        }
    }

    @Test func `its name is free once the services have erased its data, or a month later`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let founding = Profiles.CreateHousehold(proof: try harness.ownerKey(), household: "home")
            let former = try await harness.signIn()
            let identity = harness.shards?.identity(of: "home")
            let erasure = try await delete(harness)
            let marker = harness.dataDirectory + "/home/catalog.shard"
            try Data("{\"created\":0}".utf8).write(to: URL(filePath: marker))
            let guest = try await harness.anonymous()
            let refused = await guest.failure(of: founding)
            #expect(refused?.problem == .householdErasing && refused?.code == .failedPrecondition)
            #expect(refused?.message.contains("catalog") == true)
            try FileManager.default.removeItem(atPath: marker)
            _ = try await guest.send(founding)
            let next = try await harness.signIn()
            #expect(next.profile.id != former.profile.id)
            #expect(harness.shards?.identity(of: "home") != identity)
            // The days of the former household do not count for this one.
            await erasure.passOver(after: 40 * Self.day)
            #expect(try await info(harness).deletion == nil)

            let other = try await delete(harness)
            for seconds in [0, 30 * Self.day] { await other.passOver(after: seconds) }
            #expect(harness.shards?.households() == [])
            #expect(!FileManager.default.fileExists(atPath: harness.dataDirectory + "/home"))
        }
    }

    @Test(arguments: Seeds.make(3))
    func `a power failure while it is erased leaves a household or none, and the days go on`(seed: UInt64) async throws
    {
        try await ServiceHarness.with(ProfilesService.self, faults: true) { harness in
            _ = try await harness.profiles().send(Profiles.SetHouseholdOptions(name: Self.canary))
            _ = try await harness.profiles().send(Profiles.DeleteHousehold())
            let erasure = try erasure(harness)
            await erasure.passOver(after: 0)
            async let passing: Void = erasure.passOver(after: 7 * Self.day)
            for _ in 0..<seed % 64 { await Task.yield() }
            try await harness.cutPower(tearingBy: seed)
            await passing
            try await harness.start()
            for _ in 1...2 { await (try self.erasure(harness)).passOver(after: 7 * Self.day) }
            let signIn = Profiles.LocalOwner(proof: try harness.ownerKey())
            let failure = await (try await harness.anonymous()).failure(of: signIn)
            #expect(failure?.detail(HouseholdProblem.self)?.code == .unknownHousehold, "seed \(seed)")
            try await harness.restart()
            #expect(try leaks(harness) == [], "seed \(seed)")
        }
    }
}
