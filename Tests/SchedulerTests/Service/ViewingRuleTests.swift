import CatalogAPI
import HearthModel
import ProfilesAPI
import RPC
import SchedulerAPI
import TestSupport
import Testing

@testable import SchedulerService

/// Kids profiles with rules of their own: what is planned for them is in the rule set of each.
struct ViewingRuleTests {
    private static func company(_ policy: ViewingPolicy = .everything) -> ViewerGroup {
        var company = ViewerGroup(
            policy: policy, kidsPolicy: .kids(seesUnrated: false), adults: ["me"], kids: ["kid", "kim", "other"])
        company.ruleSets = ["kid": 0, "kim": 5]
        return company
    }

    private static func card(_ rating: ContentRating, _ sets: Int64?) -> Card {
        var card = Card(id: "f1", kind: .movie, title: "Film", rating: rating)
        (card.ruleSets, card.runtimeMinutes) = (sets, 90)
        return card
    }

    @Test func `a title must be in the set of each child that has one, and pass the household's rule for the others`() {
        func admits(_ profiles: Set<String>, _ rating: ContentRating, _ sets: Int64?, family: Bool = false) -> Bool {
            let audiences = Self.company().audiences(of: profiles, isFamilyFriendly: family)
            return ViewerGroup.admits(Self.card(rating, sets).audienceColumn, audiences)
        }
        #expect(admits(["me"], .r, nil))
        #expect(!admits(["me", "kid"], .g, nil) && admits(["me", "kid"], .unrated, 1))
        #expect(!admits(["kid", "kim"], .g, 1) && !admits(["kid", "kim"], .g, 1 << 5))
        #expect(admits(["kid", "kim"], .g, 1 << 5 | 1))
        // The household's rule is for those without rules, and for what is for the family.
        #expect(!admits(["kid", "other"], .unrated, 1) && admits(["kid", "other"], .g, 1))
        #expect(!admits(["kid"], .unrated, 1, family: true))
        // Rules cannot show it, whatever a card says.
        #expect(!admits(["kid"], .r, -1))
    }

    @Test func `a series is in a set when all of its planned episodes are`() throws {
        let series = Self.card(.g, 3)
        let whole = try #require(Candidate(series, units: [Self.card(.g, 1), Self.card(.g, 3)], source: .library))
        #expect(whole.ruleSets == 1)
        let partly = try #require(Candidate(series, units: [Self.card(.g, 1), Self.card(.g, 2)], source: .library))
        #expect(partly.ruleSets == 0 && RuleSetBits.sets(inColumn: partly.audienceColumn) == nil)
    }

    @Test func `slots of titles that rules hide are shown without their title`() async throws {
        try await ServiceHarness.with(SchedulerService.self) { harness in
            let log = FakeEventLog<CatalogEvent>()
            try await FakeServiceClients.play(in: harness, telling: log)
            let owner = try await harness.scheduler()
            let slot = try await owner.send(Scheduler.BookSlot(start: "2031-03-03T20:00", content: "f3"))
            let kid = TestCaller(
                member: "kim", profile: TestCaller.owner.profile, role: .child, policy: .kids(ruleSet: 2))
            let child = try await harness.scheduler(kid)
            func title() async throws -> String { try await child.send(Scheduler.GetSlot(id: slot.id)).title }
            #expect(try await title() == "Taken")
            var card = FakeServiceClients.films[2]
            card.ruleSets = 4
            log.tell(CatalogEvent(cardsChanged: [card]))
            #expect(try await comes { try await title() == card.title })
            log.tell(CatalogEvent(ruleSets: RuleSetsEvaluated(left: 4, version: 2)))
            #expect(try await comes { try await title() == "Taken" })
        }
    }
}
