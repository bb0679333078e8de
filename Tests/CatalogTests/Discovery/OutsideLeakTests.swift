import CatalogAPI
import Foundation
import HearthModel
import MetadataGatewayAPI
import RPC
import TestSupport
import Testing

@testable import CatalogService

/// A title of the library that is hidden from a caller is not shown to it as one that the library does not have.
struct OutsideLeakTests {
    /// A gateway that rates all it finds PG, whatever the household's lists say.
    private static var gateway: RPCHandlers<MetadataGateway> {
        var handlers = RPCHandlers<MetadataGateway>()
        handlers.on(MetadataGateway.Discover.self) { _, call in
            let sets = (call.identity as? Viewer)?.policy.ruleSet.map { Int64(1) << Int64($0) }
            let cards = [("Alien", 1_979), ("Alien Nation", 1_988)].enumerated().map { number, film in
                var card = Card(
                    id: ContentID(rawValue: "tmdb:movie:\(number + 1)"), kind: .movie, title: film.0, rating: .pg)
                (card.year, card.tmdbID, card.ruleSets) = (Int32(film.1), Int64(number + 1), sets)
                return card
            }
            let source = AnswerSource(
                fetchedAt: Date(timeIntervalSince1970: 0), isStale: false, attribution: "TMDB")
            return DiscoveredTitles(cards: cards, unrated: 0, nextPage: nil, source: source)
        }
        handlers.declineOthers()
        return handlers
    }

    @Test func `neither to a kids profile, nor to one with rules`() async throws {
        try await RuleFixture.with { fixture in
            let catalog = fixture.catalog
            try catalog.service.clients.play("metadata-gateway", Self.gateway)
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            try await fixture.tell(
                ViewingRules([ViewingRule(.block, group: "Horror")], otherwise: .allowRated), 2, version: 1)
            var request = Catalog.Search(text: "alien")
            request.scope = .everywhere
            for person in [TestCaller.kids, .strictKids, RuleFixture.kids(2)] {
                let found = try await catalog.client(person).send(request)
                #expect(found.hits.isEmpty, "\(person.policy)")
                #expect(found.outside?.map(\.title) == ["Alien Nation"], "\(person.policy)")
            }
        }
    }
}
