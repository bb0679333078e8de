import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What of a panel is not here, and how people learn of it.
struct XtreamBacklogTests {
    @Test(arguments: ["[]", "{\"episodes\":[]}", "<html>Not found</html>"])
    func `a series without an answer is in the report`(_ response: String) async throws {
        try await FeedHarness.with { harness, _ in
            XtreamImportTests.panel(harness.server)
            harness.server.serve(
                "/player_api.php get_series",
                .init(
                    "[{\"num\":1,\"name\":\"Broken\",\"series_id\":1,\"category_id\":\"5\"},"
                        + "{\"num\":2,\"name\":\"Fine\",\"series_id\":2,\"category_id\":\"5\"}]"))
            harness.server.serve("/player_api.php get_series_info&series_id=1", .init(response))
            let job = try await XtreamImportTests.add(harness)
            let notes = try #require(job.report?.notes)
            #expect(
                notes.count == 1 && notes[0].hasPrefix("1 series has no episodes") && notes[0].hasSuffix(": Broken."))
            #expect(try await harness.feed("panel").titlesLeft == nil)
            // It is still said when nothing else is new.
            harness.catalog.clock.advance(days: 1)
            let again = try await harness.refresh("panel")
            #expect(again.report?.notes?.contains { $0.contains("Broken") } == true)
        }
    }

    @Test
    func `of a panel that answers all nothing is said`() async throws {
        try await FeedHarness.with { harness, _ in
            XtreamImportTests.panel(harness.server)
            let job = try await XtreamImportTests.add(harness)
            #expect(job.report?.notes == nil)
            #expect(try await harness.feed("panel").titlesLeft == nil)
        }
    }

    @Test
    func `while titles are still to be asked after the source says how many, and those that were opened come first`()
        async throws
    {
        let (most, more) = (ImportLimits().filmsPerRefresh, 3)
        try await FeedHarness.with { harness, client in
            XtreamImportTests.panel(harness.server)
            let films = (1...(most + more)).map { "{\"name\":\"Film Nr \($0) Harbour\",\"stream_id\":\(1_000 + $0)}" }
            harness.server.serve("/player_api.php get_vod_streams", .init("[\(films.joined(separator: ","))]"))
            func requested() -> [String] {
                harness.server.requests.map(\.target).filter { $0.contains("get_vod_info") }
                    .compactMap { $0.split(separator: "vod_id=").last.map(String.init) }
            }
            _ = try await XtreamImportTests.add(harness)
            let feed = try await harness.feed("panel")
            #expect(requested().count == most)
            #expect(feed.titlesLeft == Int64(more))
            #expect(feed.due != nil && feed.problem == nil)
            let last = "Film Nr \(most + more) Harbour"
            let card = try #require(
                try await harness.catalog.all(Catalog.Search(text: "", kinds: [.movie])).first { $0.title == last })
            _ = try await client.send(Catalog.GetTitle(id: card.id))
            _ = try await harness.refresh("panel")
            let expected: [String] = [most + more, most + 1, most + 2].map { (film: Int) in "\(1_000 + film)" }
            #expect(Array(requested().dropFirst(most)) == expected)
            #expect(try await harness.feed("panel").titlesLeft == nil)
        }
    }
}
