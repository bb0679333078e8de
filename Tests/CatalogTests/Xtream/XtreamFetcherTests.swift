import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Panels that fail at single titles, or in the middle, or that have not everything there is.
struct XtreamFetcherTests {
    private static func serve(_ series: [Int], _ harness: FeedHarness) {
        let list = series.map { "{\"series_id\":\($0),\"name\":\"Show \($0)\",\"last_modified\":\"1\"}" }
        harness.server.serve("/player_api.php get_series", .init("[\(list.joined(separator: ","))]"))
    }

    /// What the panel answers about one series, in place of its episodes.
    private static func serve(_ response: FeedServer.Response?, about series: Int, _ harness: FeedHarness) {
        harness.server.serve("/player_api.php get_series_info&series_id=\(series)", response)
    }

    /// The series that the panel was asked about, those of the first requests left out.
    private static func requested(_ harness: FeedHarness, after: Int = 0) -> [Int] {
        harness.server.requests.map(\.target).filter { $0.contains("get_series_info") }
            .compactMap { $0.split(separator: "series_id=").last.flatMap { Int($0) } }.dropFirst(after).map(\.self)
    }

    private static func pause(_ feed: SourceFeed) throws -> Double {
        try #require(feed.due).timeIntervalSince(try #require(feed.tried))
    }

    @Test(arguments: [500, 404, 413])
    func `a series that the panel fails at holds no other up, is not asked after each hour, and comes last another day`(
        status: Int
    ) async throws {
        try await FeedHarness.with { harness, client in
            XtreamImportTests.panel(harness.server)
            Self.serve([31, 32, 33], harness)
            // 413 stands for an answer that is announced to be larger than any that is taken.
            var response = FeedServer.Response("", status: status)
            if status == 413 { (response.status, response.missing) = (200, 40 << 20) }
            Self.serve(response, about: 31, harness)
            let job = try await XtreamImportTests.add(harness)
            #expect(job.state == .done, "\(job.problem ?? "")")
            #expect(Self.requested(harness) == [31, 32, 33])
            let titles = try await harness.catalog.all(Catalog.Search(text: "", kinds: [.series])).map(\.title)
            #expect(Set(titles) == ["Show 32", "Show 33"])
            let feed = try await harness.feed("panel")
            #expect(feed.failures == 0 && feed.problem == nil)
            #expect(try Self.pause(feed) > 2 * 3_600)
            _ = try await harness.refresh("panel")
            #expect(Self.requested(harness).count == 3)
            harness.catalog.clock.advance(days: 1)
            Self.serve([31, 32, 33, 34], harness)
            Self.serve(nil, about: 31, harness)
            _ = try await harness.refresh("panel")
            #expect(Self.requested(harness, after: 3) == [34, 31])
            // Answered, it is known.
            harness.catalog.clock.advance(days: 1)
            _ = try await harness.refresh("panel")
            #expect(Self.requested(harness).count == 5)
        }
    }

    @Test
    func `a panel that asks to wait is not asked on, and not before that; what it told is taken in`() async throws {
        try await FeedHarness.with { harness, _ in
            XtreamImportTests.panel(harness.server)
            Self.serve([31, 32], harness)
            var response = FeedServer.Response("", status: 429)
            response.fields = ["Retry-After": "7200"]
            Self.serve(response, about: 31, harness)
            let job = try await XtreamImportTests.add(harness)
            #expect(job.state == .done && Self.requested(harness) == [31])
            // Nor about films.
            #expect(!harness.server.requests.contains { $0.target.contains("get_vod_info") })
            var feed = try await harness.feed("panel")
            #expect(feed.failures == 1 && feed.problem?.contains("too often") == true, "\(feed.problem ?? "")")
            #expect(try Self.pause(feed) == 7_200)
            // It may have been for that one series: the other comes first now.
            Self.serve(nil, about: 31, harness)
            _ = try await harness.refresh("panel")
            #expect(Self.requested(harness, after: 1) == [32, 31])
            feed = try await harness.feed("panel")
            #expect(feed.failures == 0 && feed.problem == nil)
        }
    }

    @Test
    func `a connection that breaks off ends it: tried again soon, and later and later, with the others first`()
        async throws
    {
        try await FeedHarness.with { harness, _ in
            XtreamImportTests.panel(harness.server)
            Self.serve([31, 32], harness)
            var response = FeedServer.Response("{")
            response.missing = 100
            for series in [31, 32] { Self.serve(response, about: series, harness) }
            #expect(try await XtreamImportTests.add(harness).state == .done)
            #expect(try await harness.refresh("panel").state == .done)
            #expect(Self.requested(harness) == [31, 32])
            let feed = try await harness.feed("panel")
            #expect(feed.failures == 2)
            let range = FeedRefreshPolicy.firstPause.wholeMilliseconds / 1_000
            #expect(try (Double(range)...Double(2 * range)).contains(Self.pause(feed)))
        }
    }

