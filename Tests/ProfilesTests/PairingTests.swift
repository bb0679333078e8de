import Foundation
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import ProfilesService

/// Signing a device in by a code that a member approves (RFC 8628).
struct PairingTests {
    private func poll(_ codes: PairingCodes, _ profiles: SimulatedProfiles) async throws -> RPCError? {
        await (try profiles.client()).failure(of: Profiles.PollPairing(deviceCode: codes.deviceCode))
    }

    @Test(arguments: TestTransport.allCases)
    func `the member sees which device it is, approves it, and it gets its session`(
        transport: TestTransport
    )
        async throws
    {
        try await ServiceHarness.with(ProfilesService.self, transport) { harness in
            let owner = try await harness.profiles()
            let anonymous = try await harness.anonymous()
            let codes = try await anonymous.send(Profiles.StartPairing(device: .test("TV in the kitchen")))
            #expect(codes.userCode.wholeMatch(of: /[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}/) != nil)
            #expect(codes.link == "hearth://pair/\(codes.userCode)")
            #expect(codes.lifetimeSeconds == 600 && codes.intervalSeconds == 5)
            #expect(codes.deviceCode.hasPrefix("home.") && codes.deviceCode.count == "home.".count + 43)
            let poll = Profiles.PollPairing(deviceCode: codes.deviceCode)
            let pending = await anonymous.failure(of: poll)
            #expect(pending?.problem?.rawValue == "authorization_pending")
            #expect(pending?.code == .failedPrecondition && pending?.retryAfter == .seconds(5))
            let typed = " \(codes.userCode.lowercased().replacing("-", with: " ")) "
            let waiting = try await owner.send(Profiles.GetPairing(code: typed))
            #expect(waiting.device == .test("TV in the kitchen") && waiting.state == .pending)
            #expect(waiting.lifetimeSeconds <= 600)
            try await harness.restart()
            #expect(try await owner.send(Profiles.ApprovePairing(code: codes.link)).state == .approved)
            try await harness.restart()
            let session = try await anonymous.send(poll)
            #expect(session.role == .owner && session.refreshToken != nil && session.device != nil)
            // The response may have been lost.
            let again = try await anonymous.send(poll)
            #expect(again.refreshToken == session.refreshToken && again.device == session.device)
            #expect(try await owner.send(Profiles.ListDevices()).devices.count == 1)
            #expect(try await owner.send(Profiles.GetPairing(code: codes.userCode)).state == .used)
            let late = await owner.failure(of: Profiles.DenyPairing(code: codes.userCode))
            #expect(late?.problem == .pairingDecided)
        }
    }

