import CatalogAPI
import Foundation
import GRDB
import HearthModel
import PlaybackStateAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// Plays of elsewhere in the history: once each, by title and minute.
struct PlayImportTests {
    private static func play(_ content: ContentID, _ watched: String = "2026-01-31T20:15:00Z") -> ImportedPlay {
        ImportedPlay(watched: watched, content: content)
    }

    private static func take(
        _ plays: [ImportedPlay], _ client: Client, isTrial: Bool? = nil
    ) async throws -> [PlayImportOutcome] {
        try await client.send(PlaybackState.ImportPlays(plays: plays, isTrial: isTrial)).results.map(\.outcome)
    }

    private static let numberedFilm: Card = {
        var film = Card.movie("m1")
        (film.runtimeMinutes, film.tmdbID, film.imdbID) = (90, 348, "tt0078748")
        return film
    }()

    private static let numberedSeries: Card = {
        var series = Card.of(.series, "s")
        series.tmdbID = 1_402
        return series
    }()

    private static func with(_ body: (StatisticsBench, Client) async throws -> Void) async throws {
        try await StatisticsBench.with { bench in
            bench.catalog.add(numberedFilm)
            try await body(bench, try await bench.harness.playback())
        }
    }

    @Test func `a play is in the history as watched, at its time, and changes nothing else`() async throws {
        try await Self.with { bench, client in
            _ = try await client.send(PlaybackState.AddToQueue(content: "m1"))
            #expect(try await Self.take([Self.play("m1")], client) == [.imported])
            let entry = try #require(try await client.send(PlaybackState.ListHistory()).entries.first)
            #expect(entry.content == "m1" && entry.device == "import" && entry.progress == 1)
            #expect(entry.started.timeIntervalSince1970 == 1_769_890_500 && entry.lastWatched == entry.started)
            let progress = try await client.progress("m1")
            #expect(progress.isWatched && progress.playCount == 1 && progress.resume == nil)
            #expect(try await client.queue() == ["m1"])
            #expect(try await bench.statistics().profiles == [])
            #expect(try await client.send(PlaybackState.ListActive()).sessions == [])
            // What was said later wins.
            _ = try await client.send(PlaybackState.MarkUnwatched(contents: ["m1"]))
            #expect(try await Self.take([Self.play("m1", "2026-02-28T20:15:00Z")], client) == [.imported])
            #expect(try await !client.progress("m1").isWatched)
        }
    }

    /// A catalog that finds films and series by TMDB's number, and one film by its name.
    private static func numberedCatalog() -> RPCHandlers<Catalog> {
        let catalog = FakeCatalog(StatisticsBench.cards)
        let film = numberedFilm
        catalog.add(film)
        catalog.add(film, under: "tmdb:movie:348")
        catalog.add(numberedSeries, under: "tmdb:tv:1402")
        var handlers = catalog.handlers
        handlers.on(Catalog.Search.self) { request, _ in
            var results = SearchResults()
            results.hits = request.text == "Alien" && request.kinds == [.movie] ? [.movie("m2"), film] : []
            return results
        }
        return handlers
    }

