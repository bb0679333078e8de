import CatalogAPI
import Foundation
import HearthModel
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogService

/// A catalog that follows a log of profiles, which tells of kids profiles' rules.
struct RuleFixture {
    let catalog: CatalogFixture
    let log = FakeEventLog<ProfilesEvent>()

    static func with(_ body: (RuleFixture) async throws -> Void) async throws {
        try await CatalogFixture.with { catalog in
            let fixture = RuleFixture(catalog: catalog)
            var handlers = RPCHandlers<Profiles>()
            handlers.on(Profiles.FollowEvents.self) { [log = fixture.log] _, writer, call in
                try await log.send(to: writer, after: call.resumeAfter)
            }
            handlers.declineOthers()
            try catalog.service.clients.play("profiles", handlers)
            try await body(fixture)
        }
    }

    /// A child whose policy has a rule set.
    static func kids(_ number: Int32) -> TestCaller {
        TestCaller(member: "kim", profile: "kid", role: .child, policy: .kids(ruleSet: number))
    }

    /// The set of a profile.
    static func set(_ rules: ViewingRules, _ number: Int32, version: Int64, profile: String = "kid") -> ViewingRuleSet {
        ViewingRuleSet(
            profile: profile, number: number, version: version, rules: rules, allowsUnrated: true,
            allowsUnratedChannels: true)
    }

    /// Tells of new rules, and waits until the titles are evaluated by them.
    func tell(_ sets: [ViewingRuleSet], ended: [String]? = nil, version: Int64) async throws {
        log.tell(
            ProfilesEvent(viewingRulesChanged: ViewingRulesChanged(sets: sets, ended: ended, version: version)))
        #expect(try await isEvaluated(version), "version \(version)")
    }

    func tell(_ rules: ViewingRules, _ number: Int32, version: Int64) async throws {
        try await tell([Self.set(rules, number, version: version)], version: version)
    }

    func isEvaluated(_ version: Int64) async throws -> Bool {
        try await comes {
            let shard = try await catalog.service.shards?.shard(for: "home")
            return try await shard?.read { try RuleSetTable.evaluatedVersion($0) } == version
        }
    }

    /// The names of what a caller sees, of all kinds.
    func titles(_ person: TestCaller) async throws -> [String] {
        let kinds: [ContentKind] = [.movie, .series, .episode, .channel]
        return try await catalog.all(Catalog.Search(text: "", kinds: kinds), as: person).map(\.title).sorted()
    }
}
