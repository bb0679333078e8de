import CatalogAPI
import HearthModel
import PlaybackStateAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// A child with rules of its own: its queue and progress have the titles of its rule set, as the catalog last told.
struct RuleSetTests {
    @Test func `a queue shows the members of the set, which later evaluations change`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            let catalog = FakeCatalog([.movie("m1"), .movie("m2")])
            try await catalog.play(in: harness)
            let former = try await harness.playback(.kids)
            for id in ["m1", "m2"] {
                _ = try await former.send(PlaybackState.AddToQueue(content: ContentID(rawValue: id)))
            }
            try await former.watch("m1", to: 50)
            var kim = TestCaller.kids
            kim.policy = .kids(ruleSet: 47)
            let ruled = try await harness.playback(kim)
            #expect(try await ruled.queue() == [])
            #expect(try await ruled.goOn().isEmpty)
            var member = Card.movie("m1")
            member.ruleSets = 1 << 47
            let shard = try #require(harness.shards?.openShards["home"])
            try await shard.write { [member] in try ExternalChanges.cardChanged(member, $0) }
            #expect(try await ruled.queue() == ["m1"])
            #expect(try await !ruled.goOn().isEmpty)
            catalog.log.tell(CatalogEvent(ruleSets: RuleSetsEvaluated(left: 1 << 47, version: 9)))
            #expect(try await comes { try await ruled.queue() == [] })
            #expect(try await former.queue() == ["m1", "m2"])
        }
    }
}
