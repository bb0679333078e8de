import CatalogAPI
import Expectations
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

/// It is told by whom titles can be watched in the household's country, as TMDB had it last, and of no other country.
struct WhereToWatchTests {
    private static let known = [
        FakeMetadata.Known(
            id: 862, name: "Toy Story", year: 1995, certificate: "G",
            watch: [
                "DE": ["flatrate": [337, 8], "ads": [8], "free": [9], "rent": [2], "buy": [3]],
                "US": ["flatrate": [15]],
            ]),
        FakeMetadata.Known(
            id: 348, name: "Alien", year: 1979, certificate: "R",
            watch: ["DE": ["flatrate": [8, 30]], "US": ["ads": [8]]]),
        FakeMetadata.Known(
            id: 1_668, name: "Low Tide", year: 1994, isShow: true, certificate: "TV-14", watch: ["DE": ["free": [9]]]),
        FakeMetadata.Known(id: 841, name: "Dune", year: 1984, certificate: "PG"),
    ]
    private static let list =
        film("Toy Story (1995)") + film("Alien (1979)") + film("Dune (1984)") + film("Nobody Knows This (2020)")
        + "#EXTINF:-1 type=\"series\",Low Tide S01E01\nhttp://a.example/series/u/p/1.mkv\n"
        + "#EXTINF:-1 tvg-id=\"news.tv\",News 24\nhttp://a.example/news.m3u8\n"

    private func providers(
        _ stage: MetadataHarness, _ policy: ViewingPolicy = .everything
    ) async throws -> [String: Int64] {
        var request = Catalog.Search(text: "")
        request.facets = [.provider]
        let values = try await stage.search(request, policy: policy).facets?.first?.values ?? []
        return Dictionary(values.map { ("\($0.value) \($0.name ?? "")", $0.count) }) { first, _ in first }
    }

    private func titles(_ stage: MetadataHarness, _ wanted: [Int64]) async throws -> [String] {
        var request = Catalog.Search(text: "", sort: .title)
        request.providers = wanted
        return try await stage.search(request).hits.map(\.title)
    }

