import CatalogAPI
import Foundation
import GRDB
import HearthModel
import MetadataGatewayAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Titles are told with, and found by, those who are in them; trailers are the best that there is.
struct MetadataPeopleTests {
    private static let known = [
        FakeMetadata.Known(
            id: 348, name: "Alien", year: 1979, certificate: "R",
            cast: ["Sigourney Weaver", "Tom Skerritt"] + (3...30).map { "Extra Nr\($0)" }, director: "Ridley Scott",
            trailers: [("aaaaaaaaaaa", false, "en"), ("bbbbbbbbbbb", true, "de"), ("ccccccccccc", true, "en")]),
        FakeMetadata.Known(
            id: 1_668, name: "Low Tide", year: 1994, isShow: true, certificate: "TV-14", cast: ["Ada Quay"],
            trailers: [("ddddddddddd", true, "ja")]),
    ]

    private static func with(
        _ list: String, _ body: (CatalogFixture, FakeMetadata) async throws -> Void
    ) async throws {
        try await CatalogFixture.with { catalog in
            let metadata = FakeMetadata(Self.known, runtime: catalog.clock)
            try catalog.service.clients.play("metadata-gateway", metadata.handlers)
            try await catalog.playlist(catalog.file("films.m3u", list))
            try await body(catalog, metadata)
        }
    }

    private static let series = "#EXTINF:-1 type=\"series\",Low Tide S01E01\nhttp://a.example/series/u/p/1.mkv\n"

    @Test
    func `cast, directors and a trailer come in the question for the details, and titles are found by them`()
        async throws
    {
        try await Self.with(film("Alien (1979)") + Self.series) { catalog, metadata in
            try #require(try await comes { try await catalog.title("Low Tide").card.tmdbID != nil })
            try #require(try await comes { try await catalog.title("Alien").card.tmdbID != nil })
            let alien = try #require(try await catalog.title("Alien").metadata)
            #expect(alien.cast?.count == MetadataTitle.maximumCast)
            #expect(alien.cast?.prefix(3) == ["Sigourney Weaver", "Tom Skerritt", "Extra Nr3"])
            #expect(alien.directors == ["Ridley Scott"])
            #expect(alien.trailer == "https://www.youtube.com/watch?v=ccccccccccc")
            let tide = try #require(try await catalog.title("Low Tide", kinds: [.series]).metadata)
            #expect(tide.cast == ["Ada Quay"] && tide.directors == nil && tide.trailer == nil)
            #expect(metadata.details.sorted() == [348, 1_668], "no further question")
            for (text, found) in [("weaver", "Alien"), ("ridley sc", "Alien"), ("ada quay", "Low Tide")] {
                #expect(try await catalog.all(Catalog.Search(text: text)).map(\.title) == [found], "\(text)")
            }
            #expect(try await catalog.all(Catalog.Search(text: "nr25")).isEmpty, "beyond the limit")
            #expect(try await catalog.all(Catalog.Search(text: "weaver"), as: .kids).isEmpty)
        }
    }

    @Test
    func `a person's correction outlives them, and takes them away where it says that it is another title`()
        async throws
    {
        try await Self.with(film("Alien (1979)", "tvg-language=\"German\"")) { catalog, _ in
            try #require(try await comes { try await catalog.title("Alien").card.tmdbID != nil })
            let trailer = "https://www.youtube.com/watch?v=bbbbbbbbbbb"
            #expect(try await catalog.title("Alien").metadata?.trailer == trailer, "in the language of the link")
            let id = try await catalog.title("Alien").card.id
            try await catalog.correct(
                Catalog.CorrectTitle(id: id, changes: catalog.changes { $0.title = "Das Wesen" }))
            #expect(try await catalog.title("Das Wesen").metadata?.cast?.first == "Sigourney Weaver")
            #expect(try await catalog.all(Catalog.Search(text: "weaver")).map(\.title) == ["Das Wesen"])
            try await catalog.correct(Catalog.CorrectTitle(id: id, changes: catalog.changes { $0.tmdbID = 0 }))
            try #require(try await comes { try await catalog.title("Das Wesen").metadata == nil })
            try #require(try await comes { try await catalog.all(Catalog.Search(text: "weaver")).isEmpty })
        }
    }

    @Test
    func `of trailers at YouTube one by the makers comes first, then by language, then as TMDB has them`() throws {
        func video(
            _ key: String, _ site: String, _ type: String, _ isOfficial: Bool?, _ language: String?
        ) throws -> TMDB.Video {
            var values: [String: Any] = ["id": "1", "name": "", "site": site, "key": key, "type": type]
            values["official"] = isOfficial
            values["iso6391"] = language
            return try JSONDecoder().decode(TMDB.Video.self, from: JSONSerialization.data(withJSONObject: values))
        }
        var videos = [
            try video("000000000_a", "Vimeo", "Trailer", true, "en"),
            try video("000000000_b", "YouTube", "Teaser", true, "en"),
            try video("http://evil.example/x", "YouTube", "Trailer", true, "en"),
        ]
        func best() -> String? {
            MetadataTitle.trailer(among: videos, in: ["de", "en"])?.split(separator: "=").last.map(String.init)
        }
        #expect(best() == nil)
        let better: [(String, Bool?, String?)] = [
            ("000000000_1", nil, "fr"), ("000000000_2", false, "en"), ("000000000_3", nil, "de"),
            ("000000000_4", true, nil), ("000000000_5", true, "en"), ("000000000_6", true, "de"),
        ]
        for (key, isOfficial, language) in better {
            videos.insert(
                try video(key, "YouTube", "Trailer", isOfficial, language), at: videos.indices.randomElement() ?? 0)
            #expect(best() == key)
        }
        videos.append(try video("000000000_7", "YouTube", "Trailer", true, "de"))
        #expect(best() == "000000000_6")
    }

    @Test
    func `what was learned before cast was kept is asked for again`() throws {
        let queue = try DatabaseQueue()
        try queue.write { db in
            for migration in CatalogMigrations.all where migration.version < 17 { try migration.apply(db) }
            for id in ["mv_a", "mv_b"] {
                try db.execute(sql: "INSERT INTO learned (id, due) VALUES (?, 0)", arguments: [id])
            }
            for migration in CatalogMigrations.all where migration.version == 17 { try migration.apply(db) }
            #expect(try Int64.fetchOne(db, sql: "SELECT movedThrough FROM catalog") == 2)
        }
    }
}
