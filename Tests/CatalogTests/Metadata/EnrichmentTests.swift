import CatalogAPI
import Foundation
import GRDB
import Household
import MetadataGatewayAPI
import RPC
import TestSupport
import Testing

@testable import CatalogService

/// Titles are shown with what TMDB knows of them, and never lose what their sources say.
struct EnrichmentTests {
    private static let known = [
        FakeMetadata.Known(id: 841, name: "Dune", year: 1984, votes: 2_000, certificate: "PG-13"),
        FakeMetadata.Known(id: 438_631, name: "Dune", year: 2021, votes: 9_000, certificate: "PG-13"),
        FakeMetadata.Known(id: 862, name: "Toy Story", year: 1995, certificate: "G"),
        FakeMetadata.Known(id: 348, name: "Alien", year: 1979, certificate: "R"),
        FakeMetadata.Known(id: 4_589, name: "Harbour Lights", year: 2001, certificate: "G"),
        FakeMetadata.Known(id: 1_668, name: "Low Tide", year: 1994, isShow: true, certificate: "TV-14"),
    ]

    @Test("what is learned fills what the sources do not say, and nothing else")
    func fills() throws {
        let isDone = try EnrichmentStage.run(Self.known, seed: 1) { stage in
            let poster = #"tvg-logo="http://a.example/own.jpg" group-title="Horror" rating="PG-13""#
            try await stage.importList(
                film("Dune (1984)") + film("4K-DE - Dune (2021)") + film("Alien (1979)", poster, seconds: 6_000)
                    + film("Dune")
                    + film("Nobody Knows This (2020)")
                    + "#EXTINF:-1 type=\"series\",Low Tide S01E01\nhttp://a.example/series/u/p/1.mkv\n")
            #expect(try await stage.settled())
            let cards = try await stage.cards()
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
            let title = try #require(try await stage.title(alien.id))
            #expect(title.overview == "TMDB on Alien." && title.certification == "PG-13")
            #expect(title.metadata?.posterPath == "/p348.jpg" && title.metadata?.certificate == "R")
            #expect(title.metadata?.attribution == "From the fake.")
            let series = try #require(cards["Low Tide 1994"], "the year was learned")
            #expect(series.kind == .series && series.tmdbID == 1_668 && series.rating == .pg13)
            let why = try await stage.read { try TitleReader(dune.id, policy: .everything).explanation($0) }
            #expect(why?.decisions.contains { $0.about == "metadata" && $0.result == "TMDB's Dune (2021)" } == true)
        }
        #expect(isDone)
    }

