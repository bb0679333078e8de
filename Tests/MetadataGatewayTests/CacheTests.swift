import Foundation
import MetadataGatewayAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CacheTests {
    private static let movie = MetadataGateway.GetMovie(id: 47_964)

    @Test(arguments: TestTransport.allCases)
    func `every method answers from the recordings`(_ transport: TestTransport) async throws {
        try await withMetadata(transport) { _, replay, client in
            let found = try await client.send(MetadataGateway.SearchTitles(text: "Jobs"))
            #expect(found.page.totalResults == 203)
            #expect(found.page.results.first?.name == "Dirty Jobs")
            #expect(!found.source.isStale && found.source.attribution.contains("TMDB"))
            let week = try await client.send(MetadataGateway.ListTitles(list: .trendingThisWeek))
            #expect(week.page.results.first?.title == "Spider-Man: Brand New Day")
            let movie = try await client.send(Self.movie).movie
            #expect(movie.title == "A Good Day to Die Hard" && movie.runtime == 98)
            let show = try await client.send(MetadataGateway.GetShow(id: 1_668, along: [.videos])).show
            #expect(show.name == "Friends" && show.videos != nil && show.numberOfSeasons == 10)
            let genres = try await client.send(MetadataGateway.GetGenres(ofShows: false)).genres
            #expect(genres.contains { $0.name == "Action" })
            let configuration = try await client.send(MetadataGateway.GetConfiguration()).configuration
            #expect(configuration.images.posterSizes.contains("w342"))
            let image = try await client.send(MetadataGateway.GetImage(path: "/abc_-9.jpg", use: .card, scale: 2))
            #expect(String(decoding: image.bytes, as: UTF8.self) == "picture of /t/p/w780/abc_-9.jpg")
            let status = try await client.send(MetadataGateway.GetSourceStatus())
            #expect(status.misses == 6 && status.sent == 6 && status.hasKey)
        }
    }

    @Test func `what is new is not asked for again`() async throws {
        try await withMetadata { harness, replay, client in
            let first = try await client.send(Self.movie)
            try await harness.age(by: .seconds(86_000))
            let second = try await client.send(Self.movie)
            #expect(second.movie == first.movie && !second.source.isStale)
            #expect(second.source.fetchedAt < first.source.fetchedAt)
            try await harness.restart()
            let third = try await harness.client(MetadataGateway.self, as: .owner).send(Self.movie)
            #expect(third.movie == first.movie)
            #expect(replay.requests.count == 1)
        }
    }

    /// Who takes out of an answer what is needed leaves the cache to others.
    @Test func `what is asked for once is not kept`() async throws {
        try await withMetadata { _, replay, client in
            var once = MetadataGateway.GetMovie(id: 47_964, along: [.videos])
            (once.videoLanguages, once.isOnce) = (["ja", "en"], true)
            _ = try await client.send(once)
            #expect(try await client.send(once).movie.id == 47_964)
            #expect(replay.requests.count == 2)
            #expect(replay.requests.allSatisfy { $0.target.contains("include_video_language=ja%2Cen") })
            once.isOnce = nil
            for _ in 0..<3 { _ = try await client.send(once) }
            #expect(replay.requests.count == 3)
        }
    }

    /// Older answers come at once and are asked for again behind, with what tells whether they are still the same.
    @Test func `what is older comes at once and is asked for again`() async throws {
        try await withMetadata { harness, replay, client in
            _ = try await client.send(Self.movie)
            try await harness.age(by: .seconds(90_000))
            replay.isHeld = true
            let stale = try await client.send(Self.movie)
            #expect(stale.source.isStale)
            replay.isHeld = false
            while try await client.send(Self.movie).source.isStale {}
            #expect(replay.requests.count == 2)
            #expect(replay.requests.last?["if-none-match"] != nil)
        }
    }

    /// Each of them is asked for again behind, more often than one question is tried, and none of it replaces what is there.
    @Test(arguments: [TMDBReplay.Mood.status(503), .says("<html>"), .says("{}"), .status(401)])
    func `with the source down there is what was there before`(_ mood: TMDBReplay.Mood) async throws {
        try await withMetadata { harness, replay, client in
            let first = try await client.send(Self.movie)
            try await harness.age(by: .seconds(100 * 86_400))
            replay.mood = mood
            while replay.requests.count <= 1 + 4 {
                let stale = try await client.send(Self.movie)
                #expect(stale.movie == first.movie && stale.source.isStale)
            }
            #expect(try await client.send(Self.movie).movie == first.movie)
            let error = await client.failure(of: MetadataGateway.GetMovie(id: 19_995))
            #expect(error != nil)
            // What is half a year old is not shown.
            try await harness.age(by: .seconds(81 * 86_400))
            let old = await client.failure(of: Self.movie)
            #expect(old != nil)
        }
    }

    /// A full disk keeps no caller from what is there, nor from what can be had.
    @Test func `on a full disk there are answers all the same`() async throws {
        try await withMetadata(faults: true) { harness, replay, client in
            let faults = try #require(harness.faults)
            func picture(_ name: String) async throws -> ImageAnswer {
                try await client.send(MetadataGateway.GetImage(path: "/\(name).jpg", use: .card))
            }
            let (movie, kept) = (try await client.send(Self.movie).movie, try await picture("kept"))
            try await harness.age(by: .seconds(7_200))
            try await harness.damageResponses()
            faults.limitDisk(room: 0)
            #expect(try await picture("kept").bytes == kept.bytes)
            #expect(try await !picture("fresh").bytes.isEmpty)
            for _ in 0..<2 { _ = try await client.send(MetadataGateway.GetShow(id: 1_668)) }
            #expect(replay.requests.count == 5, "nothing new is kept")
            #expect(try await client.send(Self.movie).movie == movie, "what is damaged cannot be dropped, either")
            #expect(
                harness.logs.text.components(separatedBy: "The cache cannot be written").count == 3, "once for each")
            faults.limitDisk(room: nil)
            for _ in 0..<3 { _ = try await client.send(MetadataGateway.GetShow(id: 1_668)) }
            #expect(replay.requests.count == 7 && harness.logs.text.contains("The cache is writable again"))
        }
    }

    @Test func `damaged answers are fetched again`() async throws {
        try await withMetadata { harness, replay, client in
            let first = try await client.send(Self.movie)
            try await harness.damageResponses()
            let again = try await client.send(Self.movie)
            #expect(again.movie == first.movie)
            #expect(replay.requests.count == 2)
        }
    }

    @Test func `what does not exist is remembered for a while`() async throws {
        try await withMetadata { harness, replay, client in
            let missing = MetadataGateway.GetMovie(id: 999_999_999)
            for _ in 0..<3 {
                let error = await client.failure(of: missing)
                #expect(error?.code == .notFound && error?.problem == .unknownTitle)
            }
            #expect(replay.requests.count == 1)
            try await harness.age(by: .seconds(601))
            _ = await client.failure(of: missing)
            #expect(replay.requests.count == 2)
        }
    }

    @Test func `a picture that does not exist is remembered for a while`() async throws {
        try await withMetadata { harness, replay, client in
            replay.mood = .status(404)
            let missing = MetadataGateway.GetImage(path: "/gone.jpg", use: .card)
            for _ in 0..<3 { #expect(await client.failure(of: missing)?.problem == .unknownTitle) }
            #expect(replay.requests.count == 1)
            replay.mood = .well
            try await harness.age(by: .seconds(601))
            #expect(try await !client.send(missing).bytes.isEmpty)
        }
    }

    @Test func `pictures are fetched once`() async throws {
        try await withMetadata { _, replay, client in
            for _ in 0..<3 { _ = try await client.send(MetadataGateway.GetImage(path: "/a.jpg", use: .thumbnail)) }
            #expect(replay.requests.map(\.target) == ["/t/p/w154/a.jpg"])
            for path in ["a.jpg", "/../a.jpg", "/a/b.jpg", "/a.exe", "/.jpg", "/a.jpg?x", "//a.jpg", "/a b.jpg"] {
                let error = await client.failure(of: MetadataGateway.GetImage(path: path, use: .card))
                #expect(error?.detail(InvalidField.self)?.field == "path")
            }
            replay.mood = .says("no picture")
            let error = await client.failure(of: MetadataGateway.GetImage(path: "/b.jpg", use: .card))
            #expect(error?.problem == .unreadable)
        }
    }
}
