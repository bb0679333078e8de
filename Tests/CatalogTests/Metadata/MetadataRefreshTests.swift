import CatalogAPI
import Foundation
import GRDB
import HearthModel
import MetadataGatewayAPI
import RPC
import TestSupport
import Testing

@testable import CatalogFormats
@testable import CatalogRecognition
@testable import CatalogService

/// Titles are shown with what TMDB knows of them, and never lose what their sources say.
struct MetadataRefreshTests {
    private static let known = [
        FakeMetadata.Known(id: 841, name: "Dune", year: 1984, votes: 2_000, certificate: "PG-13"),
        FakeMetadata.Known(id: 438_631, name: "Dune", year: 2021, votes: 9_000, certificate: "PG-13"),
        FakeMetadata.Known(id: 862, name: "Toy Story", year: 1995, certificate: "G"),
        FakeMetadata.Known(id: 348, name: "Alien", year: 1979, certificate: "R"),
        FakeMetadata.Known(id: 4_589, name: "Harbour Lights", year: 2001, certificate: "G"),
        FakeMetadata.Known(
            id: 1_668, name: "Low Tide", year: 1994, isShow: true, certificate: "TV-14", language: "ja", country: "JP"),
    ]

    @Test
    func `what is learned fills what the sources do not say, and nothing else`() throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 1) { harness in
            let poster = #"tvg-logo="http://a.example/own.jpg" group-title="Horror" rating="PG-13""#
            try await harness.importList(
                film("Dune (1984)") + film("4K-DE - Dune (2021)") + film("Alien (1979)", poster, seconds: 6_000)
                    + film("Dune")
                    + film("Nobody Knows This (2020)")
                    + "#EXTINF:-1 type=\"series\",Low Tide S01E01\nhttp://a.example/series/u/p/1.mkv\n")
            #expect(try await harness.settled())
            let cards = try await harness.cards()
            #expect(cards["Dune 1984"]?.tmdbID == 841 && cards["Dune 2021"]?.tmdbID == 438_631)
            #expect(cards["Dune 0"]?.tmdbID == nil, "it may be either")
            #expect(cards["Nobody Knows This 2020"]?.tmdbID == nil)
            let dune = try #require(cards["Dune 2021"])
            #expect(dune.imdbID == "tt438631" && dune.runtimeMinutes == 101 && dune.score == 7.5)
            #expect(dune.releaseDate == "2021-06-15" && dune.rating == .pg13)
            #expect(dune.poster == "https://image.tmdb.org/t/p/w342/p438631.jpg")
            // The list has a poster and a milder rating; TMDB's is stricter.
            let alien = try #require(cards["Alien 1979"])
            #expect(alien.poster == "http://a.example/own.jpg" && alien.rating == .r)
            #expect(alien.runtimeMinutes == 100, "the list has a length")
            #expect(Set(alien.genres) == ["Horror", "Science Fiction"])
            let title = try #require(try await harness.title(alien.id))
            #expect(title.overview == "TMDB on Alien." && title.certification == "PG-13")
            #expect(title.metadata?.posterPath == "/p348.jpg" && title.metadata?.certificate == "R")
            #expect(title.metadata?.attribution == "From the fake.")
            let series = try #require(cards["Low Tide 1994"], "the year was learned")
            #expect(series.kind == .series && series.tmdbID == 1_668 && series.rating == .pg13)
            #expect(title.metadata?.originalLanguage == "en" && title.metadata?.countries == ["US"])
            #expect(title.sortTitle == "alien")
            let show = try await harness.title(series.id)
            #expect(show?.metadata?.originalLanguage == "ja" && show?.metadata?.countries == ["JP"])
            let why = try await harness.read { try ExplanationReader(dune.id, policy: .everything).run(now: 0, $0) }
            #expect(why?.decisions.contains { $0.about == "metadata" && $0.result == "TMDB's Dune (2021)" } == true)
        }
        #expect(isDone)
    }

    @Test
    func `a title's audience comes from a certain match alone, and is never softened`() throws {
        let titles =
            Self.known + [
                FakeMetadata.Known(id: 5, name: "Quiet Bay", year: 2010, votes: 500, certificate: "G"),
                FakeMetadata.Known(id: 6, name: "Quiet Bay", year: 2010, votes: 10, certificate: "R"),
                FakeMetadata.Known(id: 7, name: "Night Pier", year: 2011, certificate: "G", isAdult: true),
            ]
        let isDone = try MetadataHarness.run(titles, seed: 2) { harness in
            try await harness.importList(
                film("Toy Story (1995)") + film("Alien (1979)", #"rating="NC-17""#) + film("Quiet Bay (2010)")
                    + film("Night Pier (2011)") + film("Harbour Lights (2002)"))
            #expect(try await harness.settled())
            let cards = try await harness.cards()
            #expect(cards["Toy Story 1995"]?.rating == .g)
            #expect(cards["Alien 1979"]?.rating == .nc17, "the list is stricter")
            #expect(cards["Quiet Bay 2010"]?.tmdbID == 5 && cards["Quiet Bay 2010"]?.rating == .unrated)
            #expect(cards["Harbour Lights 2002"]?.tmdbID == 4_589, "premieres may be a year apart")
            #expect(cards["Harbour Lights 2002"]?.rating == .unrated)
            #expect(cards["Night Pier 2011"]?.isAdult == true)
        }
        #expect(isDone)
    }

    @Test(arguments: 1...6)
    func `with metadata-gateway down, killed or without a key, titles wait and nothing is lost`(_ seed: Int) throws {
        let isDone = try MetadataHarness.run(Self.known, seed: UInt64(seed)) { harness in
            harness.killGateway()
            try await harness.importList(film("Toy Story (1995)") + film("Alien (1979)"))
            try await harness.simulation.sleep(for: .seconds(60))
            #expect(try await harness.cards()["Alien 1979"]?.tmdbID == nil)
            harness.metadata.problem = RPCError(
                .failedPrecondition, "no key", details: [RPCErrorDetail(MetadataProblem(.noKey))])
            try harness.startGateway()
            try await harness.simulation.sleep(for: .seconds(3_600))
            let requested = harness.metadata.searches.count
            #expect((1...40).contains(requested), "it is asked ever less often: \(requested)")
            #expect(try await harness.cards().count == 2)
            harness.metadata.problem = nil
            #expect(try await harness.settled())
            let cards = try await harness.cards()
            #expect(cards["Alien 1979"]?.tmdbID == 348 && cards["Toy Story 1995"]?.tmdbID == 862)
        }
        #expect(isDone)
    }

    /// However often it is killed, in the end every title has what there is to know, and no service was asked without end.
    @Test(arguments: 1...12)
    func `a catalog that is killed goes on where it was`(_ seed: Int) throws {
        let count = 40
        let titles = (101...100 + count).map {
            FakeMetadata.Known(id: Int64($0), name: "Pier number \($0)", year: 2000, certificate: "G")
        }
        let isDone = try MetadataHarness.run(titles, seed: UInt64(seed)) { harness in
            try await harness.importList(titles.map { film("\($0.name) (2000)") }.joined())
            for _ in 0..<6 {
                let pause = Duration.microseconds(Int64(harness.simulation.random() % 8_000_000))
                try await harness.simulation.sleep(for: pause)
                await harness.kill()
                try harness.start()
            }
            #expect(try await harness.settled())
            let cards = try await harness.cards().values.filter { $0.tmdbID != nil && $0.rating == .g }
            #expect(cards.count == count, "seed \(seed)")
            #expect(Set(harness.metadata.details).count == count)
            // What was asked when the kill came, at most, is asked again.
            #expect(harness.metadata.details.count <= count + 6 * 4, "seed \(seed)")
        }
        #expect(isDone)
    }

    @Test
    func `an import in between keeps what was learned, and a title that comes back has it still`() throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 3) { harness in
            try await harness.importList(film("Toy Story (1995)") + film("Alien (1979)"))
            #expect(try await harness.settled())
            let requested = harness.metadata.details.count
            try await harness.importList(
                film("Toy Story (1995)", #"group-title="Kids""#, address: "http://b.example/movie/1.mkv")
                    + film("Dune (1984)"))
            let toys = try #require(try await harness.cards()["Toy Story 1995"])
            #expect(toys.tmdbID == 862 && toys.genres.contains("Kids") && toys.rating == .g)
            #expect(try await harness.settled())
            #expect(harness.metadata.details.count == requested + 1)
        }
        #expect(isDone)
    }

    @Test
    func `what is known is asked for again after a month, and not shown for longer than TMDB allows`() throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 4) { harness in
            try await harness.importList(film("Toy Story (1995)") + film("Alien (1979)"))
            #expect(try await harness.settled())
            harness.metadata.titles = Self.known.map { title in
                var title = title
                if title.id == 862 { title.certificate = "PG" }
                return title
            }
            harness.metadata.unreadable = [348]
            try await harness.age(days: 31)
            #expect(try await harness.settled())
            #expect(try await harness.cards()["Toy Story 1995"]?.rating == .pg)
            #expect(try await harness.cards()["Alien 1979"]?.tmdbID == 348, "the older answer stays")
            harness.killGateway()
            try await harness.age(days: 181)
            try await harness.simulation.sleep(for: MetadataHarness.interval * 3)
            let alien = try #require(try await harness.cards()["Alien 1979"])
            #expect(alien.tmdbID == nil && alien.rating == .unrated && alien.poster == nil)
        }
        #expect(isDone)
    }

    @Test
    func `the episodes of a series have the audience of the series`() throws {
        let titles = [
            FakeMetadata.Known(id: 1, name: "Low Tide", year: 1994, isShow: true, certificate: "TV-Y"),
            FakeMetadata.Known(id: 2, name: "Deep Water", year: 1996, isShow: true, certificate: "TV-MA"),
        ]
        let isDone = try MetadataHarness.run(titles, seed: 5) { harness in
            func entry(_ series: String, _ number: Int) -> String {
                let place = "\(series)-\(number)".replacing(" ", with: "-")
                return "#EXTINF:-1 type=\"series\",\(series) S01E0\(number)\nhttp://a.example/series/u/p/\(place).mkv\n"
            }
            func episodes(_ policy: ViewingPolicy) async throws -> [String] {
                let cards = try await harness.read { try SnapshotReader.piece(after: nil, limit: .max, $0).cards } ?? []
                return cards.filter { $0.kind == .episode && policy.allows($0) }.map { "\($0.rating)" }.sorted()
            }
            let list = entry("Low Tide", 1) + entry("Deep Water", 1)
            try await harness.importList(list)
            #expect(try await episodes(.kids(seesUnrated: false)) == [])
            #expect(try await episodes(.kids(seesUnrated: true)).count == 2)
            #expect(try await harness.settled())
            #expect(try await episodes(.everything) == ["G", "R"])
            #expect(try await episodes(.kids(seesUnrated: false)) == ["G"])
            #expect(try await episodes(.kids(seesUnrated: true)) == ["G"])
            // One that comes later is held to it at once.
            try await harness.importList(list + entry("Low Tide", 2) + entry("Deep Water", 2))
            #expect(try await episodes(.everything) == ["G", "G", "R", "R"])
        }
        #expect(isDone)
    }

    @Test(arguments: [RPCCode.unavailable, .internal, .invalidArgument])
    func `titles without metadata delay no others`(_ code: RPCCode) throws {
        let titles = (101...112).map {
            FakeMetadata.Known(id: Int64($0), name: "Pier number \($0)", year: 2000, certificate: "G")
        }
        let isDone = try MetadataHarness.run(titles, seed: 6) { harness in
            let refused: Set<Int64> = [101, 104, 108, 112]
            harness.metadata.refusals = Dictionary(uniqueKeysWithValues: refused.map { ($0, RPCError(code, "no")) })
            try await harness.importList(titles.map { film("\($0.name) (2000)") }.joined())
            try await harness.simulation.sleep(for: .seconds(3_600))
            let found = try await harness.cards().values.compactMap(\.tmdbID)
            #expect(Set(found) == Set(titles.map(\.id)).subtracting(refused))
            let requested = harness.metadata.details.count { refused.contains($0) }
            #expect((4...64).contains(requested), "they are not asked after again and again: \(requested)")
            harness.metadata.refusals = [:]
            try await harness.simulation.sleep(for: .seconds(7 * 3_600))
            #expect(try await harness.cards().values.compactMap(\.tmdbID).count == titles.count)
        }
        #expect(isDone)
    }

    @Test
    func `a metadata-gateway that hangs takes nothing from the catalog, and is asked ever less often`() throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 7) { harness in
            harness.metadata.delay = .seconds(100_000)
            try await harness.importList(film("Toy Story (1995)") + film("Alien (1979)"))
            try await harness.simulation.sleep(for: .seconds(3_600))
            #expect(try await harness.cards().count == 2)
            #expect((1...60).contains(harness.metadata.searches.count), "\(harness.metadata.searches.count)")
            harness.metadata.delay = .zero
            #expect(try await harness.settled())
            #expect(try await harness.cards()["Alien 1979"]?.tmdbID == 348)
        }
        #expect(isDone)
    }

    @Test
    func `titles are requested at a gentle pace, each once, and none when all are known`() throws {
        let titles = (101...160).map { FakeMetadata.Known(id: Int64($0), name: "Pier number \($0)", year: 2000) }
        let isDone = try MetadataHarness.run(titles, seed: 8) { harness in
            // One has no title at TMDB.
            try await harness.importList((titles.map { film("\($0.name) (2000)") } + [film("Nothing (2001)")]).joined())
            try await harness.simulation.sleep(for: .seconds(4))
            #expect(harness.metadata.details.count <= 28, "\(harness.metadata.details.count)")
            #expect(try await harness.settled())
            #expect(Set(harness.metadata.details) == Set(titles.map(\.id)))
            // What a frame was lost of is asked again.
            let requested = (harness.metadata.searches.count, harness.metadata.details.count)
            #expect(requested.0 <= 70 && requested.1 <= 64, "\(requested)")
            // Neither time nor the same list again is a reason to ask.
            try await harness.importList((titles.map { film("\($0.name) (2000)") } + [film("Nothing (2001)")]).joined())
            try await harness.simulation.sleep(for: .seconds(86_400))
            #expect((harness.metadata.searches.count, harness.metadata.details.count) == requested)
        }
        #expect(isDone)
    }

    @Test(arguments: [true, false])
    func `it keeps no unused shard open`(_ isDown: Bool) throws {
        let isDone = try MetadataHarness.run(Self.known, seed: 9) { harness in
            try await harness.importList(film("Toy Story (1995)"))
            if isDown {
                harness.killGateway()
                try await harness.importList(film("Toy Story (1995)") + film("Alien (1979)"))
            } else {
                #expect(try await harness.settled())
            }
            let minutes = try await harness.rest(minutes: 120)
            #expect(minutes <= 30)
            guard isDown else { return }
            // A caller comes, and so does metadata-gateway.
            try harness.startGateway()
            #expect(try await harness.settled())
            #expect(try await harness.cards()["Alien 1979"]?.tmdbID == 348)
        }
        #expect(isDone)
    }

    @Test(arguments: 1...8)
    func `titles that go, or are marked adult, while they are asked after`(_ seed: Int) throws {
        let isDone = try MetadataHarness.run(Self.known, seed: UInt64(seed)) { harness in
            harness.metadata.delay = .milliseconds(50)
            try await harness.importList(film("Toy Story (1995)") + film("Alien (1979)"))
            let pause = Duration.milliseconds(Int64(harness.simulation.random() % 300))
            try await harness.simulation.sleep(for: pause)
            try await harness.importList(film("Alien (1979)", #"group-title="XXX""#))
            #expect(try await harness.cards()["Alien 1979"]?.isAdult == true)
            try await harness.removeList()
            #expect(try await harness.settled())
            #expect(try await harness.cards().isEmpty)
            // They come back with what is known, or find it once more.
            try await harness.importList(film("Toy Story (1995)") + film("Alien (1979)", #"group-title="XXX""#))
            #expect(try await harness.settled())
            let cards = try await harness.cards()
            #expect(cards["Toy Story 1995"]?.rating == .g && cards["Alien 1979"]?.isAdult == true, "seed \(seed)")
            #expect(harness.metadata.details.count { $0 == 862 } <= 2)
            #expect(try await harness.cards(policy: .kids(seesUnrated: true)).keys.sorted() == ["Toy Story 1995"])
        }
        #expect(isDone)
    }

    @Test
    func `a title that TMDB has no longer is looked for by what the sources say of it alone`() throws {
        let before = [FakeMetadata.Known(id: 9, name: "Salt Marsh", year: 2003, certificate: "G")]
        let after = [
            FakeMetadata.Known(id: 10, name: "Salt Marsh", year: 2003, certificate: "G"),
            FakeMetadata.Known(id: 11, name: "Salt Marsh", year: 2014, certificate: "R"),
        ]
        let isDone = try MetadataHarness.run(before, seed: 10) { harness in
            try await harness.importList(film("Salt Marsh"))
            #expect(try await harness.settled())
            #expect(try await harness.cards()["Salt Marsh 2003"]?.rating == .g)
            harness.metadata.titles = after
            try await harness.age(days: 31)
            try await harness.simulation.sleep(for: MetadataHarness.interval * 3)
            #expect(try await harness.settled())
            // The list has no year: it may be either now.
            #expect(try await harness.cards()["Salt Marsh 0"]?.rating == .unrated)
        }
        #expect(isDone)
    }

    @Test
    func `TMDB's number that a person gives is the title's, also after a refresh, until it is taken back`() async throws
    {
        try await CatalogFixture.with { catalog in
            let metadata = FakeMetadata(Self.known, runtime: catalog.clock)
            try catalog.service.clients.play("metadata-gateway", metadata.handlers)
            let list = "#EXTM3U\n" + film("Dune") + film("Toy Story (1995)")
            try await catalog.playlist(catalog.file("films.m3u", list))
            func card(_ name: String) async throws -> Card { try await catalog.title(name).card }
            func wait(_ name: String, for number: Int64?) async throws {
                try #require(try await comes { try await card(name).tmdbID == number })
            }
            try await wait("Toy Story", for: 862)
            // TMDB has two films of that name.
            let dune = try await card("Dune")
            #expect(dune.tmdbID == nil)
            let made = try await catalog.correct(
                Catalog.CorrectTitle(id: dune.id, changes: catalog.changes { $0.tmdbID = 841 }))
            try await wait("Dune", for: 841)
            #expect(try await card("Dune").releaseDate == "1984-06-15")
            let why = try await catalog.client().send(Catalog.Explain(id: dune.id)).decisions
            #expect(why.contains { $0.about == "metadata" && $0.reason.contains("a person has said so") })
            let none = try await catalog.correct(
                Catalog.CorrectTitle(id: try await card("Toy Story").id, changes: catalog.changes { $0.tmdbID = 0 }))
            try await wait("Toy Story", for: nil)
            try await catalog.playlist(catalog.file("more.m3u", list + film("Alien (1979)")))
            try await wait("Alien", for: 348)
            #expect(try await card("Dune").tmdbID == 841)
            #expect(try await card("Toy Story").tmdbID == nil)
            try await catalog.correct(Catalog.TakeBackCorrection(correction: made.correction))
            try await catalog.correct(Catalog.TakeBackCorrection(correction: none.correction))
            try await wait("Dune", for: nil)
            try await wait("Toy Story", for: 862)
        }
    }

    @Test(arguments: TestTransport.allCases)
    func `over the wire, and told to who follows`(_ transport: TestTransport) async throws {
        try await CatalogFixture.with(transport) { catalog in
            let metadata = FakeMetadata(Self.known, runtime: catalog.clock)
            try catalog.service.clients.play("metadata-gateway", metadata.handlers)
            try await catalog.playlist(catalog.file("films.m3u", "#EXTM3U\n" + film("Toy Story (1995)")))
            let follower = try await catalog.client(.service("profiles"))
            var learned: Card?
            for try await element in follower.follow(Catalog.FollowEvents(), after: nil) {
                learned =
                    element.item.cardsChanged?.first { $0.tmdbID == 862 }
                    ?? element.item.snapshot?.cards.first { $0.tmdbID == 862 }
                if learned != nil { break }
            }
            #expect(learned?.rating == .g)
            // The child's rules go by it.
            let seen = try await catalog.client(.strictKids).send(Catalog.GetTitle(id: try #require(learned).id))
            #expect(seen.metadata?.isCertain == true)
        }
    }
}

extension MetadataHarness {
    /// Makes everything that was learned older, and due as it would be then.
    func age(days: Int64) async throws {
        let milliseconds = days * 86_400_000
        try await write { db in
            for table in ["learned", "learnedSeason"] {
                try db.execute(
                    sql: "UPDATE \(table) SET due = due - ?1, fetched = fetched - ?1", arguments: [milliseconds])
            }
        }
    }
}
