import CatalogAPI
import Foundation
import HearthModel
import MetadataGatewayAPI
import RPC
import Synchronization
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What metadata-gateway adds: titles outside of the library, and the list of the week.
struct OutsideTests {
    private static let source = AnswerSource(
        fetchedAt: Date(timeIntervalSince1970: 0), isStale: false, attribution: "TMDB")

    /// What it is asked, and with what token.
    private final class Requests: Sendable {
        let texts = Mutex<[String]>([])
        let tokens = Mutex<[AccessToken?]>([])
    }

    private static func gateway(_ requested: Requests) -> RPCHandlers<MetadataGateway> {
        var handlers = RPCHandlers<MetadataGateway>()
        handlers.on(MetadataGateway.Discover.self) { request, call in
            requested.texts.withLock { $0.append("\(request.text ?? "") \(request.kind?.rawValue ?? "any")") }
            requested.tokens.withLock { $0.append(call.token) }
            let cards = [("Alien", 1_979), ("Alien Nation", 1_988)].enumerated().map { number, film in
                var card = Card(
                    id: ContentID(rawValue: "tmdb:movie:\(number + 1)"), kind: .movie, title: film.0, rating: .r)
                (card.year, card.tmdbID) = (Int32(film.1), Int64(number + 1))
                return card
            }
            return DiscoveredTitles(cards: cards, unrated: 0, nextPage: nil, source: Self.source)
        }
        handlers.on(MetadataGateway.ListTitles.self) { request, _ in
            requested.texts.withLock { $0.append("\(request.list) \(request.page ?? 1)") }
            let films = request.page == 1 ? ["Toy Story", "Nobody Has This"] : ["Alien"]
            let years = ["Toy Story": 1_996, "Alien": 1_979]
            let results = films.map { name in
                #"{"id": \#(name.utf8.count), "mediaType": "movie", "title": "\#(name)", "releaseDate": "\#(years[name] ?? 2_020)-01-01"}"#
            }
            let text =
                #"{"page": 1, "results": [\#(results.joined(separator: ","))], "totalPages": 2, "totalResults": 3}"#
            return TitlesAnswer(
                page: try JSONDecoder().decode(TMDB.TitlePage.self, from: Data(text.utf8)), source: Self.source)
        }
        return handlers
    }

    @Test
    func `a search everywhere also tells what the library does not have, asked with the caller's own token`()
        async throws
    {
        try await CatalogFixture.with { catalog in
            let requested = Requests()
            try catalog.service.clients.play("metadata-gateway", Self.gateway(requested))
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            let client = try await catalog.client()
            var request = Catalog.Search(text: "alien")
            #expect(try await client.send(request).outside == nil)
            request.scope = .everywhere
            let found = try await client.send(request)
            #expect(found.hits.map(\.title) == ["Alien"])
            #expect(found.outside?.map(\.title) == ["Alien Nation"])
            #expect(found.isOutsideMissing == nil)
            #expect(requested.texts.withLock { $0.filter { $0.hasPrefix("alien") } } == ["alien any"])
            #expect(requested.tokens.withLock { $0.compactMap(\.self).count } == 1)
            // A letter is not enough, and channels are nowhere else.
            request.text = "a"
            #expect(try await client.send(request).outside == nil)
            (request.text, request.kinds) = ("alien", [.channel])
            #expect(try await client.send(request).outside == nil)
            catalog.service.clients.stop("metadata-gateway")
            request.kinds = [.movie]
            let alone = try await client.send(request)
            #expect(alone.hits.map(\.title) == ["Alien"])
            #expect(alone.isOutsideMissing == true)
        }
    }

    @Test
    func `what is trending is fetched once in some hours, and stays while metadata-gateway does not answer`()
        async throws
    {
        try await CatalogFixture.with { catalog in
            let requested = Requests()
            try catalog.service.clients.play("metadata-gateway", Self.gateway(requested))
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            let request = Catalog.ListDiscovery(sections: [.trendingMovies, .trendingSeries])
            for person in [TestCaller.owner, .kids, .owner] {
                let page = try await catalog.client(person).send(request)
                #expect(page.missing == [])
                let titles = page.sections.first?.cards.map(\.title)
                #expect(titles == (person == .kids ? ["Toy Story"] : ["Toy Story", "Alien"]))
            }
            #expect(requested.texts.withLock { $0.filter { $0.hasPrefix("trending") }.count } == 2)
            catalog.service.clients.stop("metadata-gateway")
            #expect(try await catalog.client().send(request).sections.first?.cards.count == 2)
        }
    }
}
