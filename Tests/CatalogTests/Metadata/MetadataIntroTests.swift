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

/// Episodes have the intro times that TheTVDB tells of, where no other source does.
struct MetadataIntroTests {
    private static let subjects = [MetadataRefresher.Subject.titles, .marks]
    private static let tide = FakeMetadata.Known(
        id: 7, name: "Low Tide", year: 1994, isShow: true,
        marks: [
            1: [
                EpisodeMarks(number: 1, introStart: 12, introEnd: 75, creditStart: 2_300),
                EpisodeMarks(number: 3, introStart: 7, introEnd: 44, creditStart: 2_400),
                EpisodeMarks(number: 4, introStart: 10, introEnd: 40, creditStart: 2_100),
            ]
        ])
    private static let expected = IntroTimes(
        introStart: 12, introEnd: 75, creditStart: 2_300, hasIntroData: true, source: .tvdb)
    private static let guess = IntroTimes(introStart: 0, introEnd: 90, hasIntroData: false, source: .heuristic)

    private static func times(_ file: String, _ harness: MetadataHarness) async throws -> IntroTimes? {
        let id = try #require(try await harness.episodes()[file]?.id)
        return try await harness.read { try IntroTimesReader(id, policy: .everything).introTimes($0) }
    }

    @Test
    func `by hand, a playlist, TheTVDB, a guess: in this order, and of no other episode`() throws {
        let isDone = try MetadataHarness.run([Self.tide], Self.subjects, seed: 1) { harness in
            let listed = #"intro-start="5" intro-end="30""#
            try await harness.importList(
                episode("Low Tide S01E01", "1", seconds: 2_700) + episode("Low Tide S01E02", "2", seconds: 2_700)
                    + episode("Low Tide S01E03", "3", listed, seconds: 2_700)
                    + episode("Low Tide S01E04", "late", #"credits-start="2200""#, seconds: 2_700)
                    + episode("Low Tide S01E01-E02", "double", seconds: 5_400)
                    + episode("Low Tide S02E01", "4", seconds: 2_700)
                    + episode("Low Tide 1994-11-01", "day", seconds: 2_700)
                    + episode("Nobody Knows S01E01", "5", seconds: 2_700))
            #expect(try await Self.times("1", harness) == Self.guess)
            #expect(try await harness.settled())
            #expect(try await Self.times("1", harness) == Self.expected)
            for file in ["2", "double", "4", "day", "5"] {
                #expect(try await Self.times(file, harness) == Self.guess, "\(file)")
            }
            let both = IntroTimes(
                introStart: 5, introEnd: 30, creditStart: 2_400, hasIntroData: true, source: .playlist)
            #expect(try await Self.times("3", harness) == both)
            let credits = IntroTimes(
                introStart: 10, introEnd: 40, creditStart: 2_200, hasIntroData: true, source: .tvdb)
            #expect(try await Self.times("late", harness) == credits)
            let id = try #require(try await harness.episodes()["1"]?.id)
            let explained = try await harness.read { try ExplanationReader(id, policy: .everything).run(now: 0, $0) }
            let decision = try #require(explained?.decisions.first { $0.about == "intro" })
            #expect(decision.reason == "TheTVDB says so" && decision.result == "12 s to 75 s, credits from 2300 s")
            try await harness.correct { writer, db in
                var changes = TitleChanges()
                (changes.introStart, changes.introEnd) = (0, 0)
                return try writer.correct(Catalog.CorrectTitle(id: id, changes: changes), db)
            }
            let none = IntroTimes(creditStart: 2_300, hasIntroData: true, source: .hand)
            #expect(try await Self.times("1", harness) == none)
        }
        #expect(isDone)
    }

    @Test
    func `a series is requested by its title and year, season by season, once, and again when its title changes`()
        throws
    {
        let isDone = try MetadataHarness.run([Self.tide], Self.subjects, seed: 2) { harness in
            let list = episode("Low Tide S01E01", "1", seconds: 2_700) + episode("Low Tide S02E01", "2", seconds: 2_700)
            try await harness.importList(list)
            #expect(try await harness.settled())
            // At first without a year, which comes from TMDB, or not at all: that is a matter of who is first.
            func seasons() -> [Int32] {
                harness.metadata.marks.filter { $0.year == 1_994 }.map(\.seasonNumber).sorted()
            }
            #expect(seasons() == [1, 2])
            try await harness.importList(list)
            try await harness.simulation.sleep(for: MetadataHarness.interval * 3)
            #expect(seasons() == [1, 2])
            let series = try #require(try await harness.episodes()["1"]?.series)
            try await harness.correct { writer, db in
                var changes = TitleChanges()
                changes.title = "High Tide"
                return try writer.correct(Catalog.CorrectTitle(id: series, changes: changes), db)
            }
            #expect(try await Self.times("1", harness) == Self.guess, "they were those of another title")
            try await harness.simulation.sleep(for: MetadataHarness.interval * 2)
            #expect(Set(harness.metadata.marks.map(\.title)) == ["Low Tide", "High Tide"])
            #expect(try await Self.times("1", harness) == Self.guess)
            try await harness.removeList()
            try await harness.simulation.sleep(for: .seconds(8 * 86_400))
        }
        #expect(isDone)
    }

    @Test(arguments: [
        RPCError(.failedPrecondition, "no key", details: [RPCErrorDetail(MetadataProblem(.noKey))]),
        RPCError(.unavailable, "down"),
    ])
    func `without a key, or with metadata-gateway down, there is the guess, titles go on, and it is tried again`(
        _ problem: RPCError
    ) throws {
        let isDone = try MetadataHarness.run([Self.tide], Self.subjects, seed: 3) { harness in
            harness.metadata.marksProblem = problem
            try await harness.importList(episode("Low Tide S01E01", "1", seconds: 2_700))
            try await harness.simulation.sleep(for: .seconds(300))
            #expect(try await harness.cards()["Low Tide 1994"]?.tmdbID == 7, "TMDB is asked all the same")
            #expect(try await Self.times("1", harness) == Self.guess)
            #expect((2...12).contains(harness.metadata.marks.count), "\(harness.metadata.marks.count)")
            harness.metadata.marksProblem = nil
            #expect(try await harness.settled())
            #expect(try await Self.times("1", harness) == Self.expected)
            // What is known stays while it cannot be asked for again.
            harness.metadata.marksProblem = problem
            try await harness.write { try $0.execute(sql: "UPDATE seasonMarks SET due = 0") }
            try await harness.simulation.sleep(for: MetadataHarness.interval * 2)
            #expect(try await Self.times("1", harness) == Self.expected)
        }
        #expect(isDone)
    }

    @Test(arguments: 1...4)
    func `a catalog that is killed goes on with the next season`(_ seed: Int) throws {
        let shows = (101...108).map { number in
            FakeMetadata.Known(
                id: Int64(number), name: "Pier number \(number)", year: 2000, isShow: true,
                marks: [1: [EpisodeMarks(number: 1, introEnd: 20)], 2: [EpisodeMarks(number: 1, introEnd: 30)]])
        }
        let list = shows.flatMap { show in
            (1...2).map { episode("\(show.name) S0\($0)E01", "\(show.id)-\($0)", seconds: 2_700) }
        }
        let isDone = try MetadataHarness.run(shows, [.marks], seed: UInt64(seed)) { harness in
            try await harness.importList(list.joined())
            for _ in 0..<5 {
                let pause = Duration.microseconds(Int64(harness.simulation.random() % 1_500_000))
                try await harness.simulation.sleep(for: pause)
                await harness.kill()
                try harness.start()
            }
            try await harness.simulation.sleep(for: .seconds(60))
            for show in shows {
                #expect(try await Self.times("\(show.id)-1", harness)?.introEnd == 20, "seed \(seed)")
                #expect(try await Self.times("\(show.id)-2", harness)?.introEnd == 30, "seed \(seed)")
            }
            // What was asked when the kill came, at most, is asked again.
            let most = 16 + 5 * 4
            #expect(harness.metadata.marks.count <= most, "seed \(seed)")
        }
        #expect(isDone)
    }

    @Test
    func `the walk goes from season to season by the index, and an episode is found by it`() throws {
        let queue = try DatabaseQueue()
        try queue.write { db in
            for migration in CatalogMigrations.all { try migration.apply(db) }
            let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN \(MetadataIntroTable.wantedSQL)")
            statement.setUncheckedArguments(StatementArguments())
            let plan = try Row.fetchAll(statement).map { $0["detail"] as String }.joined(separator: "\n")
            #expect(
                plan.contains("SEARCH k USING INDEX sqlite_autoindex_seasonMarks_1 (series=? AND season=?)"), "\(plan)")
            #expect(!plan.contains("TEMP B-TREE") && !plan.contains("SCAN i"), "\(plan)")
        }
    }

    @Test func `the list of episodes says where specials air, in the order in which they were broadcast`() throws {
        var special = EpisodeMarks(number: 2)
        (special.airsBeforeSeason, special.airsBeforeEpisode) = (1, 2)
        let tide = FakeMetadata.Known(
            id: 7, name: "Low Tide", year: 1994, isShow: true,
            marks: [0: [special, EpisodeMarks(number: 3, introEnd: 20)]])
        let isDone = try MetadataHarness.run([tide], Self.subjects, seed: 2) { harness in
            try await harness.importList(
                episode("Low Tide S00E02", "special") + episode("Low Tide S00E03", "unknown")
                    + episode("Low Tide S01E01", "1") + episode("Low Tide S01E02", "2"))
            #expect(try await harness.settled())
            let cards = try await harness.episodes()
            let series = try #require(cards["1"]?.series)
            let reader = try EpisodeReader(Catalog.ListEpisodes(series: series), policy: .everything)
            let list = try #require(try await harness.read { try reader.run($0) })
            let id = try #require(cards["special"]?.id)
            #expect(list.episodes.count == 4)
            #expect(list.airings == [SpecialAiring(content: id, beforeSeason: 1, beforeEpisode: 2)])
        }
        #expect(isDone)
    }
}
