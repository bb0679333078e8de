import GRDB
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import ProfilesService

/// The parental limits of kids profiles: who sets and reads them, and who is told.
struct LimitsTests {
    private static let limits = ParentalLimits(
        weekdayMinutes: 60, weekendMinutes: 120, weekdayHours: [AllowedHours(420, until: 1_170)],
        weekendHours: [AllowedHours(480, until: 720), AllowedHours(1_200, until: 60)], mayFinish: true)

    @Test func `adults set and remove them, the child reads its own, and other services are told`() async throws {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let kids = try await harness.signIn(as: "Kids").profile
            let child = try await harness.profiles(as: "Kids")
            #expect(try await child.send(Profiles.GetLimits()) == ProfileLimits(profile: kids.id, limits: nil))
            let set = try await owner.send(Profiles.SetLimits(profile: kids.id, limits: Self.limits))
            #expect(set == ProfileLimits(profile: kids.id, limits: Self.limits))
            try await harness.restart()
            // The tokens from before the first limits have ended: they say that there are none.
            #expect(await child.failure(of: Profiles.GetLimits())?.code == .unauthenticated)
            let limited = try await harness.profiles(as: "Kids")
            #expect(try await limited.send(Profiles.GetLimits()).limits == Self.limits)
            #expect(try await owner.send(Profiles.GetLimits(profile: kids.id)).limits == Self.limits)

            let follower = try await harness.profiles(of: .service("playback-state"))
            var events = follower.follow(Profiles.FollowEvents(), after: nil).makeAsyncIterator()
            let snapshot = try #require(try await events.next()?.item)
            #expect(snapshot.changedLimits == [set])
            _ = try await owner.send(Profiles.SetLimits(profile: kids.id, limits: nil))
            while let event = try await events.next()?.item {
                guard let changed = event.limitsChanged else { continue }
                #expect(event.isKnown && changed == ProfileLimits(profile: kids.id, limits: nil))
                break
            }
            // A snapshot tells of removed ones, too: a follower may have had them.
            let later = try #require(try await follower.stream(Profiles.FollowEvents()).next()?.item.snapshot)
            #expect(later.limits == [ProfileLimits(profile: kids.id, limits: nil)])
        }
    }

    @Test func `a child sets none and reads no other's, and adults' profiles have none`() async throws {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let own = try await harness.signIn().profile
            let kids = try await harness.signIn(as: "Kids").profile
            let tim = try await owner.send(Profiles.CreateProfile(name: "Tim", kind: .kids))
            let child = try await harness.profiles(as: "Kids")
            let set = Profiles.SetLimits(profile: kids.id, limits: nil)
            #expect(await child.failure(of: set)?.code == .permissionDenied)
            for other in [own.id, tim.id] {
                #expect(await child.failure(of: Profiles.GetLimits(profile: other))?.problem == .unknownProfile)
            }
            let ofAdult = await owner.failure(of: Profiles.SetLimits(profile: own.id, limits: Self.limits))
            #expect(ofAdult?.problem == .limitsOfAdults && ofAdult?.field == "profile")
            #expect(await owner.failure(of: Profiles.GetLimits())?.problem == .limitsOfAdults)
            let unknown = Profiles.SetLimits(profile: "stranger", limits: nil)
            #expect(await owner.failure(of: unknown)?.problem == .unknownProfile)
        }
    }

    @Test func `the household's PIN guards them`() async throws {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let kids = try await harness.signIn(as: "Kids").profile
            _ = try await owner.send(Profiles.SetPIN(pin: "2468"))
            let without = Profiles.SetLimits(profile: kids.id, limits: Self.limits)
            #expect(await owner.failure(of: without)?.problem == .pinRequired)
            let wrong = Profiles.SetLimits(profile: kids.id, limits: Self.limits, pin: "1111")
            #expect(await owner.failure(of: wrong)?.problem == .pinWrong)
            #expect(try await owner.send(Profiles.GetLimits(profile: kids.id)).limits == nil)
            let right = Profiles.SetLimits(profile: kids.id, limits: Self.limits, pin: "2468")
            #expect(try await owner.send(right).limits == Self.limits)
        }
    }

    @Test func `what is out of range is refused by its name`() throws {
        let span = { (from: Int32, until: Int32) in [AllowedHours(from, until: until)] }
        let wrong: [(ParentalLimits, String)] = [
            (ParentalLimits(weekdayMinutes: -1), "weekdayMinutes"),
            (ParentalLimits(weekendMinutes: 1_441), "weekendMinutes"),
            (ParentalLimits(weekdayHours: []), "weekdayHours"),
            (ParentalLimits(weekdayHours: span(-1, 5)), "weekdayHours"),
            (ParentalLimits(weekdayHours: span(1_440, 5)), "weekdayHours"),
            (ParentalLimits(weekendHours: span(5, 5)), "weekendHours"),
            (ParentalLimits(weekendHours: span(5, 0)), "weekendHours"),
            (ParentalLimits(weekendHours: span(5, 1_441)), "weekendHours"),
            (
                ParentalLimits(weekendHours: Array(repeating: AllowedHours(1, until: 2), count: 7)),
                "weekendHours"
            ),
        ]
        for (limits, field) in wrong {
            let error = #expect(throws: RPCError.self) { try LimitRules.check(limits) }
            #expect(error?.code == .invalidArgument && error?.field == "limits.\(field)")
        }
        try LimitRules.check(Self.limits)
        try LimitRules.check(ParentalLimits(weekdayMinutes: 0, weekendMinutes: 1_440))
        try LimitRules.check(ParentalLimits(weekdayHours: span(1_200, 1_440)))
    }

    @Test func `a deleted profile's limits go with it`() async throws {
        try await ServiceHarness.with(FastPINProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let tim = try await owner.send(Profiles.CreateProfile(name: "Tim", kind: .kids))
            _ = try await owner.send(Profiles.SetLimits(profile: tim.id, limits: Self.limits))
            let shard = try #require(harness.shards?.openShards["home"])
            #expect(try await shard.read { try LimitTable.all($0).map(\.profile) } == [tim.id])
            _ = try await owner.send(Profiles.DeleteProfile(profile: tim.id))
            #expect(try await shard.read { try LimitTable.all($0) } == [])
        }
    }
}
