import Foundation
import GRDB
import HearthModel
import MetadataGatewayAPI
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import MetadataGatewayService

/// Titles outside of the library for a child with rules: those that its rules can judge by rating and genre, and no others.
struct OutsideRuleTests {
    private static let kim = TestCaller(member: "kim", profile: "kid", role: .child, policy: .kids(ruleSet: 3))

    private static func set(_ rules: ViewingRules, _ number: Int32 = 3, profile: String = "kid") -> ViewingRuleSet {
        ViewingRuleSet(
            profile: profile, number: number, version: 1, rules: rules, allowsUnrated: true, allowsUnratedChannels: true
        )
    }

    private static func film(_ id: Int, _ title: String, _ certificate: String, _ genre: (Int, String)) -> String {
        """
        {"id": \(id), "title": "\(title)", "release_date": "2001-01-01",
        "genres": [{"id": \(genre.0), "name": "\(genre.1)"}], "release_dates": {"results":
        [{"iso_3166_1": "US", "release_dates": [{"certification": "\(certificate)", "release_date": "", "type": 3}]}]}}
        """
    }

    private static let ids: [ContentID] = (1...5).map { ContentID(rawValue: "tmdb:movie:\($0)") }

    /// A gateway with a rated family film, a rated horror film, one without a rating, one rated R, and a rated drama.
    private static func with(
        _ body: (ServiceHarness, FakeEventLog<ProfilesEvent>, RPCClient<MetadataGateway>) async throws -> Void
    ) async throws {
        try await withMetadata { harness, replay, _ in
            let log = FakeEventLog<ProfilesEvent>()
            var handlers = RPCHandlers<Profiles>()
            handlers.on(Profiles.FollowEvents.self) { [log] _, writer, call in
                try await log.send(to: writer, after: call.resumeAfter)
            }
            handlers.declineOthers()
            try harness.clients.play("profiles", handlers)
            let films = [
                ("Low Tide", "G", (10_751, "Family")), ("Night", "PG", (27, "Horror")), ("Odd", "", (10_751, "Family")),
                ("Grim", "R", (10_751, "Family")), ("Rain", "PG-13", (18, "Drama")),
            ]
            for (index, film) in films.enumerated() {
                replay.invent("/3/movie/\(index + 1)", Self.film(index + 1, film.0, film.1, film.2))
            }
            try await body(harness, log, try await harness.client(MetadataGateway.self, as: kim))
        }
    }

    private static func shown(_ client: RPCClient<MetadataGateway>) async throws -> [String] {
        try await client.send(MetadataGateway.GetCards(ids: ids)).cards.map(\.title)
    }

    @Test func `nothing is shown before the rules have arrived, and then what they can judge`() async throws {
        try await Self.with { harness, log, client in
            let before = try await Self.shown(client)
            #expect(before == [])
            func tell(_ rules: ViewingRules) {
                log.tell(ProfilesEvent(viewingRulesChanged: ViewingRulesChanged(sets: [Self.set(rules)], version: 1)))
            }
            let cases: [(ViewingRules, [String])] = [
                // Without a rating none is shown by the default, whatever the household has chosen.
                (ViewingRules(otherwise: .allowUnrated), ["Low Tide", "Night", "Rain"]),
                (ViewingRules([ViewingRule(.block, genre: "Horror")], otherwise: .allowRated), ["Low Tide", "Rain"]),
                (ViewingRules([ViewingRule(.block, rating: .pg13)], otherwise: .allowRated), ["Low Tide", "Night"]),
                // A rule that judges by genre lets one without a rating through, and none rated R.
                (ViewingRules([ViewingRule(.allow, genre: "Family")], otherwise: .blockAll), ["Low Tide", "Odd"]),
                // In which group a title would be is not known: what is in one is not shown, and nothing is let through by it.
                (ViewingRules([ViewingRule(.allow, group: "Kids")], otherwise: .blockAll), []),
                (ViewingRules([ViewingRule(.block, group: "Kids")], otherwise: .allowRated), []),
            ]
            for (rules, expected) in cases {
                tell(rules)
                #expect(try await comes { try await Self.shown(client) == expected }, "\(rules)")
            }
        }
    }

    @Test func `a card that is shown is in the set, and a former number and another profile see nothing`() async throws
    {
        try await Self.with { harness, log, client in
            let rules = ViewingRules(otherwise: .allowRated)
            log.tell(ProfilesEvent(viewingRulesChanged: ViewingRulesChanged(sets: [Self.set(rules)], version: 1)))
            #expect(try await comes { try await Self.shown(client).count == 3 })
            let cards = try await client.send(MetadataGateway.GetCards(ids: Self.ids)).cards
            #expect(cards.allSatisfy { Self.kim.policy.allows($0) && $0.ruleSets == 1 << 3 })
            var other = Self.kim
            other.profile = "tim"
            #expect(try await Self.shown(harness.client(MetadataGateway.self, as: other)) == [])
            // Another number: the former one has ended.
            log.tell(ProfilesEvent(viewingRulesChanged: ViewingRulesChanged(sets: [Self.set(rules, 4)], version: 2)))
            #expect(try await comes { try await Self.shown(client) == [] })
            // TMDB's own responses are for no child.
            #expect(await client.failure(of: MetadataGateway.GetMovie(id: 1)) != nil)
            #expect(await client.failure(of: MetadataGateway.ListTitles(list: .popularMovies)) != nil)
        }
    }

    @Test func `the rules go with their profile, and a snapshot has all that there are`() async throws {
        try await Self.with { harness, log, client in
            let rules = ViewingRules(otherwise: .allowRated)
            let sets = [Self.set(rules), Self.set(rules, 5, profile: "tim")]
            log.tell(ProfilesEvent(viewingRulesChanged: ViewingRulesChanged(sets: sets, version: 1)))
            #expect(try await comes { try await Self.shown(client).count == 3 })
            let count = "SELECT count(*) FROM ruleSet"
            let shard = try #require(try await harness.shards?.shard(for: "home"))
            #expect(try await shard.read { try Int.fetchOne($0, sql: count) } == 2)
            log.tell(ProfilesEvent(profileDeleted: ProfileDeleted(profile: "tim")))
            #expect(try await comes { try await shard.read { try Int.fetchOne($0, sql: count) } == 1 })
            let settings = HouseholdSettings(
                name: "h", timeZone: "UTC", kidsSeeUnrated: true, kidsSeeUnratedChannels: true)
            log.tell(ProfilesEvent(snapshot: ProfilesSnapshot(profiles: ["kid"], settings: settings)))
            #expect(try await comes { try await shard.read { try Int.fetchOne($0, sql: count) } == 0 })
        }
    }
}
