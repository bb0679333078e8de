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

/// It is told where titles can be watched in the household's country, as TMDB had it last, and of no other country.
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
        _ harness: MetadataHarness, _ policy: ViewingPolicy = .everything
    ) async throws -> [String: Int64] {
        var request = Catalog.Search(text: "")
        request.facets = [.provider]
        let values = try await harness.search(request, policy: policy).facets?.first?.values ?? []
        return Dictionary(values.map { ("\($0.value) \($0.name ?? "")", $0.count) }) { first, _ in first }
    }

    private func titles(_ harness: MetadataHarness, _ providers: [Int64]) async throws -> [String] {
        var request = Catalog.Search(text: "", sort: .title)
        request.providers = providers
        return try await harness.search(request).hits.map(\.title)
    }

    @Test
    func `providers of the household's country, by subscription, for nothing and with advertisements alone`() throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 21) { harness in
            try await harness.move(to: "DE")
            try await harness.importList(Self.list)
            #expect(try await harness.settled())
            #expect(
                try await providers(harness) == [
                    "8 Netflix": 2, "9 Provider 9": 2, "30 Provider 30": 1, "337 Provider 337": 1,
                ])
            #expect(
                try await providers(harness, .kids(seesUnrated: true)).keys.sorted() == [
                    "337 Provider 337", "8 Netflix", "9 Provider 9",
                ])
            #expect(try await titles(harness, [8]) == ["Alien", "Toy Story"])
            #expect(try await titles(harness, [9, 30]) == ["Alien", "Low Tide", "Toy Story"])
            // To rent or to buy is not to watch, and what is in another country is not here.
            #expect(try await titles(harness, [2, 3, 15]).isEmpty)
            let toys = try #require(try await harness.cards()["Toy Story 1995"])
            let place = try #require(try await harness.title(toys.id)?.metadata?.whereToWatch)
            #expect(place.region == "DE" && place.attribution == "JustWatch" && place.link == "http://tmdb.example/DE")
            #expect(
                place.providers == [
                    WatchProvider(id: 337, name: "Provider 337", ways: [.subscription]),
                    WatchProvider(id: 8, name: "Netflix", ways: [.subscription, .advertisements]),
                    WatchProvider(id: 9, name: "Provider 9", ways: [.free]),
                ])
            let dune = try #require(try await harness.cards()["Dune 1984"])
            #expect(try await harness.title(dune.id)?.metadata?.whereToWatch?.providers == [])
            // It came along with the details.
            #expect(harness.metadata.details.sorted() == harness.metadata.watchQuestions.sorted())
        }
        #expect(isDone)
    }

    @Test
    func `a household that moves has its titles asked after again, once; one that says nothing has nothing asked`()
        throws
    {
        let isDone = try MetadataHarness.run(Self.known, seed: 22) { harness in
            try await harness.importList(Self.list)
            #expect(try await harness.settled())
            #expect(harness.metadata.watchQuestions.isEmpty)
            #expect(try await providers(harness).isEmpty)
            let (toys, searches) = (
                try #require(try await harness.cards()["Toy Story 1995"]), harness.metadata.searches.count
            )
            #expect(try await harness.title(toys.id)?.metadata?.whereToWatch == nil)

            for (region, expected) in [
                ("DE", ["8 Netflix": 2, "9 Provider 9": 2, "30 Provider 30": 1, "337 Provider 337": 1]),
                ("US", ["8 Netflix": 1, "15 Provider 15": 1]), ("FR", [:]),
            ] as [(String, [String: Int64])] {
                let requested = harness.metadata.watchQuestions.count
                try await harness.move(to: region)
                #expect(try await harness.settled())
                #expect(try await providers(harness) == expected, "\(region)")
                #expect(try await harness.title(toys.id)?.metadata?.whereToWatch?.region == region)
                // What a frame was lost of is asked again.
                #expect((4...8).contains(harness.metadata.watchQuestions.count - requested), "\(region)")
            }
            // What it is, is known: nothing is looked for by its name again.
            #expect(harness.metadata.searches.count == searches)
            let requested = harness.metadata.details.count
            try await harness.move(to: "FR")
            try await harness.simulation.sleep(for: .seconds(3_600))
            #expect(harness.metadata.details.count == requested, "it was there already")
            try await harness.move(to: nil)
            #expect(try await harness.settled())
            #expect(try await harness.title(toys.id)?.metadata?.whereToWatch == nil)
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
        let isDone = try MetadataHarness.run(titles, seed: UInt64(seed)) { harness in
            harness.metadata.delay = .milliseconds(50)
            try await harness.importList(titles.map { film("\($0.name) (2000)") }.joined())
            for region in ["US", "DE", "US", nil, "DE"] {
                let pause = Duration.microseconds(Int64(harness.simulation.random() % 5_000_000))
                try await harness.simulation.sleep(for: pause)
                try await harness.move(to: region)
                if harness.simulation.random() % 3 == 0 {
                    await harness.kill()
                    try harness.start()
                }
            }
            #expect(try await harness.settled())
            // Those that were on their way at the move are asked after some hours later.
            try await harness.simulation.sleep(for: .seconds(8 * 3_600))
            #expect(try await harness.settled())
            #expect(try await providers(harness) == ["8 Netflix": count], "seed \(seed)")
        }
        #expect(isDone)
    }

    @Test
    func `with metadata-gateway down a move waits, and what was told before is there until then`() throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 23) { harness in
            try await harness.move(to: "US")
            try await harness.importList(Self.list)
            #expect(try await harness.settled())
            harness.killGateway()
            try await harness.move(to: "DE")
            try await harness.simulation.sleep(for: .seconds(60))
            #expect(try await providers(harness) == ["8 Netflix": 1, "15 Provider 15": 1])
            try harness.startGateway()
            #expect(try await harness.settled())
            #expect(try await providers(harness)["8 Netflix"] == 2)
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