    @Test
    func `providers of the household's country, by subscription, for nothing and with advertisements alone`() throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 21) { stage in
            try await stage.move(to: "DE")
            try await stage.importList(Self.list)
            #expect(try await stage.settled())
            try await expectEqual(
                providers(stage), ["8 Netflix": 2, "9 Provider 9": 2, "30 Provider 30": 1, "337 Provider 337": 1])
            try await expectEqual(
                providers(stage, .kids(seesUnrated: true)).keys.sorted(),
                [
                    "337 Provider 337", "8 Netflix", "9 Provider 9",
                ])
            try await expectEqual(titles(stage, [8]), ["Alien", "Toy Story"])
            try await expectEqual(titles(stage, [9, 30]), ["Alien", "Low Tide", "Toy Story"])
            // To rent or to buy is not to watch, and what is in another country is not here.
            #expect(try await titles(stage, [2, 3, 15]).isEmpty)
            let toys = try #require(try await stage.cards()["Toy Story 1995"])
            let place = try #require(try await stage.title(toys.id)?.metadata?.whereToWatch)
            #expect(place.region == "DE" && place.attribution == "JustWatch" && place.link == "http://tmdb.example/DE")
            expectEqual(
                place.providers,
                [
                    WatchProvider(id: 337, name: "Provider 337", ways: [.subscription]),
                    WatchProvider(id: 8, name: "Netflix", ways: [.subscription, .advertisements]),
                    WatchProvider(id: 9, name: "Provider 9", ways: [.free]),
                ])
            let dune = try #require(try await stage.cards()["Dune 1984"])
            try await expectEqual(stage.title(dune.id)?.metadata?.whereToWatch?.providers, [])
            // It came along with the details.
            expectEqual(stage.metadata.details.sorted(), stage.metadata.watchQuestions.sorted())
        }
        #expect(isDone)
    }

    @Test
    func `a household that moves has its titles asked after again, once; one that says nothing has nothing asked`()
        throws
    {
        let isDone = try MetadataHarness.run(Self.known, seed: 22) { stage in
            try await stage.importList(Self.list)
            #expect(try await stage.settled())
            #expect(stage.metadata.watchQuestions.isEmpty)
            #expect(try await providers(stage).isEmpty)
            let (toys, searches) = (
                try #require(try await stage.cards()["Toy Story 1995"]), stage.metadata.searches.count
            )
            try await expectEqual(stage.title(toys.id)?.metadata?.whereToWatch, nil)

            for (region, expected) in [
                ("DE", ["8 Netflix": 2, "9 Provider 9": 2, "30 Provider 30": 1, "337 Provider 337": 1]),
                ("US", ["8 Netflix": 1, "15 Provider 15": 1]), ("FR", [:]),
            ] as [(String, [String: Int64])] {
                let asked = stage.metadata.watchQuestions.count
                try await stage.move(to: region)
                #expect(try await stage.settled())
                try await expectEqual(providers(stage), expected, "\(region)")
                try await expectEqual(stage.title(toys.id)?.metadata?.whereToWatch?.region, region)
                // What a frame was lost of is asked again.
                #expect((4...8).contains(stage.metadata.watchQuestions.count - asked), "\(region)")
            }
            // What it is, is known: nothing is looked for by its name again.
            expectEqual(stage.metadata.searches.count, searches)
            let asked = stage.metadata.details.count
            try await stage.move(to: "FR")
            try await stage.simulation.sleep(for: .seconds(3_600))
            expectEqual(stage.metadata.details.count, asked, "it was there already")
            try await stage.move(to: nil)
            #expect(try await stage.settled())
            try await expectEqual(stage.title(toys.id)?.metadata?.whereToWatch, nil)
        }
        #expect(isDone)
    }

    /// Whatever happens while it moves, what is told in the end is of where it is.
    @Test(arguments: 1...8)
    func `a household that moves while titles are asked after, and is killed`(_ seed: Int) throws {
        let count: Int64 = 30
        let titles = (101...100 + count).map {
            FakeMetadata.Known(
                id: $0, name: "Pier number \($0)", year: 2000,
                watch: ["DE": ["flatrate": [8]], "US": ["flatrate": [15]]])
        }
        let isDone = try MetadataHarness.run(titles, seed: UInt64(seed)) { stage in
            stage.metadata.delay = .milliseconds(50)
            try await stage.importList(titles.map { film("\($0.name) (2000)") }.joined())
            for region in ["US", "DE", "US", nil, "DE"] {
                let pause = Duration.microseconds(Int64(stage.simulation.random() % 5_000_000))
                try await stage.simulation.sleep(for: pause)
                try await stage.move(to: region)
                if stage.simulation.random() % 3 == 0 {
                    await stage.kill()
                    try stage.start()
                }
            }
            #expect(try await stage.settled())
            // Those that were on their way at the move are asked after some hours later.
            try await stage.simulation.sleep(for: .seconds(8 * 3_600))
            #expect(try await stage.settled())
            try await expectEqual(providers(stage), ["8 Netflix": count], "seed \(seed)")
        }
        #expect(isDone)
    }

    @Test
    func `with metadata-gateway down a move waits, and what was told before is there until then`() throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 23) { stage in
            try await stage.move(to: "US")
            try await stage.importList(Self.list)
            #expect(try await stage.settled())
            stage.killGateway()
            try await stage.move(to: "DE")
            try await stage.simulation.sleep(for: .seconds(60))
            try await expectEqual(providers(stage), ["8 Netflix": 1, "15 Provider 15": 1])
            try stage.startGateway()
            #expect(try await stage.settled())
            try await expectEqual(providers(stage)["8 Netflix"], 2)
        }
        #expect(isDone)
    }

    @Test
    func `titles that were learned elsewhere are read in the order of rows`() throws {
        let queue = try DatabaseQueue()
        try queue.write { db in
            for migration in CatalogMigrations.all { try migration.apply(db) }
            let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN \(MetadataTitleTable.movedSQL)")
            statement.setUncheckedArguments(StatementArguments())
            let plan = try Row.fetchAll(statement).map { $0["detail"] as String }.joined(separator: "\n")
            #expect(plan.contains("SEARCH l USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"), "\(plan)")
            #expect(plan.contains("SEARCH i USING INDEX item_by_id"), "\(plan)")
            #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
        }
    }
}
