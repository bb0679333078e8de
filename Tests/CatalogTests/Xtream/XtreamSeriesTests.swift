import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What a panel says of series and of their episodes, each with what is its own.
struct XtreamSeriesTests {
    private static let list = """
        [{"series_id":31,"name":"Small Town Stories","cover":"http://a.example/cover.jpg","plot":"A small town.",
          "cast":"Elizabeth Parker, Michael Reynolds","director":"Ann Smith","genre":"Drama, Family",
          "releaseDate":"2024-02-24","backdrop_path":["http://a.example/wide.jpg"],"last_modified":"1"}]
        """
    private static let episodes = """
        {"episodes":{"1":[
          {"id":"41","episode_num":1,"title":"Monday","info":{"release_date":"2024-02-26","movie_image":"http://a.example/1.jpg",
           "plot":"It begins."}},
          {"id":"42","episode_num":2,"title":"Tuesday","info":{"releasedate":"soon","movie_image":"pictures/2.jpg"}},
          {"id":"43","episode_num":3,"title":"Wednesday","info":{"air_date":"2024-02-28","cover_big":"http://a.example/3.jpg"}}]}}
        """

    private static func serve(_ harness: FeedHarness) {
        XtreamImportTests.panel(harness.server)
        harness.server.serve("/player_api.php get_series", .init(list))
        harness.server.serve("/player_api.php get_series_info", .init(episodes))
    }

    @Test
    func `an episode has its own picture and day, and the series' picture where it has none`() async throws {
        try await FeedHarness.with { harness, _ in
            Self.serve(harness)
            #expect(try await XtreamImportTests.add(harness).state == .done)
            let cards = try await harness.catalog.all(Catalog.Search(text: "", kinds: [.episode]))
                .sorted { ($0.episode ?? 0) < ($1.episode ?? 0) }
            #expect(cards.map(\.title) == ["Monday", "Tuesday", "Wednesday"])
            #expect(
                cards.map(\.poster) == [
                    "http://a.example/1.jpg", "http://a.example/cover.jpg", "http://a.example/3.jpg",
                ])
            #expect(cards.map(\.releaseDate) == ["2024-02-26", nil, "2024-02-28"])
        }
    }

    @Test
    func `a season that a panel has as a series of its own is one of the series'`() async throws {
        try await FeedHarness.with { harness, client in
            Self.serve(harness)
            let list = Self.list.replacingOccurrences(of: "Town Stories", with: "Town Stories - S02")
            harness.server.serve("/player_api.php get_series", .init(list))
            #expect(try await XtreamImportTests.add(harness).state == .done)
            let series = try #require(
                try await client.send(Catalog.Search(text: "small town", kinds: [.series])).hits.first)
            #expect(series.title == "Small Town Stories")
            let episodes = try await client.send(Catalog.ListEpisodes(series: series.id)).episodes
            #expect(episodes.map(\.season) == [2, 2, 2] && episodes.map(\.episode) == [1, 2, 3])
            #expect(episodes.map(\.title) == ["Monday", "Tuesday", "Wednesday"])
        }
    }

    @Test(
        arguments: [
            ("Dark S02", "Dark", 2), ("Dark (S02)", "Dark", 2), ("Dark | S10", "Dark", 10), ("S02", "S02", nil),
            ("Dark s02", "Dark s02", nil), ("Galaxy S9", "Galaxy S9", nil), ("24", "24", nil),
            ("Class S02 Reunion", "Class S02 Reunion", nil),
        ] as [(String, String, Int64?)])
    func `the season that a series' name ends in`(_ name: String, _ expected: String, _ season: Int64?) {
        let read = XtreamEntryBuilder.splitSeason(name)
        #expect(read.name == expected && read.season == season)
    }

    @Test
    func `a series has what the panel says of it, also when its first episode goes, and its episodes have none of it`()
        async throws
    {
        try await FeedHarness.with { harness, client in
            Self.serve(harness)
            #expect(try await XtreamImportTests.add(harness).state == .done)
            func check() async throws {
                let card = try #require(
                    try await client.send(Catalog.Search(text: "small town", kinds: [.series])).hits.first)
                #expect(card.poster == "http://a.example/cover.jpg" && card.releaseDate == "2024-02-24")
                #expect(card.genres.contains("Drama"))
                let title = try await client.send(Catalog.GetTitle(id: card.id))
                #expect(title.overview == "A small town.")
                #expect(title.details?.cast == ["Elizabeth Parker", "Michael Reynolds"])
                #expect(title.details?.directors == ["Ann Smith"])
                #expect(title.details?.backdrop == "http://a.example/wide.jpg")
                let found = try await client.send(Catalog.Search(text: "elizabeth parker")).hits
                #expect(found.map(\.id) == [card.id])
            }
            try await check()
            let monday = try #require(
                try await client.send(Catalog.Search(text: "monday", kinds: [.episode])).hits.first)
            let title = try await client.send(Catalog.GetTitle(id: monday.id))
            #expect(title.overview == "It begins." && title.details == nil)
            #expect(try await harness.refresh("panel").report?.updated == 0)
            // The first episode is another one now.
            harness.server.serve(
                "/player_api.php get_series",
                .init(Self.list.replacingOccurrences(of: "\"last_modified\":\"1\"", with: "\"last_modified\":\"2\"")))
            harness.server.serve(
                "/player_api.php get_series_info",
                .init("{\"episodes\":{\"1\":[{\"id\":\"42\",\"episode_num\":2,\"title\":\"Tuesday\"}]}}"))
            #expect(try await harness.refresh("panel").state == .done)
            try await check()
        }
    }

    @Test
    func `an episode that is known by its day has it as its date`() async throws {
        try await CatalogFixture.with { catalog in
            let list = """
                #EXTM3U
                #EXTINF:2400 type="series" group-title="Talk",Evening Show 2024-03-05
                http://a.example/series/u/p/9.mkv

                """
            try await catalog.playlist(try catalog.file("a.m3u", list))
            let cards = try await catalog.all(Catalog.Search(text: "", kinds: [.episode]))
            #expect(cards.map(\.releaseDate) == ["2024-03-05"])
        }
    }
}