    @Test func `titles are named by ids here, of TMDB, or of IMDb with their name`() async throws {
        try await ServiceHarness.with(PlaybackStateService.self) { harness in
            try harness.clients.play("catalog", Self.numberedCatalog())
            try await harness.clients.connect(to: "catalog")
            let client = try await harness.playback()
            let time = "2026-01-31T20:15:00Z"
            let plays = [
                ImportedPlay(watched: time, tmdbID: 348),
                ImportedPlay(watched: "2026-02-01T20:15:00Z", imdbID: "tt0078748", title: "Alien"),
                ImportedPlay(watched: time, tmdbID: 1_402, season: 1, episode: 2),
                ImportedPlay(watched: time, tmdbID: 1_402, season: 1, episode: 9),
                ImportedPlay(watched: time, tmdbID: 7), ImportedPlay(watched: time, imdbID: "tt1", title: "Alien"),
                ImportedPlay(watched: time, imdbID: "tt0078748"), ImportedPlay(watched: time), Self.play("s"),
                Self.play("ch"), Self.play("nothing"),
            ]
            let results = try await client.send(PlaybackState.ImportPlays(plays: plays)).results
            #expect(
                results.map(\.outcome) == [
                    .imported, .imported, .imported, .notFound, .notFound, .notFound, .notFound, .notFound,
                    .unsupported, .unsupported, .notFound,
                ])
            #expect(results.prefix(3).map(\.content) == ["m1", "m1", "e2"])
        }
    }

    @Test func `a time without a zone is refused by name, and so is none and one in the future`() async throws {
        try await Self.with { _, client in
            let plays = ["2026-01-31T20:15:00", "soon", "2030-01-31T20:15:00Z", "1969-01-31T20:15:00Z"]
            let outcomes = try await Self.take(plays.map { Self.play("m1", $0) }, client)
            #expect(outcomes == [.noZone, .badTime, .badTime, .badTime])
            #expect(try await client.send(PlaybackState.ListHistory()).total == 0)
        }
    }

    @Test func `a play within the running time of another of the title is that play`() async throws {
        try await Self.with { bench, client in
            // It was played here from 22:15 to 23:45 of the day before.
            try await bench.watch("m1", seconds: 5_400, daysAgo: 1)
            let plays = [
                "2026-06-02T10:30:00Z", "2026-06-02T12:00:00Z", "2026-06-02T13:29:00Z", "2026-06-02T14:31:00+01:00",
            ]
            #expect(
                try await Self.take(plays.map { Self.play("m1", $0) }, client) == [.known, .known, .known, .imported])
            // Of another title it is another play; without a length those of one minute are one.
            let others = ["2026-06-02T12:00:00Z", "2026-06-02T12:00:59Z", "2026-06-02T12:01:01Z"]
            #expect(
                try await Self.take(others.map { Self.play("m2", $0) }, client) == [.imported, .known, .imported])
            #expect(try await client.progress("m1").playCount == 1)
        }
    }

    @Test func `a trial says what would happen, and stores nothing`() async throws {
        try await Self.with { _, client in
            let plays = [Self.play("m1"), Self.play("m1"), Self.play("m2")]
            let outcomes = try await Self.take(plays, client, isTrial: true)
            #expect(outcomes == [.imported, .known, .imported])
            #expect(try await client.send(PlaybackState.ListHistory()).total == 0)
        }
    }

    @Test func `a child imports for itself what it may see, and an import is bounded`() async throws {
        try await Self.with { bench, client in
            let kids = try await bench.harness.playback(.kids)
            #expect(try await Self.take([Self.play("grown"), Self.play("m1")], kids) == [.notFound, .imported])
            #expect(try await client.send(PlaybackState.ListHistory()).total == 0)
            #expect(await client.failure(of: PlaybackState.ImportPlays(plays: []))?.field == "plays")
            let many = [ImportedPlay](repeating: Self.play("m1"), count: 201)
            #expect(await client.failure(of: PlaybackState.ImportPlays(plays: many))?.field == "plays")
            // A catalog that does not answer is no "not found".
            bench.harness.clients.stop("catalog")
            let error = await client.failure(of: PlaybackState.ImportPlays(plays: [Self.play("m1")]))
            #expect(error?.code == .unavailable)
        }
    }

    /// Imports are random, doubled and reordered; the second time none changes anything.
    @Test(arguments: Seeds.make(6))
    func `a doubled import changes nothing`(seed: UInt64) async throws {
        try await Self.with { _, client in
            var source = SplitMix64(seed: seed)
            let plays = (0..<60).map { _ in
                let (hour, minute) = (Int.random(in: 10...20, using: &source), Int.random(in: 10...59, using: &source))
                return Self.play(
                    ["m1", "m2", "e1"].randomElement(using: &source) ?? "m1", "2026-01-31T\(hour):\(minute):00Z")
            }
            _ = try await Self.take(plays, client)
            let request = PlaybackState.ListHistory(page: PageRequest(size: 200))
            let before = try await client.send(request)
            for _ in 0..<3 {
                let again = plays.shuffled(using: &source)
                let outcomes = Set(try await Self.take(again, client))
                #expect(outcomes == [.known], "HEARTH_TEST_SEED=\(seed)")
            }
            #expect(try await client.send(request) == before, "HEARTH_TEST_SEED=\(seed)")
        }
    }
}