    @Test
    func `a panel that fails at one series after the other is left alone for a while`() async throws {
        try await FeedHarness.with { harness, _ in
            XtreamImportTests.panel(harness.server)
            Self.serve(Array(100..<115), harness)
            harness.server.serve("/player_api.php get_series_info", .init("", status: 500))
            #expect(try await XtreamImportTests.add(harness).state == .done)
            #expect(Self.requested(harness) == Array(100..<110))
            #expect(try await harness.feed("panel").failures == 1)
            _ = try await harness.refresh("panel")
            #expect(Self.requested(harness, after: 10) == Array(110..<115))
        }
    }

    @Test
    func `series of which nothing can be read are asked after again another day`() async throws {
        try await FeedHarness.with { harness, _ in
            XtreamImportTests.panel(harness.server)
            harness.server.serve("/player_api.php get_series_info", .init("<html>Not found</html>"))
            _ = try await XtreamImportTests.add(harness)
            _ = try await harness.refresh("panel")
            #expect(Self.requested(harness) == [31, 32])
            harness.catalog.clock.advance(days: 1)
            _ = try await harness.refresh("panel")
            #expect(Self.requested(harness) == [31, 32, 31, 32])
        }
    }

    @Test(arguments: [404, 405, 501])
    func `a panel without films or categories has everything else taken in, and what it had is kept`(
        status: Int
    ) async throws {
        try await FeedHarness.with { harness, client in
            XtreamImportTests.panel(harness.server)
            for action in ["get_vod_streams", "get_vod_categories"] {
                harness.server.serve("/player_api.php \(action)", .init("", status: status))
            }
            let job = try await XtreamImportTests.add(harness)
            #expect(job.state == .done, "\(job.problem ?? "")")
            let titles = try await harness.catalog.all(
                Catalog.Search(text: "", kinds: [.movie, .series, .channel])
            ).map(\.title)
            #expect(Set(titles) == ["News 24", "Hot Nights", "The Office", "Lost"])
            // One that had channels, and has none now.
            harness.server.serve("/player_api.php get_live_streams", .init("", status: status))
            let again = try await harness.refresh("panel")
            #expect(again.state == .done && again.report?.removed == 0, "\(again.problem ?? "")")
            #expect(try await client.send(Catalog.Search(text: "news 24", kinds: [.channel])).hits.count == 1)
            // What is for adults is known by the names of its categories.
            let child = try await harness.catalog.client(.kids)
            XtreamImportTests.panel(harness.server)
            harness.server.serve("/player_api.php get_live_categories", .init("", status: status))
            #expect(try await harness.refresh("panel").state == .done)
            #expect(try await child.send(Catalog.Search(text: "hot nights")).total == 0)
            #expect(try await child.send(Catalog.Search(text: "news 24")).total == 1)
            // Nor does a list of them that is empty now, or that breaks off, say that nothing is.
            for list in ["[]", "false", "{}", "[{\"category_id\":\"1\",\"category_name\":\"News\"},{\"categ"] {
                harness.server.serve("/player_api.php get_live_categories", .init(list))
                #expect(try await harness.refresh("panel").state == .done)
                #expect(try await child.send(Catalog.Search(text: "hot nights")).total == 0, "\(list)")
                #expect(try await child.send(Catalog.Search(text: "news 24")).total == 1, "\(list)")
            }
            XtreamImportTests.panel(harness.server)
            #expect(try await harness.refresh("panel").state == .done)
            #expect(try await child.send(Catalog.Search(text: "hot nights")).total == 0)
            // A panel in trouble is another thing.
            harness.server.serve("/player_api.php get_live_categories", .init("", status: 503))
            #expect(try await harness.refresh("panel").state == .failed)
        }
    }

    @Test
    func `a panel that never had categories has its titles taken in; one that has none any more does so when told to`()
        async throws
    {
        try await FeedHarness.with { harness, client in
            func channels() async throws -> Set<String> {
                Set(try await harness.catalog.all(Catalog.Search(text: "", kinds: [.channel])).map(\.title))
            }
            XtreamImportTests.panel(harness.server)
            harness.server.serve("/player_api.php get_live_categories", .init("[]"))
            #expect(try await XtreamImportTests.add(harness).state == .done)
            #expect(try await channels() == ["News 24", "Hot Nights"])
            XtreamImportTests.panel(harness.server)
            #expect(try await harness.refresh("panel").state == .done)
            harness.server.serve("/player_api.php get_live_categories", .init("[]"))
            let kept = try await harness.refresh("panel")
            #expect(kept.state == .done && kept.report?.notes?.isEmpty == false, "\(kept.problem ?? "")")
            func groups() async throws -> [String] {
                let hits = try await client.send(Catalog.Search(text: "hot nights", kinds: [.channel])).hits
                return try await client.send(Catalog.GetTitle(id: try #require(hits.first).id)).groups
            }
            #expect(try await !groups().isEmpty)
            #expect(try await harness.refresh("panel", allowsShrinking: true).state == .done)
            #expect(try await channels() == ["News 24", "Hot Nights"])
            #expect(try await groups().isEmpty)
        }
    }
}
