import HearthModel
import ProfilesAPI
import RPC
import SchedulerAPI
import ServiceKit
import TestSupport
import Testing

@testable import SchedulerService

/// When a title is a match, and what a match is good for: as the household has it.
struct MatchRuleTests {
    private static let (owner, adult, hiding) = (
        FakeServiceClients.owner, FakeServiceClients.adult, FakeServiceClients.hiding
    )

    private static func with(
        _ rule: MatchRule?, _ body: (ServiceHarness, RPCClient<Scheduler>) async throws -> Void
    ) async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            try await FakeServiceClients.play(in: harness)
            let client = try await harness.scheduler()
            _ = try await client.send(Scheduler.ListShows())
            try await harness.tell(
                ProfilesEvent(
                    settingsChanged: HouseholdSettings(
                        name: "Home", timeZone: "UTC", kidsSeeUnrated: true, kidsSeeUnratedChannels: true,
                        preferences: HouseholdPreferences(matchRule: rule))))
            try await body(harness, client)
        }
    }

    @discardableResult
    private static func say(
        _ approval: Approval, _ person: TestCaller, _ harness: ServiceHarness, of film: ContentID = "f1"
    ) async throws -> [String]? {
        try await harness.scheduler(person).send(Scheduler.SetShow(content: film, approval: approval)).matchedBy
    }

    @Test(arguments: [nil, MatchRule.anyTwo])
    func `any two make a match, whatever a third one says`(_ rule: MatchRule?) async throws {
        try await Self.with(rule) { harness, client in
            let one = try await Self.say(.yes, .owner, harness)
            #expect(one == nil)
            #expect(try await Self.say(.no, .hidingAdult, harness) == nil)
            #expect(try await Self.say(.yes, .adult, harness) == [Self.owner, Self.adult].sorted())
            #expect(
                try await client.send(Scheduler.ListShows()).shows.map(\.matchedBy) == [
                    [Self.owner, Self.adult].sorted()
                ])
            #expect(try await Self.say(.unknown, .adult, harness) == nil)
        }
    }

    @Test func `by all, everyone who says anything has to approve`() async throws {
        try await Self.with(.all) { harness, _ in
            let one = try await Self.say(.yes, .owner, harness)
            #expect(one == nil, "one is no match")
            #expect(try await Self.say(.yes, .adult, harness)?.count == 2)
            #expect(try await Self.say(.no, .hidingAdult, harness) == nil)
            #expect(try await Self.say(.yes, .hidingAdult, harness)?.count == 3)
        }
    }

    @Test(arguments: [(MatchRule.anyTwo, true), (.all, false)])
    func `a match counts as approved by partners who have said nothing`(_ rule: MatchRule, isEnough: Bool) async throws
    {
        try await Self.with(rule) { harness, client in
            let booking = Scheduler.BookSlot(
                profiles: [Self.owner, Self.adult, Self.hiding], start: "2031-03-05T20:00", content: "f1",
                partnerMustLike: true)
            try await Self.say(.yes, .adult, harness)
            #expect(await client.failure(of: booking)?.problem == .notForEverybody, "one is no match")
            try await Self.say(.yes, .owner, harness)
            #expect(await client.failure(of: booking)?.problem == (isEnough ? nil : .notForEverybody))
            // With two the rules are the same: the other one has to like it.
            let two = Scheduler.BookSlot(
                profiles: [Self.owner, Self.hiding], start: "2031-03-06T20:00", content: "f1", partnerMustLike: true)
            #expect(await client.failure(of: two)?.problem == .notForEverybody)
            try await Self.say(.yes, .hidingAdult, harness)
            #expect(await client.failure(of: two) == nil)
            // A match of two speaks against none who has refused.
            try await Self.say(.no, .hidingAdult, harness)
            var three = booking
            three.start = "2031-03-07T20:00"
            #expect(await client.failure(of: three)?.problem == .notForEverybody)
        }
    }

    @Test func `plans count matches of those who watch, and no others`() {
        var opinion = Opinion()
        opinion.approvals = ["a": true, "b": true, "c": false]
        #expect(opinion.match(by: .anyTwo, among: ["a", "c"]) == [])
        #expect(opinion.match(by: .anyTwo, among: ["a", "b", "d"]) == ["a", "b"])
        #expect(opinion.match(by: .all, among: ["a", "b", "d"]) == ["a", "b"])
        #expect(opinion.match(by: .all) == [])
        #expect(
            opinion.isApproved(by: ["b", "d"], of: "a", .anyTwo) && !opinion.isApproved(by: ["b", "d"], of: "a", .all))
        #expect(!opinion.isApproved(by: ["d"], of: "a", .anyTwo) && opinion.isApproved(by: [], of: "a", .all))
    }
}