    @Test func `a code is good for one session: a later poll gets none`() async throws {
        try await SimulatedProfiles.run { profiles in
            let owner = try await profiles.owner()
            for hasGoneOn in [false, true] {
                let codes = try await profiles.client().send(Profiles.StartPairing(device: .test()))
                _ = try await owner.send(Profiles.ApprovePairing(code: codes.userCode))
                let poll = Profiles.PollPairing(deviceCode: codes.deviceCode)
                let session = try await profiles.client().send(poll)
                if hasGoneOn {
                    _ = try await profiles.refresh(try #require(session.refreshToken))
                } else {
                    try await profiles.simulation.sleep(for: .seconds(31))
                }
                #expect(try await self.poll(codes, profiles)?.problem?.rawValue == "expired_token")
            }
        }
    }

    @Test func `polls at once get one device`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let codes = try await harness.anonymous().send(Profiles.StartPairing(device: .test()))
            _ = try await owner.send(Profiles.ApprovePairing(code: codes.userCode))
            let tokens = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        let poll = Profiles.PollPairing(deviceCode: codes.deviceCode)
                        return try await harness.anonymous().send(poll).refreshToken
                    }
                }
                return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }
            #expect(tokens.count == 1)
            #expect(try await owner.send(Profiles.ListDevices()).devices.count == 1)
        }
    }

    @Test func `a denied device is told so, also one that was approved before`() async throws {
        try await SimulatedProfiles.run { profiles in
            let owner = try await profiles.owner()
            for isApproved in [false, true] {
                let codes = try await profiles.client().send(Profiles.StartPairing(device: .test()))
                if isApproved { _ = try await owner.send(Profiles.ApprovePairing(code: codes.userCode)) }
                #expect(try await owner.send(Profiles.DenyPairing(code: codes.userCode)).state == .denied)
                let failure = try await poll(codes, profiles)
                #expect(failure?.problem?.rawValue == "access_denied" && failure?.code == .permissionDenied)
                let late = await owner.failure(of: Profiles.ApprovePairing(code: codes.userCode))
                #expect(late?.problem == .pairingDecided)
            }
            #expect(try await owner.send(Profiles.ListDevices()).devices.isEmpty)
        }
    }

    @Test func `who polls too early has to wait 5 s longer from then on`() async throws {
        try await SimulatedProfiles.run { profiles in
            _ = try await profiles.owner()
            let codes = try await profiles.client().send(Profiles.StartPairing(device: .test()))
            #expect(try await poll(codes, profiles)?.problem?.rawValue == "authorization_pending")
            try await profiles.simulation.sleep(for: .seconds(5))
            #expect(try await poll(codes, profiles)?.problem?.rawValue == "authorization_pending")
            try await profiles.simulation.sleep(for: .seconds(4))
            let early = try await poll(codes, profiles)
            #expect(early?.problem?.rawValue == "slow_down" && early?.retryAfter == .seconds(10))
            try await profiles.simulation.sleep(for: .seconds(6))
            #expect(try await poll(codes, profiles)?.retryAfter == .seconds(15))
            try await profiles.simulation.sleep(for: .seconds(15))
            let patient = try await poll(codes, profiles)
            #expect(patient?.problem?.rawValue == "authorization_pending" && patient?.retryAfter == .seconds(15))
        }
    }

    @Test(arguments: [0, 86_400, -86_400]) func `codes expire after ten minutes, whatever the wall clock says`(
        jump: Int64
    ) async throws {
        try await SimulatedProfiles.run { profiles in
            let owner = try await profiles.owner()
            let (first, second) = (
                try await profiles.client().send(Profiles.StartPairing(device: .test())),
                try await profiles.client().send(Profiles.StartPairing(device: .test()))
            )
            _ = try await owner.send(Profiles.ApprovePairing(code: second.userCode))
            profiles.simulation.jumpWallClock(by: .seconds(jump))
            try await profiles.restart(after: .seconds(590))
            #expect(try await poll(first, profiles)?.problem?.rawValue == "authorization_pending")
            try await profiles.simulation.sleep(for: .seconds(20))
            for codes in [first, second] {
                #expect(try await poll(codes, profiles)?.problem?.rawValue == "expired_token")
            }
            profiles.simulation.jumpWallClock(by: .seconds(-jump))
            let refused = await (try await profiles.owner()).failure(of: Profiles.GetPairing(code: first.userCode))
            #expect(refused?.problem == .unknownPairing && refused?.code == .notFound)
        }
    }

    @Test func `after five wrong codes in ten minutes no code counts, whatever is approved or restarted in between`()
        async throws
    {
        try await SimulatedProfiles.run { profiles in
            _ = try await profiles.owner()
            let codes = try await profiles.client().send(Profiles.StartPairing(device: .test()))
            let wrong = Profiles.GetPairing(code: codes.userCode == "BBBB-BBBB" ? "CCCC-CCCC" : "BBBB-BBBB")
            for round in 0..<2 {
                for guess in 1...ProfilesLimits.pairingGuesses {
                    let owner = try await profiles.owner()
                    #expect(await owner.failure(of: wrong)?.problem == .unknownPairing)
                    // A right code does not forgive wrong ones.
                    let own = try await profiles.client().send(Profiles.StartPairing(device: .test("own")))
                    if round == 0, guess < ProfilesLimits.pairingGuesses {
                        _ = try await owner.send(Profiles.DenyPairing(code: own.userCode))
                    }
                    try await profiles.restart()
                }
                let owner = try await profiles.owner()
                let right = Profiles.ApprovePairing(code: codes.userCode)
                for request in [wrong.code, right.code] {
                    let locked = await owner.failure(of: Profiles.GetPairing(code: request))
                    #expect(locked?.problem == .pairingLocked && locked?.code == .resourceExhausted)
                    #expect(locked?.retryAfter.map { $0 > .seconds(500) && $0 <= .seconds(600) } == true)
                }
                #expect(await owner.failure(of: right)?.problem == .pairingLocked)
                try await profiles.simulation.sleep(for: .seconds(601))
            }
            let later = try await profiles.client().send(Profiles.StartPairing(device: .test()))
            let owner = try await profiles.owner()
            #expect(try await owner.send(Profiles.ApprovePairing(code: later.userCode)).state == .approved)
        }
    }

    @Test func `what cannot be a code is refused without being counted`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            for text in ["", "BBBB-BBB", "BBBB-BBBBB", "AEIO-UAEI", "BBBB-BBB1", "BBBB-BBBé", "hearth://pair/"] {
                for _ in 0..<2 {
                    let failure = await owner.failure(of: Profiles.GetPairing(code: text))
                    #expect(failure?.code == .invalidArgument && failure?.field == "code", "\(text)")
                }
            }
            let codes = try await harness.anonymous().send(Profiles.StartPairing(device: .test()))
            _ = try await owner.send(Profiles.GetPairing(code: codes.userCode))
        }
    }

    @Test func `twenty devices of a household wait at once, and places become free`() async throws {
        try await SimulatedProfiles.run { profiles in
            _ = try await profiles.owner()
            let start = Profiles.StartPairing(device: .test())
            var codes: Set<String> = []
            for _ in 0..<ProfilesLimits.pairings {
                codes.insert(try await profiles.client().send(start).userCode)
            }
            #expect(codes.count == ProfilesLimits.pairings)
            let refused = await (try profiles.client()).failure(of: start)
            #expect(refused?.problem == .pairingLimitReached && refused?.code == .resourceExhausted)
            let pause = try #require(refused?.retryAfter)
            #expect(pause > .seconds(500) && pause <= .seconds(600))
            try await profiles.simulation.sleep(for: pause)
            _ = try await profiles.client().send(start)
        }
    }

    @Test func `children approve nothing, members nothing for others, and the owner for all`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let ben = try await harness.addMember("Ben")
            let member = try await harness.client(with: harness.pair("Ben's", member: ben))
            let owner = try await harness.profiles()
            let codes = try await harness.anonymous().send(Profiles.StartPairing(device: .test()))
            let child = try await harness.profiles(as: "Kids")
            let approve = Profiles.ApprovePairing(code: codes.userCode)
            #expect(await child.failure(of: approve)?.code == .permissionDenied)
            let ownerID = try #require(try await harness.signIn().profile.member)
            let foreign = Profiles.ApprovePairing(code: codes.userCode, member: ownerID)
            #expect(await member.failure(of: foreign)?.problem == .notYours)
            let stranger = Profiles.ApprovePairing(code: codes.userCode, member: "stranger")
            #expect(await owner.failure(of: stranger)?.problem == .unknownProfile)
            #expect(try await member.send(Profiles.GetPairing(code: codes.userCode)).state == .pending)
            _ = try await owner.send(Profiles.ApprovePairing(code: codes.userCode, member: ben))
            // Approved for another member it is not the owner's.
            #expect(await owner.failure(of: approve)?.problem == .pairingDecided)
            let session = try await harness.anonymous().send(Profiles.PollPairing(deviceCode: codes.deviceCode))
            #expect(session.profile.name == "Ben" && session.role == .adult)
        }
    }

    @Test func `a device begins with the profile that the member acts as: a PIN in its way stays there`() async throws {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let owner = try await harness.profiles()
            _ = try await owner.send(Profiles.CreateProfile(name: "Guest", kind: .adult))
            _ = try await owner.send(Profiles.SetPIN(pin: "2468"))
            let guest = try await harness.signIn(as: "Guest")
            let session = try await harness.pair(by: guest)
            #expect(session.profile.name == "Guest" && session.role == .adult)
            let tv = try await harness.client(with: session)
            #expect(await tv.failure(of: Profiles.SwitchProfile(profile: "Adult"))?.problem == .pinRequired)
        }
    }

    @Test func `a code belongs to its household, and none is founded for one`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let anonymous = try await harness.anonymous()
            let early = await anonymous.failure(of: Profiles.StartPairing(device: .test()))
            #expect(early?.detail(HouseholdProblem.self)?.code == .unknownHousehold)
            #expect(harness.shards?.households() == [])
            let owner = try await harness.profiles()
            let founding = Profiles.CreateHousehold(proof: try harness.ownerKey(), household: "mill")
            _ = try await anonymous.send(founding)
            let codes = try await anonymous.send(Profiles.StartPairing(device: .test(), household: "mill"))
            #expect(await owner.failure(of: Profiles.GetPairing(code: codes.userCode))?.problem == .unknownPairing)
            let moved = codes.deviceCode.replacing("mill.", with: "home.")
            #expect(await anonymous.failure(of: Profiles.PollPairing(deviceCode: moved))?.problem == .expiredToken)
            for text in ["", "home", "home.", "home.AAAA", "lost." + moved.dropFirst(5)] {
                let failure = await anonymous.failure(of: Profiles.PollPairing(deviceCode: text))
                #expect(failure?.problem == .expiredToken && failure?.code == .unauthenticated, "\(text)")
            }
            let unnamed = Profiles.StartPairing(device: .test(), household: "../mill")
            #expect(await anonymous.failure(of: unnamed)?.field == "household")
        }
    }
}
