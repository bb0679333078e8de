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

/// Episodes are shown with what TMDB knows of them, season by season, and keep what their lists say.
struct MetadataEpisodeTests {
    private static let tide = FakeMetadata.Known(
        id: 1_668, name: "Low Tide", year: 1994, isShow: true, certificate: "TV-MA",
        seasons: [0: ["Making Of"], 1: ["The Harbour", "Driftwood", "Episode 3"], 2: ["Not Here"]])

    @Test
    func `an episode takes what its list does not say, and only seasons that are here are asked for`() throws {
        let isDone = try MetadataHarness.run([Self.tide], seed: 1) { harness in
            try await harness.importList(
                episode("Low Tide S01E01", "bare")
                    + episode(
                        "Low Tide S01E02 Own Name", "own", #"tvg-logo="http://a.example/own.jpg""#, seconds: 1_800)
                    + episode("Low Tide S01E03", "unnamed") + episode("Low Tide S01E09", "unknown")
                    + episode("Low Tide S01E01-E02", "double") + episode("Low Tide S00E01", "special")
                    + episode("Low Tide 1994-11-01", "day") + episode("Nobody Knows S05E01", "nobody"))
            #expect(try await harness.settled())
            #expect(harness.metadata.seasons.sorted() == ["1668/0", "1668/1"])
            let cards = try await harness.episodes()
            let bare = try #require(cards["bare"])
            #expect(bare.title == "The Harbour" && bare.releaseDate == "1994-11-01" && bare.runtimeMinutes == 41)
            #expect(bare.poster == "https://image.tmdb.org/t/p/w300/s1e1.jpg" && bare.rating == .r)
            #expect(bare.season == 1 && bare.episode == 1 && bare.tmdbID == nil)
            #expect(bare.seriesTitle == "Low Tide" && cards["nobody"]?.seriesTitle == "Nobody Knows")
            let title = try #require(try await harness.title(bare.id))
            #expect(title.overview == "TMDB on The Harbour." && title.metadata?.name == "The Harbour")
            #expect(title.metadata?.stillPath == "/s1e1.jpg" && title.metadata?.attribution == "From the fake.")
            let own = try #require(cards["own"])
            #expect(own.title == "Own Name" && own.poster == "http://a.example/own.jpg" && own.runtimeMinutes == 30)
            #expect(own.releaseDate == "1994-11-02", "days are TMDB's, as those of films")
            #expect(try await harness.title(own.id)?.metadata?.stillPath == "/s1e2.jpg")
            #expect(cards["unnamed"]?.title == "Low Tide S01E03" && cards["unnamed"]?.runtimeMinutes == 43)
            #expect(cards["special"]?.title == "Making Of")
            for (file, name) in [
                ("unknown", "Low Tide S01E09"), ("double", "Low Tide S01E01"), ("day", "Low Tide 1994-11-01"),
                ("nobody", "Nobody Knows S05E01"),
            ] {
                let card = try #require(cards[file])
                #expect(card.title == name && card.poster == nil && card.runtimeMinutes == nil, "\(file)")
                #expect(try await harness.title(card.id)?.metadata == nil, "\(file)")
            }
        }
        #expect(isDone)
    }

    @Test
    func
        `episodes are found by what TMDB calls them, as before by their series, and not by profiles that may not see them`()
        throws
    {
        let isDone = try MetadataHarness.run([Self.tide], seed: 2) { harness in
            try await harness.importList(episode("Low Tide S01E01", "1") + episode("Low Tide S01E02", "2"))
            #expect(try await harness.settled())
            func titles(_ text: String, _ policy: ViewingPolicy = .everything) async throws -> [String] {
                let request = Catalog.Search(text: text, kinds: [.episode])
                return try await harness.search(request, policy: policy).hits.map(\.title)
            }
            // The last is typed wrongly: their words are known.
            for text in ["driftwood", "tmdb driftwood", "low tide s01e02", "drfitwood"] {
                #expect(try await titles(text).first == "Driftwood", "\(text)")
            }
            #expect(try await titles("low tide").sorted() == ["Driftwood", "The Harbour"])
            #expect(try await titles("driftwood", .kids(seesUnrated: true)) == [])
        }
        #expect(isDone)
    }

    @Test func `a chosen order is fetched again when it is old, and stays when TMDB has lost it`() throws {
        var show = Self.tide
        show.groups = [FakeMetadata.Group(id: "a", type: 3, name: "Old", parts: [(1, [(1, 2), (1, 1)])])]
        let isDone = try MetadataHarness.run([show], seed: 4) { harness in
            try await harness.importList(episode("Low Tide S01E01", "1") + episode("Low Tide S01E02", "2"))
            #expect(try await harness.settled())
            let series = try #require(try await harness.cards().values.first { $0.kind == .series }).id
            func order() async throws -> [Int32?] {
                let reader = try EpisodeReader(Catalog.ListEpisodes(series: series), policy: .everything)
                return try #require(try await harness.read { try reader.run($0) }).episodes.map(\.episode)
            }
            // Chosen while TMDB's group was not known: it is requested in the background.
            try await harness.write {
                try EpisodeOrderTable.choose(.dvd, for: series.rawValue, nil, tmdbID: nil, due: 0, $0)
            }
            #expect(try await order() == [1, 2])
            // The shard stays open until the next look for what is due.
            try await harness.simulation.sleep(for: MetadataHarness.interval * 2)
            #expect(try await order() == [2, 1])
            harness.metadata.titles = [Self.tide]
            try await harness.write {
                try $0.execute(sql: "UPDATE episodeOrder SET due = 0")
            }
            try await harness.simulation.sleep(for: MetadataHarness.interval * 2)
            #expect(try await order() == [2, 1])
        }
        #expect(isDone)
    }

    /// However often it is killed, in the end every episode has what there is to know, and no service was asked without end.
    @Test(arguments: 1...8)
    func `a catalog that is killed goes on with the next season`(_ seed: Int) throws {
        let shows = (101...108).map { number in
            FakeMetadata.Known(
                id: Int64(number), name: "Pier number \(number)", year: 2000, isShow: true,
                seasons: [1: ["One", "Two"], 2: ["Three", "Four"], 3: ["Five", "Six"]])
        }
        let list = shows.flatMap { show in
            (1...3).flatMap { season in
                (1...2).map { episode("\(show.name) S0\(season)E0\($0)", "\(show.id)-\(season)-\($0)") }
            }
        }
        let isDone = try MetadataHarness.run(shows, seed: UInt64(seed)) { harness in
            try await harness.importList(list.joined())
            for _ in 0..<6 {
                let pause = Duration.microseconds(Int64(harness.simulation.random() % 6_000_000))
                try await harness.simulation.sleep(for: pause)
                await harness.kill()
                try harness.start()
            }
            #expect(try await harness.settled())
            let names = try await harness.episodes().values.map(\.title)
            let expected: [String] = shows.flatMap { show in show.seasons.values.flatMap(\.self) }
            #expect(names.sorted() == expected.sorted(), "seed \(seed)")
            #expect(Set(harness.metadata.seasons).count == 24)
            // What was asked when the kill came, at most, is asked again.
            let most = 24 + 6 * 4
            #expect(harness.metadata.seasons.count <= most, "seed \(seed)")
        }
        #expect(isDone)
    }

    @Test
    func `what comes later is filled from what is known, and only a season that is new is asked for`() throws {
        let isDone = try MetadataHarness.run([Self.tide], seed: 3) { harness in
            let first = episode("Low Tide S01E01", "1")
            try await harness.importList(first)
            #expect(try await harness.settled())
            #expect(harness.metadata.seasons == ["1668/1"])
            try await harness.importList(first + episode("Low Tide S01E02", "2"))
            #expect(try await harness.episodes()["2"]?.title == "Driftwood", "at once")
            try await harness.importList(first + episode("Low Tide S02E01", "3"))
            #expect(try await harness.settled())
            #expect(try await harness.episodes()["3"]?.title == "Not Here")
            #expect(harness.metadata.seasons == ["1668/1", "1668/2"])
            #expect(Set(harness.metadata.details).count == 1, "the series is not asked after for it")
            // As in a shard that is older than what is known of seasons.
            try await harness.write { try $0.execute(sql: "DELETE FROM learnedSeason") }
            try await harness.simulation.sleep(for: MetadataHarness.interval * 2)
            #expect(try await harness.settled())
            #expect(harness.metadata.seasons.sorted() == ["1668/1", "1668/1", "1668/2", "1668/2"])
            #expect(try await harness.episodes()["3"]?.title == "Not Here")
        }
        #expect(isDone)
    }

    @Test(arguments: [RPCCode.notFound, .unavailable, .internal, .unimplemented])
    func `a season that is not there, or cannot be told of, is not asked for again and again, and holds up no other`(
        _ code: RPCCode
    ) throws {
        let isDone = try MetadataHarness.run([Self.tide], seed: 4) { harness in
            if code != .notFound { harness.metadata.refusedSeasons = ["1668/7": RPCError(code, "no")] }
            try await harness.importList(
                ["S00E01", "S01E01", "S02E01", "S07E01"].map { episode("Low Tide \($0)", $0) }.joined())
            try await harness.simulation.sleep(for: .seconds(3_600))
            let cards = try await harness.episodes()
            #expect(cards["S02E01"]?.title == "Not Here" && cards["S07E01"]?.title == "Low Tide S07E01")
            let requested = harness.metadata.seasons.count { $0 == "1668/7" }
            // When nothing else is left to ask, an UNAVAILABLE may be that of metadata-gateway itself, which is tried on.
            // Eight times in an interval of a quarter of an hour: at once, and after pauses of 5 seconds to 5 minutes.
            let isTried = code == .unavailable
            #expect(requested == (isTried ? 33 : 1))
            try await harness.simulation.sleep(for: .seconds(86_400))
            let later = harness.metadata.seasons.count { $0 == "1668/7" } - requested
            #expect(later == (code == .notFound ? 0 : isTried ? 759 : 4))
            // It comes to be there.
            harness.metadata.refusedSeasons = [:]
            harness.metadata.titles[0].seasons[7] = ["At Last"]
            try await harness.age(days: 15)
            try await harness.simulation.sleep(for: MetadataHarness.interval * 2)
            #expect(try await harness.settled())
            #expect(try await harness.episodes()["S07E01"]?.title == "At Last")
        }
        #expect(isDone)
    }

    @Test
    func `seasons are asked for again after a month, stay while they cannot be, and go when they are too old`() throws {
        let isDone = try MetadataHarness.run([Self.tide], seed: 5) { harness in
            try await harness.importList(episode("Low Tide S01E01", "1") + episode("Low Tide S01E02", "2"))
            #expect(try await harness.settled())
            harness.metadata.titles[0].seasons[1] = ["The Port", "Driftwood"]
            try await harness.age(days: 31)
            try await harness.simulation.sleep(for: MetadataHarness.interval * 2)
            #expect(try await harness.settled())
            #expect(try await harness.episodes()["1"]?.title == "The Port")
            #expect(harness.metadata.seasons.count == 2)
            harness.metadata.refusedSeasons = ["1668/1": RPCError(.internal, "no")]
            try await harness.age(days: 31)
            try await harness.simulation.sleep(for: MetadataHarness.interval * 2)
            #expect(try await harness.episodes()["1"]?.title == "The Port")
            // The series is told of, its season has not been for too long.
            try await harness.write { db in
                try db.execute(sql: "UPDATE learnedSeason SET fetched = fetched - ?", arguments: [150 * 86_400_000])
            }
            try await harness.simulation.sleep(for: MetadataHarness.interval * 2)
            let card = try #require(try await harness.episodes()["1"])
            #expect(card.title == "Low Tide S01E01" && card.poster == nil && card.releaseDate == nil)
            #expect(try await harness.cards()["Low Tide 1994"]?.tmdbID == 1_668)
        }
        #expect(isDone)
    }

    @Test(.timeLimit(.minutes(10)))
    func `what a person says of an episode outlives it; a series that is another one takes it away`() async throws {
        let other = FakeMetadata.Known(
            id: 7, name: "Low Water", year: 1997, isShow: true, seasons: [1: ["The Weir", "The Lock"]])
        try await CatalogFixture.with { catalog in
            let metadata = FakeMetadata([Self.tide, other], runtime: catalog.clock)
            try catalog.service.clients.play("metadata-gateway", metadata.handlers)
            try await catalog.playlist(
                catalog.file("list.m3u", episode("Low Tide S01E01", "1") + episode("Low Tide S01E02", "2")))
            let series = try await catalog.title("Low Tide", kinds: [.series]).card.id
            func wait(for names: [String]) async throws {
                let request = Catalog.ListEpisodes(series: series)
                try #require(
                    try await comes { try await catalog.client().send(request).episodes.map(\.title) == names })
            }
            try await wait(for: ["The Harbour", "Driftwood"])
            let first = try await catalog.title("The Harbour", kinds: [.episode]).card.id
            try await catalog.correct(
                Catalog.CorrectTitle(id: first, changes: catalog.changes { $0.title = "My Own" }))
            try await wait(for: ["My Own", "Driftwood"])
            try await catalog.correct(Catalog.CorrectTitle(id: series, changes: catalog.changes { $0.tmdbID = 7 }))
            try await wait(for: ["My Own", "The Lock"])
            try await catalog.correct(Catalog.CorrectTitle(id: series, changes: catalog.changes { $0.tmdbID = 0 }))
            try await wait(for: ["My Own", "Low Tide S01E02"])
            #expect(metadata.seasons == ["1668/1", "7/1"])
        }
    }

    @Test
    func `the walk goes from season to season by the index, not over all episodes`() throws {
        let queue = try DatabaseQueue()
        try queue.write { db in
            for migration in CatalogMigrations.all { try migration.apply(db) }
            let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN \(MetadataSeasonTable.wantedSQL)")
            statement.setUncheckedArguments(StatementArguments())
            let plan = try Row.fetchAll(statement).map { $0["detail"] as String }.joined(separator: "\n")
            let step = "SEARCH n USING COVERING INDEX item_by_series ((series,season)>(?,?))"
            #expect(plan.components(separatedBy: step).count == 3, "\(plan)")
            let found = "SEARCH e USING INDEX item_by_series (series=? AND season=? AND episode>?)"
            #expect(plan.contains(found), "\(plan)")
            #expect(!plan.contains("TEMP B-TREE") && !plan.contains("SCAN i"), "\(plan)")
        }
    }
}
