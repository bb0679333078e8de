import CatalogAPI
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Titles of the library by their ids at TMDB.
struct OutsideIDTests {
    private static let known = [
        FakeMetadata.Known(id: 11, name: "Star Wars", year: 1977, certificate: "PG"),
        FakeMetadata.Known(id: 348, name: "Alien", year: 1979, certificate: "R"),
        FakeMetadata.Known(id: 11, name: "Low Tide", year: 1994, isShow: true, certificate: "TV-G"),
    ]
    private static let list =
        "#EXTM3U\n" + film("Krieg der Sterne (1977)") + film("Alien (1979)") + film("Up (2009)")
        + film("Step Up (2009)") + episode("Low Tide S01E01", "1") + episode("Low Tide S01E02", "2")

    private static func id(_ text: String) -> ContentID { ContentID(rawValue: text) }

    private func withCatalog(
        _ body: (CatalogFixture, _ film: Card, _ show: Card, _ alien: Card) async throws -> Void
    ) async throws {
        try await CatalogFixture.with { catalog in
            let metadata = FakeMetadata(Self.known, runtime: catalog.clock)
            try catalog.service.clients.play("metadata-gateway", metadata.handlers)
            try await catalog.playlist(catalog.file("films.m3u", Self.list))
            let film = try await catalog.title("Krieg der Sterne").card
            // It has another name than TMDB's, so a person has to say which one it is.
            try await catalog.correct(
                Catalog.CorrectTitle(id: film.id, changes: catalog.changes { $0.tmdbID = 11 }))
            func matched(_ name: String, _ kinds: [ContentKind], _ number: Int64) async throws -> Card {
                try #require(try await comes { try await catalog.title(name, kinds: kinds).card.tmdbID == number })
                return try await catalog.title(name, kinds: kinds).card
            }
            try await body(
                catalog, try await matched("Krieg der Sterne", [.movie], 11),
                try await matched("Low Tide", [.series], 11),
                try await matched("Alien", [.movie], 348))
        }
    }

    @Test
    func `a title is found by its number and kind, by every method that takes an id`() async throws {
        try await withCatalog { catalog, film, show, alien in
            let client = try await catalog.client()
            let ids = ["tmdb:tv:11", "tmdb:movie:11", "tmdb:movie:348", film.id.rawValue].map(Self.id)
            let cards = try await client.send(Catalog.GetCards(ids: ids)).cards
            #expect(cards == [show, film, alien, film])
            for other in [
                "tmdb:tv:348", "tmdb:movie:12", "tmdb:movie:011", "tmdb:movie:0", "tmdb:movie:-11", "tmdb:film:11",
                "tmdb:person:11", "tmdb:movie:11 ", "tmdb:movie:", "TMDB:movie:11", "imdb:movie:11",
                "tmdb:movie:99999999999999999999",
            ] {
                let found = try await client.send(Catalog.GetCards(ids: [Self.id(other)])).cards
                #expect(found.isEmpty, "\(other)")
            }
            #expect(try await client.send(Catalog.GetTitle(id: Self.id("tmdb:movie:11"))).card == film)
            #expect(try await client.send(Catalog.ListEpisodes(series: Self.id("tmdb:tv:11"))).total == 2)
            #expect(try await client.send(Catalog.ResolveStream(id: Self.id("tmdb:movie:11"))).url.contains("Krieg"))
            #expect(try await client.send(Catalog.Explain(id: Self.id("tmdb:movie:11"))).id == film.id)
            #expect(
                try await client.send(Catalog.ListSimilar(id: Self.id("tmdb:movie:11"))).cards.allSatisfy { $0 != film }
            )
        }
    }

    @Test
    func `a child finds what it may see, and of the rest hears what it hears of nothing`() async throws {
        try await withCatalog { catalog, film, _, _ in
            let kids = try await catalog.client(.kids)
            let ids = ["tmdb:movie:348", "tmdb:movie:11"].map(Self.id)
            #expect(try await kids.send(Catalog.GetCards(ids: ids)).cards == [film])
            for id in ["tmdb:movie:348", "tmdb:movie:12"] {
                let error = await #expect(throws: RPCError.self) {
                    _ = try await kids.send(Catalog.GetTitle(id: Self.id(id)))
                }
                #expect(error?.code == .notFound && error?.message == "There is no such title.")
            }
            let titles = ids.map { OutsideTitle(id: $0, name: "Alien", year: 1_979) }
            #expect(try await kids.send(Catalog.MatchTitles(titles: titles)).titles.map(\.card) == [film])
        }
    }

    @Test
    func `all of a screen are matched at once: by number, or by the whole name and a year that is near`() async throws {
        try await withCatalog { catalog, film, show, alien in
            let client = try await catalog.client()
            let up = try await catalog.title("Up").card
            func match(_ titles: [(String, String, Int32?)]) async throws -> [MatchedTitle] {
                let requested = titles.map { OutsideTitle(id: Self.id($0.0), name: $0.1, year: $0.2) }
                return try await client.send(Catalog.MatchTitles(titles: requested)).titles
            }
            let all = try await match([
                ("tmdb:movie:11", "Star Wars", 1_977), ("tmdb:movie:14160", "Up", 2_009),
                ("tmdb:tv:11", "Whatever", nil),
                ("tmdb:movie:348", "", nil), ("tmdb:movie:5", "Nothing Here", 2_000),
            ])
            #expect(all.map(\.card) == [film, up, show, alien])
            #expect(all.map(\.id.rawValue) == ["tmdb:movie:11", "tmdb:movie:14160", "tmdb:tv:11", "tmdb:movie:348"])
            for (name, year, isUp) in [
                ("UP", 2_010, true), ("Up!", 2_008, true), ("Up", 2_011, false), ("Up", nil, false),
                ("Step", 2_009, false),
                ("Alien", 1_979, false),
            ] as [(String, Int32?, Bool)] {
                // What TMDB knows under another number is another title: the library's Alien is 348.
                #expect(try await match([("tmdb:movie:9", name, year)]).map(\.card) == (isUp ? [up] : []), "\(name)")
            }
            for titles in [
                [], [OutsideTitle(id: film.id, name: "x")], [OutsideTitle(id: Self.id("tmdb:movie:x"), name: "x")],
                [OutsideTitle(id: Self.id("tmdb:movie:1"), name: String(repeating: "x", count: 501))],
                Array(repeating: OutsideTitle(id: Self.id("tmdb:movie:1"), name: "x"), count: 201),
            ] {
                let error = await #expect(throws: RPCError.self) {
                    _ = try await client.send(Catalog.MatchTitles(titles: titles))
                }
                #expect(error?.code == .invalidArgument)
            }
        }
    }
}
