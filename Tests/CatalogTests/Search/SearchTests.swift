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

struct SearchTests {
    private func titles(
        _ catalog: CatalogFixture, _ text: String, kinds: [ContentKind]? = nil, genres: [String]? = nil,
        ratings: [ContentRating]? = nil, groups: [String]? = nil, sort: SearchSort? = nil
    ) async throws -> [String] {
        let request = Catalog.Search(
            text: text, kinds: kinds, genres: genres, ratings: ratings, groups: groups, sort: sort)
        return try await catalog.all(request).map(\.title)
    }

    @Test
    func `words are found without regard to case, accents and order, the last one by its beginning`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            #expect(try await titles(catalog, "ALIEN") == ["Alien"])
            #expect(try await titles(catalog, "amelie") == ["Amélie"])
            #expect(try await titles(catalog, "AMÉLIE") == ["Amélie"])
            #expect(try await titles(catalog, "story toy") == ["Toy Story", "Toy Story 2"])
            #expect(try await titles(catalog, "toy st") == ["Toy Story", "Toy Story 2"])
            #expect(try await titles(catalog, "toy story 2") == ["Toy Story 2"])
            #expect(try await titles(catalog, "to story") == [])
            #expect(try await titles(catalog, "office") == ["The Office"])
            #expect(try await titles(catalog, "the office") == ["The Office"])
        }
    }

    @Test
    func `the whole title comes before its beginning, that before words inside, and those before groups`() async throws
    {
        let names = ["Story of News", "News", "News Today", "Sport One", "Old News Hour"]
        let text = names.enumerated().map { index, name in
            "#EXTINF:-1 group-title=\"\(name == "Sport One" ? "News" : "Other")\",\(name)\nhttp://a.example/\(index)"
        }.joined(separator: "\n")
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", text))
            #expect(
                try await titles(catalog, "news") == [
                    "News", "News Today", "Old News Hour", "Story of News", "Sport One",
                ])
        }
    }

    @Test
    func `words that are typed wrongly are forgiven when nothing else is found`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            let client = try await catalog.client()
            for (typed, meant) in [("alein", "alien"), ("ofice", "office"), ("stroy", "story"), ("amellie", "amelie")] {
                let found = try await client.send(Catalog.Search(text: typed))
                #expect(found.correctedText == meant, "\(typed)")
                #expect(found.total > 0)
            }
            let both = try await client.send(Catalog.Search(text: "toi story"))
            #expect(both.correctedText == "toy story")
            #expect(both.hits.map(\.title) == ["Toy Story", "Toy Story 2"])
            let nothing = try await client.send(Catalog.Search(text: "qqqqqq"))
            #expect(nothing.total == 0)
            #expect(nothing.correctedText == nil)
            #expect(try await client.send(Catalog.Search(text: "alien")).correctedText == nil)
        }
    }

    @Test
    func `a correction goes on over the pages`() async throws {
        let text = (0..<30).map { "#EXTINF:-1,Lantern \($0)\nhttp://a.example/\($0)" }.joined(separator: "\n")
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", text))
            let found = try await catalog.all(Catalog.Search(text: "lantren"), pageSize: 7)
            #expect(Set(found.map(\.id)).count == 30)
            #expect(found.count == 30)
        }
    }

    @Test
    func `a correction never tells a word of what the viewer may not see`() async throws {
        let text = """
            #EXTINF:6000 type="movie" rating="R",Saw Dismember (2004)
            http://a.example/movie/u/p/1.mkv
            #EXTINF:6000 type="movie" rating="G",December (2005)
            http://a.example/movie/u/p/2.mkv
            """
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", text))
            let typed = Catalog.Search(text: "dismembr")
            #expect(try await catalog.client().send(typed).correctedText == "dismember")
            let kids = try await catalog.client(.kids).send(typed)
            #expect(kids.correctedText == nil)
            #expect(kids.total == 0)
        }
    }

    @Test
    func `filters: one of the values of each, and all of them together`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            #expect(
                try await titles(catalog, "", kinds: [.movie]) == ["Alien", "Amélie", "Toy Story", "Toy Story 2"])
            #expect(try await titles(catalog, "", kinds: [.series, .episode]).count == 4)
            #expect(try await titles(catalog, "", ratings: [.g]) == ["Kids TV", "Toy Story", "Toy Story 2"])
            #expect(
                try await titles(catalog, "", groups: ["Animation", "Drama"]) == ["Amélie", "Toy Story", "Toy Story 2"])
            #expect(try await titles(catalog, "", groups: ["No such group"]) == [])
            #expect(try await titles(catalog, "", genres: ["horror"]) == ["Alien"])
            #expect(
                try await titles(catalog, "toy", kinds: [.movie], ratings: [.g], groups: ["Animation"]).count == 2)
            #expect(try await titles(catalog, "toy", kinds: [.channel]) == [])
        }
    }

    @Test
    func orders() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            let films: [ContentKind] = [.movie]
            #expect(
                try await titles(catalog, "", kinds: films, sort: .newest) == [
                    "Amélie", "Toy Story 2", "Toy Story", "Alien",
                ])
            #expect(try await titles(catalog, "", kinds: films, sort: .rating).last == "Amélie")
            #expect(
                try await titles(catalog, "", kinds: [.channel], sort: .number) == [
                    "Kids TV", "News 24", "Late Cinema", "Hot Nights TV",
                ])
            catalog.clock.advance(days: 1)
            let more = "#EXTINF:6000 type=\"movie\",Zodiac (2007)\nhttp://a.example/movie/u/p/99.mkv\n"
            try await catalog.playlist(catalog.file("b.m3u", more), source: "other")
            #expect(try await titles(catalog, "", sort: .added).first == "Zodiac")
            for sort in SearchSort.allCases {
                #expect(try await titles(catalog, "toy", sort: sort).sorted() == ["Toy Story", "Toy Story 2"])
            }
        }
    }

    @Test
    func `newest first goes by the day where it is known, and pages go on in the middle of a year`() async throws {
        let days = ["2023-12-31", "2024-01-15", "2024-01-16", "2024-11-02", "2025-02-01"]
        let episodes = days.map {
            "#EXTINF:2400 type=\"series\",Daily Talk \($0)\nhttp://a.example/series/u/p/\($0).mkv\n"
        }
        let films = [2_023, 2_024, 2_026].map {
            "#EXTINF:6000 type=\"movie\",Film (\($0))\nhttp://a.example/movie/u/p/\($0).mkv\n"
        }
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", (films + episodes.shuffled()).joined()))
            let request = Catalog.Search(text: "", kinds: [.movie, .episode], sort: .newest)
            for size in [1, 2, 3, 50] as [Int32] {
                let found = try await catalog.all(request, pageSize: size)
                let dates: [String] = found.map { (card: Card) -> String in
                    if let date = card.releaseDate { return date }
                    return card.year.map { "\($0)" } ?? ""
                }
                #expect(
                    dates == [
                        "2026", "2025-02-01", "2024-11-02", "2024-01-16", "2024-01-15", "2024", "2023-12-31", "2023",
                    ])
            }
        }
    }

    @Test
    func `what was there before days were sorted by gets its own`() throws {
        let queue = try DatabaseQueue()
        try queue.write { db in
            for migration in CatalogMigrations.all where migration.version < 16 { try migration.apply(db) }
            for (row, year, day) in [(1, 1_999, "2000-03-31"), (2, 1_999, nil), (3, 0, "soon"), (4, 2_001, "")] {
                try db.execute(
                    sql: """
                        INSERT INTO item (row, born, died, audience, kind, genres, year, added, number, lost, id, sortTitle,
                            fingerprint) VALUES (?, 1, 9, 1, 1, 0, ?, 0, 0, 9, ?, '', 0)
                        """, arguments: [row, year, "mv_\(row)"])
                try db.execute(
                    sql: "INSERT INTO itemText (row, title, keywords, overview, released) VALUES (?, '', '', '', ?)",
                    arguments: [row, day])
            }
            for migration in CatalogMigrations.all where migration.version == 16 { try migration.apply(db) }
            let days = try Int64.fetchAll(db, sql: "SELECT released FROM item ORDER BY row")
            #expect(days == [20_000_331, 19_990_000, 0, 20_010_000])
        }
    }

    @Test
    func `totals and counts per kind are those of all pages`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", SampleList.mixed))
            let found = try await catalog.client().send(Catalog.Search(text: "", page: PageRequest(size: 1)))
            #expect(found.total == 9)
            #expect(found.isTotalExact)
            let counts = Dictionary(uniqueKeysWithValues: found.kinds.map { ($0.kind, $0.count) })
            #expect(counts == [.movie: 4, .series: 1, .channel: 4])
            let films = try await catalog.client().send(Catalog.Search(text: "", kinds: [.movie]))
            #expect(films.total == 4)
            #expect(films.kinds == found.kinds)
            let episodes = try await catalog.client().send(Catalog.Search(text: "", kinds: [.episode]))
            #expect(episodes.total == 3)
            #expect(episodes.kinds.count == 4 && episodes.kinds.contains(KindCount(kind: .episode, count: 3)))
        }
    }

    @Test
    func `titles in scripts without spaces are found by a part of them, others as people type them`() async throws {
        let names = ["中央新闻频道", "テレビ東京", "Tom & Jerry", "Don't Look Up", "Первый канал", "Ærø Straße", "قناة الجزيرة"]
        let text = names.enumerated().map { "#EXTINF:-1,\($1)\nhttp://a.example/\($0)" }.joined(separator: "\n")
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", text))
            for (typed, name) in [
                ("新闻", "中央新闻频道"), ("東京", "テレビ東京"), ("tom jerry", "Tom & Jerry"), ("tom and jerry", "Tom & Jerry"),
                ("dont look", "Don't Look Up"), ("don't", "Don't Look Up"), ("ПЕРВЫЙ", "Первый канал"),
                ("aero", "Ærø Straße"),
                ("strasse", "Ærø Straße"), ("الجزيرة", "قناة الجزيرة"),
            ] {
                #expect(try await titles(catalog, typed).first == name, "\(typed)")
            }
        }
    }

    @Test
    func `requests that make no sense are refused by the field's name`() async throws {
        try await CatalogFixture.with { catalog in
            let client = try await catalog.client()
            let requests: [(Catalog.Search, String)] = [
                (Catalog.Search(text: "", kinds: [ContentKind(rawValue: "podcast")]), "kinds"),
                (Catalog.Search(text: "", kinds: []), "kinds"),
                (Catalog.Search(text: "", genres: ["Schmaltz"]), "genres"),
                (Catalog.Search(text: "", ratings: [ContentRating(rawValue: "FSK 6")]), "ratings"),
                (Catalog.Search(text: "", groups: Array(repeating: "x", count: 51)), "groups"),
                (Catalog.Search(text: "", page: PageRequest(size: 0)), "page.size"),
                (Catalog.Search(text: "", page: PageRequest(size: 201)), "page.size"),
                (Catalog.Search(text: "", page: PageRequest(size: 10, cursor: "x")), "page.cursor"),
            ]
            for (request, field) in requests {
                let failure = await #expect(throws: RPCError.self) { _ = try await client.send(request) }
                #expect(failure?.code == .invalidArgument)
                #expect(failure?.detail(InvalidField.self)?.field == field)
            }
        }
    }
}