    @Test("whom a title is for is told by a certain match alone, and never softened")
    func audience() throws {
        let titles =
            Self.known + [
                FakeMetadata.Known(id: 5, name: "Quiet Bay", year: 2010, votes: 500, certificate: "G"),
                FakeMetadata.Known(id: 6, name: "Quiet Bay", year: 2010, votes: 10, certificate: "R"),
                FakeMetadata.Known(id: 7, name: "Night Pier", year: 2011, certificate: "G", isAdult: true),
            ]
        let isDone = try EnrichmentStage.run(titles, seed: 2) { stage in
            try await stage.importList(
                film("Toy Story (1995)") + film("Alien (1979)", #"rating="NC-17""#) + film("Quiet Bay (2010)")
                    + film("Night Pier (2011)") + film("Harbour Lights (2002)"))
            #expect(try await stage.settled())
            let cards = try await stage.cards()
            #expect(cards["Toy Story 1995"]?.rating == .g)
            #expect(cards["Alien 1979"]?.rating == .nc17, "the list is stricter")
            #expect(cards["Quiet Bay 2010"]?.tmdbID == 5 && cards["Quiet Bay 2010"]?.rating == .unrated)
            #expect(cards["Harbour Lights 2002"]?.tmdbID == 4_589, "premieres may be a year apart")
            #expect(cards["Harbour Lights 2002"]?.rating == .unrated)
            #expect(cards["Night Pier 2011"]?.isAdult == true)
        }
        #expect(isDone)
    }

    @Test("with metadata-gateway down, killed or without a key, titles wait and nothing is lost", arguments: 1...6)
    func waits(_ seed: Int) throws {
        let isDone = try EnrichmentStage.run(Self.known, seed: UInt64(seed)) { stage in
            stage.killGateway()
            try await stage.importList(film("Toy Story (1995)") + film("Alien (1979)"))
            try await stage.simulation.sleep(for: .seconds(60))
            #expect(try await stage.cards()["Alien 1979"]?.tmdbID == nil)
            stage.metadata.problem = RPCError(
                .failedPrecondition, "no key", details: [RPCErrorDetail(MetadataProblem(.noKey))])
            try stage.startGateway()
            try await stage.simulation.sleep(for: .seconds(3_600))
            let asked = stage.metadata.searches.count
            #expect((1...40).contains(asked), "it is asked ever less often: \(asked)")
            #expect(try await stage.cards().count == 2)
            stage.metadata.problem = nil
            #expect(try await stage.settled())
            let cards = try await stage.cards()
            #expect(cards["Alien 1979"]?.tmdbID == 348 && cards["Toy Story 1995"]?.tmdbID == 862)
        }
        #expect(isDone)
    }

    /// However often it is killed, in the end every title has what there is to know, and nobody was asked without end.
    @Test("a catalog that is killed goes on where it was", arguments: 1...12)
    func killed(_ seed: Int) throws {
        let count = 40
        let titles = (101...100 + count).map {
            FakeMetadata.Known(id: Int64($0), name: "Pier number \($0)", year: 2000, certificate: "G")
        }
        let isDone = try EnrichmentStage.run(titles, seed: UInt64(seed)) { stage in
            try await stage.importList(titles.map { film("\($0.name) (2000)") }.joined())
            for _ in 0..<6 {
                let pause = Duration.microseconds(Int64(stage.simulation.random() % 8_000_000))
                try await stage.simulation.sleep(for: pause)
                await stage.kill()
                try stage.start()
            }
            #expect(try await stage.settled())
            let cards = try await stage.cards().values.filter { $0.tmdbID != nil && $0.rating == .g }
            #expect(cards.count == count, "seed \(seed)")
            #expect(Set(stage.metadata.details).count == count)
            // What was asked when the kill came, at most, is asked again.
            #expect(stage.metadata.details.count <= count + 6 * 4, "seed \(seed)")
        }
        #expect(isDone)
    }

    @Test("an import in between keeps what was learned, and a title that comes back has it still")
    func imports() throws {
        let isDone = try EnrichmentStage.run(Self.known, seed: 3) { stage in
            try await stage.importList(film("Toy Story (1995)") + film("Alien (1979)"))
            #expect(try await stage.settled())
            let asked = stage.metadata.details.count
            try await stage.importList(
                film("Toy Story (1995)", #"group-title="Kids""#, address: "http://b.example/movie/1.mkv")
                    + film("Dune (1984)"))
            let toys = try #require(try await stage.cards()["Toy Story 1995"])
            #expect(toys.tmdbID == 862 && toys.genres.contains("Kids") && toys.rating == .g)
            #expect(try await stage.settled())
            #expect(stage.metadata.details.count == asked + 1)
        }
        #expect(isDone)
    }

    @Test("what is known is asked for again after a month, and not shown for longer than TMDB allows")
    func old() throws {
        let isDone = try EnrichmentStage.run(Self.known, seed: 4) { stage in
            try await stage.importList(film("Toy Story (1995)") + film("Alien (1979)"))
            #expect(try await stage.settled())
            stage.metadata.titles = Self.known.map { title in
                var title = title
                if title.id == 862 { title.certificate = "PG" }
                return title
            }
            stage.metadata.unreadable = [348]
            try await stage.age(days: 31)
            #expect(try await stage.settled())
            #expect(try await stage.cards()["Toy Story 1995"]?.rating == .pg)
            #expect(try await stage.cards()["Alien 1979"]?.tmdbID == 348, "the older answer stays")
            stage.killGateway()
            try await stage.age(days: 181)
            try await stage.simulation.sleep(for: .seconds(900))
            let alien = try #require(try await stage.cards()["Alien 1979"])
            #expect(alien.tmdbID == nil && alien.rating == .unrated && alien.poster == nil)
        }
        #expect(isDone)
    }

    @Test("over the wire, and told to who follows", arguments: TestTransport.allCases)
    func overTheWire(_ transport: TestTransport) async throws {
        try await CatalogFixture.with(transport) { catalog in
            let metadata = FakeMetadata(Self.known, runtime: catalog.clock)
            try catalog.harness.neighbours.play("metadata-gateway", metadata.handlers)
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

extension EnrichmentStage {
    /// Makes everything that was learned older, and due as it would be then.
    func age(days: Int64) async throws {
        let milliseconds = days * 86_400_000
        try await write { db in
            try db.execute(
                sql: "UPDATE learned SET due = due - ?1, fetched = fetched - ?1", arguments: [milliseconds])
        }
    }
}
