import CatalogAPI
import Foundation
import GRDB
import HearthModel
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Sections of what there is to discover, and titles that are like others.
struct DiscoveryReaderTests {
    private static func list(_ films: [(title: String, group: String, rating: String)]) -> String {
        films.enumerated().map { number, film in
            "#EXTINF:6000 type=\"movie\" group-title=\"\(film.group)\" rating=\"\(film.rating)\",\(film.title)\n"
                + "http://a.example/movie/u/p/\(film.title.utf8.reduce(number) { $0 &* 31 &+ Int($1) }).mkv"
        }.joined(separator: "\n") + "\n"
    }

    private static let films = list([
        ("Toy Story (1995)", "Animation", "G"), ("Toy Story 2 (1999)", "Animation", "G"),
        ("Up (2009)", "Animation", "PG"),
        ("Step Up (2006)", "Drama", "PG-13"), ("Alien (1979)", "Horror", "R"), ("Aliens (1986)", "Action", "R"),
        ("Alien Resurrection (1997)", "Horror", "R"), ("The Ring (2002)", "Horror", "PG-13"),
        ("The Lion King (1994)", "Animation", "G"),
    ])

    @Test
    func `each section has what it says, at most so many, and nothing that the viewer may not see`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.films))
            catalog.clock.advance(days: 1)
            try await catalog.playlist(catalog.file("b.m3u", Self.list([("Zodiac (2007)", "Crime", "R")])), source: "b")
            let client = try await catalog.client()
            let request = Catalog.ListDiscovery(sections: [.new, .genres], size: 2)
            let page = try await client.send(request)
            #expect(page.sections.first?.name == .new)
            #expect(page.sections.first?.cards.map(\.title) == ["Zodiac", "Alien"])
            let genres = page.sections.filter { $0.name == .genres }
            #expect(genres.first?.genre == "Animation")
            #expect(genres.first?.cards.map(\.title) == ["The Lion King", "Toy Story"])
            #expect(page.sections.allSatisfy { (1...2).contains($0.cards.count) })
            let kids = try await catalog.client(.kids).send(Catalog.ListDiscovery(sections: [.new, .genres], size: 50))
            #expect(Set(kids.sections.first?.cards.map(\.rating) ?? []) == [.g, .pg, .pg13])
            #expect(kids.sections.compactMap(\.genre).contains("Crime") == false)
            let rows = try await client.send(Catalog.ListGenres(kind: .movie)).rows
            #expect(rows.first == GenreRow(genre: "Animation", tmdbID: 16, count: 4))
            #expect(
                try await catalog.client(.kids).send(Catalog.ListGenres()).rows.map(\.genre).sorted() == [
                    "Animation", "Drama", "Horror",
                ])
        }
    }

    @Test
    func `without metadata-gateway what is trending is missing by name, and the rest is there`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.films))
            let page = try await catalog.client().send(Catalog.ListDiscovery())
            #expect(page.missing == [.trendingMovies, .trendingSeries])
            // Of unknown titles none is popular.
            #expect(page.sections.map(\.name) == [.new])
        }
    }

    @Test
    func `a trending title is the library's by its whole name and year, never by a part of it`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.films))
            let week = [
                ("Step Up", 2006), ("Up", 2009), ("Alien", 1979), ("alien: resurrection", 1998), ("The Ring", 1927),
                ("Aliens in the Attic", 2009), ("Lion King", 1994), ("Up", 2010),
            ].enumerated().map { TrendingTitle(id: Int64($0), kind: .movie, names: [$1.0], year: $1.1) }
            func found(_ policy: ViewingPolicy) async throws -> [String] {
                let shard = try #require(try await catalog.service.shards?.shard(for: "home"))
                let discovery = try DiscoveryReader(Catalog.ListDiscovery(sections: [.trendingMovies]), policy: policy)
                let page = try await shard.read { db in
                    try discovery.run(db, week: week) { try TitleIndex(db, generation: $0) }
                }
                return page.sections.first?.cards.map(\.title) ?? []
            }
            #expect(
                try await found(.everything) == ["Step Up", "Up", "Alien", "Alien Resurrection", "The Lion King"])
            #expect(try await found(.kids(seesUnrated: true)) == ["Step Up", "Up", "The Lion King"])
        }
    }

    @Test
    func `what is like a title: kin first, then those with rare genres in common; never itself`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.films))
            let client = try await catalog.client()
            func similar(_ title: String) async throws -> [String] {
                let id = try #require(try await client.send(Catalog.Search(text: title)).hits.first?.id)
                return try await client.send(Catalog.ListSimilar(id: id)).cards.map(\.title)
            }
            #expect(try await similar("toy story").first == "Toy Story 2")
            #expect(try await similar("toy story").contains("Toy Story") == false)
            #expect(try await similar("alien").prefix(2) == ["Alien Resurrection", "The Ring"])
            // A search that is like it finds the same, page by page.
            let id = try #require(try await client.send(Catalog.Search(text: "toy story")).hits.first?.id)
            var request = Catalog.Search(text: "", kinds: [.movie])
            request.similarTo = id
            let paged = try await catalog.all(request, pageSize: 1).map(\.title)
            #expect(try await paged == similar("toy story"))
        }
    }
}

/// What is known of titles orders what is found, as far as the columns go.
struct PopularityTests {
    private static func film(_ name: String, _ minutes: Int) -> String {
        "#EXTINF:\(minutes * 60) type=\"movie\",\(name)\nhttp://a.example/movie/u/p/\(minutes).mkv\n"
    }

    @Test
    func `a letter or two, popular and top: the best known first, before what only begins with them`() async throws {
        let names = ["Toast", "Tornado", "A Tale", "The Big Tree", "Zebra"]
        try await CatalogFixture.with { catalog in
            let list = names.enumerated().map { Self.film($1, 60 + $0) }.joined()
            try await catalog.playlist(catalog.file("a.m3u", list))
            let client = try await catalog.client()
            func titles(_ text: String) async throws -> [String] {
                try await client.send(Catalog.Search(text: text)).hits.map(\.title)
            }
            // None of them is known: what begins with the letter comes first.
            #expect(try await titles("t") == ["A Tale", "Toast", "Tornado", "The Big Tree"])
            let shard = try #require(try await catalog.service.shards?.shard(for: "home"))
            try await shard.write { db in
                for (name, fame, score) in [("The Big Tree", 9_000, 50), ("Tornado", 500, 90), ("Zebra", 100, 0)] {
                    try db.execute(
                        sql: """
                            UPDATE item SET popularity = ?, score = ? WHERE row = (SELECT row FROM itemText WHERE title = ?)
                            """, arguments: [fame, score, name])
                }
            }
            // A job that changes a title makes the index again.
            try await catalog.playlist(catalog.file("b.m3u", Self.film("Xylophone", 99)), source: "b")
            #expect(try await titles("t") == ["The Big Tree", "Tornado", "A Tale", "Toast"])
            #expect(try await titles("to") == ["Tornado", "Toast"])
            let page = try await client.send(Catalog.ListDiscovery(sections: [.popular, .top]))
            #expect(page.sections.first?.cards.map(\.title) == ["The Big Tree", "Tornado", "Zebra"])
            #expect(page.sections.last?.cards.map(\.title) == ["Tornado", "The Big Tree"])
            let sorted = try await client.send(Catalog.Search(text: "", sort: .popularity))
            #expect(sorted.hits.prefix(3).map(\.title) == ["The Big Tree", "Tornado", "Zebra"])
            #expect(try await client.send(Catalog.Search(text: "", sort: .score)).hits.first?.title == "Tornado")
        }
    }
}
