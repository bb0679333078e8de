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

/// Radio stations are channels that are told apart: on their cards, in searches and in natural queries.
struct RadioTests {
    private static let list = """
        #EXTM3U
        #EXTINF:-1 group-title="Nachrichten",News TV
        http://a.example/news.m3u8
        #EXTINF:-1 radio="true" group-title="News",News Radio
        http://a.example/news
        #EXTINF:-1 group-title="Jazz",Blue Hour
        http://a.example/blue.mp3
        #EXTINF:-1 group-title="Radio",Harbour FM
        http://a.example/harbour
        #EXTINF:-1 group-title="Radio",Studio Cam HD
        http://a.example/studio
        #EXTINF:6000 type="movie",Talk Radio (1988)
        http://a.example/movie/u/p/1.mkv

        """
    private static let stations = ["Blue Hour", "Harbour FM", "News Radio"]

    private func titles(
        _ catalog: CatalogFixture, _ text: String = "", isRadio: Bool? = nil, isNatural: Bool? = nil
    ) async throws -> [String] {
        var request = Catalog.Search(text: text, sort: .title)
        (request.isRadio, request.isNatural) = (isRadio, isNatural)
        let found = try await catalog.client().send(request)
        #expect(Int(found.total) == found.hits.count && found.kinds.reduce(0) { $0 + $1.count } == found.total)
        return found.hits.map(\.title)
    }

    @Test
    func `cards say what is radio, and searches find it alone, or everything but it`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list))
            let all = try await catalog.all(Catalog.Search(text: ""))
            #expect(all.filter { $0.isRadio == true }.map(\.title).sorted() == Self.stations)
            #expect(all.allSatisfy { $0.isRadio != false } && all.count == 6)
            #expect(try await titles(catalog, isRadio: true) == Self.stations)
            #expect(try await titles(catalog, isRadio: false) == ["News TV", "Studio Cam", "Talk Radio"])
            #expect(try await titles(catalog, "news", isRadio: true) == ["News Radio"])
            let again = try #require(try await catalog.playlist(catalog.file("b.m3u", Self.list + "\n")).report)
            #expect([again.added, again.updated, again.removed] == [0, 0, 0])
            // A link with a picture makes it no radio station any more.
            let more = Self.list + SampleEntry.channel("Harbour FM", "live/h.m3u8")
            try await catalog.playlist(catalog.file("c.m3u", more))
            #expect(try await titles(catalog, isRadio: true) == ["Blue Hour", "News Radio"])
        }
    }

    @Test
    func `wishes for radio are understood; a film of that name is one`() async throws {
        try await CatalogFixture.with { catalog in
            try await catalog.playlist(catalog.file("a.m3u", Self.list))
            #expect(try await titles(catalog, "radio", isNatural: true) == Self.stations)
            #expect(try await titles(catalog, "news radio stations", isNatural: true) == ["News Radio"])
            #expect(try await titles(catalog, "talk radio", isNatural: true) == ["Talk Radio"])
            let client = try await catalog.client()
            var search = Catalog.Search(text: "radio stations")
            search.isNatural = true
            let understood = try #require(try await client.send(search).understood)
            #expect(understood.parts == [UnderstoodPart(about: "kind", value: "radio", words: "radio stations")])
            // What is asked for itself counts before what the text says.
            search.isRadio = false
            #expect(Set(try await client.send(search).hits.map(\.title)) == ["News TV", "Studio Cam"])
        }
    }

    @Test
    func `stations imported before are radio once they are recomputed`() throws {
        let queue = try DatabaseQueue()
        let radio = try queue.write { db in
            for migration in CatalogMigrations.all where migration.version < 25 { try migration.apply(db) }
            for (row, kind, reasons) in [
                (1, KindBit.channel, "kind\tit is a radio station"),
                (2, KindBit.channel, "kind\tit is a radio station\nrating\tthe list says G"),
                (3, KindBit.channel, "kind\tnothing says otherwise"), (4, KindBit.movie, "kind\tit is a radio station"),
                (5, KindBit.channel, "kind\tnothing says otherwise\nadult\tkind\tit is a radio station"),
            ] as [(Int64, Int64, String)] {
                try db.execute(
                    sql: """
                        INSERT INTO entry (row, source, item, born, died, lost, lostAt, fingerprint, kind, audience, genres,
                            quality, title, shift, tags, url, reasons)
                        VALUES (?, 1, 'x', 1, 9, 9, 0, 0, ?, 1, 0, 0, 'X', 0, x'A0', 'http://a.example', ?)
                        """, arguments: [row, kind, reasons])
            }
            for migration in CatalogMigrations.all where migration.version == 25 { try migration.apply(db) }
            return try Int64.fetchAll(db, sql: "SELECT row FROM entry WHERE isRadio = 1 ORDER BY row")
        }
        #expect(radio == [1, 2])
        #expect(TitleRebuild.rules >= 2)
    }
}
