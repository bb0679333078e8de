import Foundation
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import ProfilesService

/// Refresh tokens: each is good for one successor, and a copied one is noticed.
struct RefreshTests {
    @Test func `a token is good for one successor, and its second use signs the device out`() async throws {
        try await SimulatedProfiles.run { profiles in
            let first = try #require(try await profiles.pair().refreshToken)
            let second = try await profiles.refresh(first)
            let third = try await profiles.refresh(try #require(second.refreshToken))
            #expect(Set([first, second.refreshToken, third.refreshToken]).count == 3)
            let client = try profiles.client(third)
            _ = try await client.send(Profiles.ListProfiles())
            // The one before the previous one, at once.
            #expect(try await profiles.refusal(of: first) == .refreshTokenReused)
            #expect(await client.failure(of: Profiles.ListProfiles())?.code == .unauthenticated)
            #expect(try await profiles.refusal(of: try #require(third.refreshToken)) == .signedOut)
            #expect(try await profiles.refusal(of: first) == .signedOut)
            let device = try #require(try await profiles.owner().send(Profiles.ListDevices()).devices.first)
            #expect(device.signedOut != nil)
        }
    }

    @Test func `the previous token gets the same successor for half a minute, and then signs the device out`()
        async throws
    {
        try await SimulatedProfiles.run { profiles in
            let first = try #require(try await profiles.pair().refreshToken)
            let second = try await profiles.refresh(first).refreshToken
            for _ in 0..<2 {
                try await profiles.simulation.sleep(for: .seconds(15) - .milliseconds(100))
                #expect(try await profiles.refresh(first).refreshToken == second)
            }
            try await profiles.simulation.sleep(for: .milliseconds(300))
            #expect(try await profiles.refusal(of: first) == .refreshTokenReused)
            #expect(try await profiles.refusal(of: try #require(second)) == .signedOut)
        }
    }

    @Test func `windows of one device that refresh at once go on with the same successor`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            var token = try #require(try await harness.pair().refreshToken)
            for _ in 0..<3 {
                let presented = token
                let next = try await withThrowingTaskGroup(of: String?.self) { group in
                    for _ in 0..<10 { group.addTask { try await harness.refresh(presented).refreshToken } }
                    return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
                }
                #expect(next.count == 1)
                token = try #require(next.first ?? nil)
                #expect(token != presented)
            }
            #expect(try await harness.profiles().send(Profiles.ListDevices()).devices.count == 1)
        }
    }

    @Test func `a service that is killed between rotation and response gives the same successor to the retry`()
        async throws
    {
        try await SimulatedProfiles.run { profiles in
            let first = try #require(try await profiles.pair().refreshToken)
            let lost = try await profiles.refresh(first).refreshToken
            // Down for longer than a retry may usually take.
            try await profiles.restart(after: .seconds(300))
            #expect(try await profiles.refresh(first).refreshToken == lost)
            try await profiles.simulation.sleep(for: .seconds(31))
            #expect(try await profiles.refusal(of: first) == .refreshTokenReused)
        }
    }

    @Test func `a successor that was received survives a power cut`() async throws {
        try await ServiceHarness.with(ProfilesService.self, faults: true) { harness in
            let session = try await harness.pair()
            let next = try await harness.refresh(session)
            try await harness.cutPower()
            try await harness.start()
            #expect(try await harness.refresh(session).refreshToken == next.refreshToken)
            let third = try await harness.refresh(next)
            #expect(try await harness.refusal(of: session)?.problem == .refreshTokenReused)
            #expect(try await harness.refusal(of: third)?.problem == .signedOut)
        }
    }

    @Test func `a token that was not used for 90 days has ended, and a clock that is set back finds it as it was`()
        async throws
    {
        try await SimulatedProfiles.run { profiles in
            var token = try #require(try await profiles.pair().refreshToken)
            profiles.simulation.jumpWallClock(by: .seconds(89 * 86_400))
            token = try #require(try await profiles.refresh(token).refreshToken)
            try await profiles.simulation.sleep(for: .seconds(60))
            profiles.simulation.jumpWallClock(by: .seconds(91 * 86_400))
            #expect(try await profiles.refusal(of: token) == .signedOut)
            profiles.simulation.jumpWallClock(by: .seconds(-91 * 86_400))
            token = try #require(try await profiles.refresh(token).refreshToken)
            profiles.simulation.jumpWallClock(by: .seconds(-10 * 86_400))
            token = try #require(try await profiles.refresh(token).refreshToken)
            profiles.simulation.jumpWallClock(by: .seconds(91 * 86_400))
            #expect(try await profiles.refusal(of: token) == .signedOut)
        }
    }

    @Test(arguments: [3_600, -3_600]) func `setting the wall clock neither shortens a retry's time nor makes it longer`(
        jump: Int64
    ) async throws {
        try await SimulatedProfiles.run { profiles in
            let first = try #require(try await profiles.pair().refreshToken)
            let second = try await profiles.refresh(first).refreshToken
            profiles.simulation.jumpWallClock(by: .seconds(jump))
            try await profiles.simulation.sleep(for: .seconds(29))
            #expect(try await profiles.refresh(first).refreshToken == second)
            try await profiles.simulation.sleep(for: .seconds(2))
            #expect(try await profiles.refusal(of: first) == .refreshTokenReused)
        }
    }

    @Test func `a device goes on with the profile chosen last, and never with another in its place`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let session = try await harness.pair()
            let tv = try await harness.client(with: session)
            let guest = try await tv.send(Profiles.CreateProfile(name: "Guest", kind: .kids))
            let switched = try await tv.send(Profiles.SwitchProfile(profile: guest.id))
            #expect(switched.device == session.device)
            let next = try await harness.refresh(session)
            #expect(next.profile == guest && next.role == .child)
            #expect(try await harness.profiles().send(Profiles.ListDevices()).devices.first?.profile == guest.id)
            let owner = try await harness.profiles()
            _ = try await owner.send(Profiles.DeleteProfile(profile: guest.id))
            #expect(try await harness.refusal(of: next)?.problem == .profileGone)
        }
    }

    @Test func `a device that is signed out switches to no profile, whatever its token says`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let session = try await harness.pair()
            let shard = try #require(harness.shards?.openShards["home"])
            let id = try #require(session.device)
            let change: @Sendable (@escaping @Sendable (inout DeviceRow) -> Void) async throws -> Void = { body in
                try await shard.write { db in
                    var device = try #require(try DeviceTable.find(id, db))
                    body(&device)
                    try DeviceTable.put(device, db)
                }
            }
            let tv = try await harness.client(with: session)
            let kids = Profiles.SwitchProfile(profile: "Kids")
            try await change { $0.isDisabled = true }
            #expect(await tv.failure(of: kids)?.problem == .deviceDisabled)
            try await change { ($0.isDisabled, $0.signedOut) = (false, 1) }
            #expect(await tv.failure(of: kids)?.problem == .signedOut)
            try await shard.write { try DeviceTable.remove(id, $0) }
            #expect(await tv.failure(of: kids)?.problem == .signedOut)
        }
    }

    @Test func `rubbish, guesses and tokens of other households are refused and sign nothing out`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let session = try await harness.pair()
            let token = try #require(session.refreshToken)
            let parts = token.split(separator: ".").map(String.init)
            #expect(parts.count == 3 && parts[2].count == 64)
            let guess = String(repeating: "A", count: 64)
            let wrong = [
                "", ".", "..", "home", token + "A", token + "=", " " + token, "\(parts[0]).\(parts[1]).",
                "\(parts[0]).\(parts[1]).\(guess)", "mill.\(parts[1]).\(parts[2])",
                "../x.\(parts[1]).\(parts[2])", "\(parts[0]).\(String(repeating: "0", count: 20)).\(parts[2])",
                // The right device, and half of its secret by chance.
                "\(parts[0]).\(parts[1]).\(guess.prefix(22) + parts[2].dropFirst(22))",
                String(repeating: "x", count: 10_000),
            ]
            for text in wrong {
                let failure = await (try await harness.anonymous()).failure(
                    of: Profiles.RefreshSession(refreshToken: text))
                #expect(failure?.problem == .signedOut && failure?.code == .unauthenticated, "\(text)")
            }
            _ = try await harness.refresh(session)
        }
    }

    @Test func `no token and no code is in a file or a log`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.signIn()
            let codes = try await harness.anonymous().send(Profiles.StartPairing(device: .test()))
            _ = try await harness.client(with: owner).send(Profiles.ApprovePairing(code: codes.userCode))
            let session = try await harness.anonymous().send(Profiles.PollPairing(deviceCode: codes.deviceCode))
            let next = try await harness.refresh(session)
            // Noted in the log as a theft.
            _ = try await harness.refresh(next)
            _ = try await harness.refusal(of: session)
            let secrets = try [
                codes.deviceCode, codes.userCode, codes.userCode.replacing("-", with: ""),
                #require(session.refreshToken), #require(next.refreshToken), session.token,
            ].flatMap { secret in [secret, String(secret.split(separator: ".").last ?? "")] }
            let bytes = secrets.map { Data($0.utf8) } + secrets.compactMap { Self.decoded($0) }
            let home = harness.dataDirectory + "/home"
            let names = try FileManager.default.contentsOfDirectory(atPath: home).filter {
                $0.hasPrefix("profiles.sqlite")
            }
            #expect(names.count >= 2)
            for name in names {
                let data = try Data(contentsOf: URL(filePath: "\(home)/\(name)"))
                for secret in bytes { #expect(data.range(of: secret) == nil, "\(name)") }
            }
            for secret in secrets { #expect(!harness.logs.text.contains(secret)) }
            #expect(harness.logs.text.contains("used a second time"))
        }
    }

    /// The bytes of a secret in Base64 for URLs.
    private static func decoded(_ text: String) -> Data? {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4)).flatMap {
            $0.count < 8 ? nil : $0
        }
    }
}
