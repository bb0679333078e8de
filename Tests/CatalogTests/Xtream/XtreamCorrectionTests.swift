import CatalogAPI
import Foundation
import HearthModel
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// What a panel brings is held to what people have put right, as a playlist is.
struct XtreamCorrectionTests {
    private static func films(_ names: [(Int, String)]) -> FeedServer.Response {
        let objects = names.map { "{\"name\":\"\($0.1)\",\"stream_id\":\($0.0),\"plot\":\"A film.\"}" }
        return .init("[\(objects.joined(separator: ","))]")
    }

    @Test
    func `what people have put right outlives refreshes, a new password and an undo, and can be taken back`()
        async throws
    {
        try await FeedHarness.with { harness, client in
            let catalog = harness.catalog
            XtreamImportTests.panel(harness.server)
            _ = try await XtreamImportTests.add(harness)
            let toys = try await catalog.title("Toy Story")
            let changes = catalog.changes { ($0.title, $0.year, $0.rating) = ("My Toys", 1996, .r) }
            let made = try await catalog.correct(Catalog.CorrectTitle(id: toys.card.id, changes: changes))
            let news = try await catalog.title("News 24")
            #expect(news.variants.count == 2)
            let regional = try await catalog.correct(
                Catalog.SplitTitle(id: news.card.id, variants: [news.variants[1].id], title: "News Regional"))
            func check() async throws {
                let own = try await catalog.title("My Toys")
                #expect(own.card.id == toys.card.id && own.card.year == 1996 && own.card.rating == .r)
                #expect(try await catalog.title("News 24").variants.count == 1)
                #expect(try await catalog.title("News Regional").card.id == regional.title)
            }
            try await check()

            // The list is in another order, has something new, and the links another password.
            harness.server.serve(
                "/player_api.php get_vod_streams",
                Self.films([(25, "Heat (1995)"), (22, "Toy Story (1995)"), (21, "Alien (1979)")]))
            var change = Catalog.UpdateSource(source: "panel")
            change.password = "hunter3"
            _ = try await client.send(change)
            let job = try await harness.refresh("panel")
            #expect(job.state == .done, "\(job.problem ?? "")")
            try await check()
            let stream = try await client.send(Catalog.ResolveStream(id: toys.card.id))
            #expect(stream.url == "http://\(harness.server.host)/movie/alice/hunter3/22.mp4")
            #expect(try await catalog.title("Heat").variants.count == 1)

            let undoable = try #require(try await harness.source("panel").undoable)
            #expect(try await harness.undo("panel", undoable).state == .done)
            try await check()
            #expect(try await catalog.all(Catalog.Search(text: "heat")).isEmpty)

            try await catalog.correct(Catalog.TakeBackCorrection(correction: made.correction))
            try await catalog.correct(Catalog.TakeBackCorrection(correction: regional.correction))
            #expect(try await catalog.title("Toy Story").card.year == 1995)
            #expect(try await catalog.title("News 24").variants.count == 2)
        }
    }

    @Test
    func `a correction of a title that the panel has lost is there again with it`() async throws {
        try await FeedHarness.with { harness, _ in
            let catalog = harness.catalog
            XtreamImportTests.panel(harness.server)
            _ = try await XtreamImportTests.add(harness)
            let alien = try await catalog.title("Alien")
            try await catalog.correct(
                Catalog.CorrectTitle(id: alien.card.id, changes: catalog.changes { $0.title = "The Alien" }))
            let both = Self.films([(21, "Alien (1979)"), (22, "Toy Story (1995)")])
            harness.server.serve("/player_api.php get_vod_streams", Self.films([(22, "Toy Story (1995)")]))
            #expect(try await harness.refresh("panel").report?.removed == 1)
            catalog.clock.advance(days: 8)
            await catalog.upkeep()
            #expect(try await catalog.all(Catalog.Search(text: "alien")).isEmpty)
            harness.server.serve("/player_api.php get_vod_streams", both)
            #expect(try await harness.refresh("panel").state == .done)
            #expect(try await catalog.title("The Alien").card.id == alien.card.id)
        }
    }
}
