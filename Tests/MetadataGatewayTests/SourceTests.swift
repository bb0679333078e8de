import Foundation
import MetadataGatewayAPI
import RPC
import TestSupport
import Testing

/// What callers see of a source that is asked by many, that fails, or that has no key.
@Suite(.timeLimit(.minutes(10)))
struct SourceTests {
    private static let movie = MetadataGateway.GetMovie(id: 47_964)

    @Test func `a thousand equal questions are one`() async throws {
        try await withMetadata(.ipc) { _, replay, client in
            replay.isHeld = true
            let titles = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<1_000 { group.addTask { try await client.send(Self.movie).movie.title } }
                // A caller that gives up takes nothing from the others.
                let impatient = Task { try await client.send(Self.movie) }
                try #require(try await comes { !replay.requests.isEmpty })
                impatient.cancel()
                _ = await impatient.result
                replay.isHeld = false
                return try await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
            }
            #expect(titles == ["A Good Day to Die Hard": 1_000])
            #expect(replay.requests.count == 1)
            let status = try await client.send(MetadataGateway.GetSourceStatus())
            #expect(status.sent == 1)
            #expect(status.hits + status.misses >= 1_000)
        }
    }

    @Test func `callers do not notice that one in five fails`() async throws {
        try await withMetadata { _, replay, client in
            replay.mood = .failsEvery(5)
            let count = 60
            let succeeded = await withTaskGroup(of: Bool.self) { group in
                for page in 1...Int32(count) {
                    let request = MetadataGateway.ListTitles(list: .popularMovies, page: page)
                    group.addTask { await client.failure(of: request) == nil }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            let status = try await client.send(MetadataGateway.GetSourceStatus())
            #expect(succeeded == count)
            #expect(status.sent > count && status.failed == status.sent - UInt64(count))
        }
    }

    /// Who has too little time to wait is told in time; that changes nothing for who has more, nor for what is kept.
    @Test(arguments: TestTransport.allCases)
    func `a slow source costs only who cannot wait`(_ transport: TestTransport) async throws {
        try await withMetadata(transport) { harness, replay, client in
            replay.isHeld = true
            async let patient = client.send(Self.movie)
            try #require(try await comes { !replay.requests.isEmpty })
            let hasty = CallOptions(timeout: .milliseconds(50))
            let late = try await harness.client(MetadataGateway.self, as: .owner, options: hasty)
                .failure(of: Self.movie)
            #expect(late?.code == .deadlineExceeded)
            // What needs no answer of TMDB's goes on meanwhile.
            let status = try await client.send(MetadataGateway.GetSourceStatus())
            #expect(status.sent == 1)
            replay.isHeld = false
            #expect(try await patient.movie.id == 47_964)
            _ = try await client.send(Self.movie)
            #expect(replay.requests.count == 1)
        }
    }

    /// TMDB says how long it wants to be left alone: a caller with an older answer sees that, the others are told how long.
    @Test func `a refusal is passed on with its time`() async throws {
        try await withMetadata { harness, replay, client in
            _ = try await client.send(Self.movie)
            try await harness.age(by: .seconds(90_000))
            replay.mood = .refuses(seconds: 600)
            for _ in 0..<3 {
                let error = await client.failure(of: MetadataGateway.GetShow(id: 1_668))
                #expect(error?.code == .resourceExhausted && error?.problem == .crowded)
                let wait = error?.retryAfter ?? .zero
                #expect(wait > .seconds(500) && wait <= .seconds(600))
            }
            #expect(try await client.send(Self.movie).source.isStale)
            let status = try await client.send(MetadataGateway.GetSourceStatus())
            #expect(replay.requests.count == 2 && status.refused == 1)
        }
    }

    /// More failures than a source is given before it rests.
    private static let attempts = 50

    @Test func `a source that is down is not asked for long`() async throws {
        try await withMetadata { _, replay, client in
            replay.mood = .status(500)
            let errors = await withTaskGroup(of: RPCError?.self) { group in
                for page in 1...Int32(30) {
                    let request = MetadataGateway.ListTitles(list: .popularShows, page: page)
                    group.addTask { await client.failure(of: request) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.allSatisfy { $0?.code == .unavailable && $0?.executed == .no })
            #expect(errors.contains { $0?.problem == .sourceDown && $0?.retryAfter != nil })
            // Each would have been tried four times.
            #expect(replay.requests.count < 60)
            // A rest ends after some time, which a busy machine may need for all of the above: what fails then begins another.
            var status = try await client.send(MetadataGateway.GetSourceStatus())
            for _ in 0..<Self.attempts where !status.isResting {
                #expect(await client.failure(of: Self.movie)?.code == .unavailable)
                status = try await client.send(MetadataGateway.GetSourceStatus())
            }
            #expect(status.isResting)
        }
    }

    @Test(arguments: [("<html>", ""), ("{}", "id"), (#"{"id": "x"}"#, "id")])
    func `garbage is an error and not kept`(_ text: String, _ field: String) async throws {
        try await withMetadata { _, replay, client in
            replay.mood = .says(text)
            let error = await client.failure(of: Self.movie)
            #expect(error?.code == .unavailable && error?.problem == .unreadable)
            #expect(field.isEmpty || error?.message.contains(" at \(field).") == true)
            replay.mood = .well
            let movie = try await client.send(Self.movie).movie
            #expect(movie.id == 47_964)
        }
    }

    @Test func `without a key the person is told how to set one`() async throws {
        try await withMetadata(key: nil) { _, replay, client in
            let error = await client.failure(of: Self.movie)
            #expect(error?.code == .failedPrecondition && error?.problem == .noKey)
            #expect(error?.message.contains("HEARTH_TMDB_KEY") == true)
            let status = try await client.send(MetadataGateway.GetSourceStatus())
            #expect(!status.hasKey)
            #expect(replay.requests.isEmpty)
            // Pictures need none.
            _ = try await client.send(MetadataGateway.GetImage(path: "/a.jpg", use: .card))
        }
    }

    @Test(arguments: [TMDBReplay.key, "eyJhbGciOiJIUzI1NiJ9.geheim.geheim"])
    func `the key is sent and shown nowhere`(_ key: String) async throws {
        try await withMetadata(key: key) { harness, replay, client in
            _ = try await client.send(Self.movie)
            let sent = try #require(replay.requests.first)
            let isToken = key.hasPrefix("eyJ")
            #expect(sent["authorization"] == (isToken ? "Bearer \(key)" : nil))
            #expect(sent.target.contains(key) == !isToken)
            var shown = ""
            for mood in [TMDBReplay.Mood.status(401), .status(500), .says("<html>"), .status(404)] {
                replay.mood = mood
                let error = await client.failure(of: MetadataGateway.GetShow(id: 1_668))
                shown += "\(String(describing: error))\(String(describing: error?.details))\n"
            }
            #expect(shown.contains("keyRefused") || shown.contains("rejects the key"))
            await harness.stop()
            let file = try Data(contentsOf: URL(filePath: "\(harness.dataDirectory)/home/metadata-gateway.sqlite"))
            for text in [shown, harness.logs.text, String(decoding: file, as: UTF8.self)] {
                #expect(!text.contains("geheim"))
            }
        }
    }

    @Test func `only who may see everything looks beyond the library`() async throws {
        try await withMetadata { harness, replay, _ in
            for person in [TestCaller.kids, .strictKids] {
                let client = try await harness.client(MetadataGateway.self, as: person)
                let error = await client.failure(of: MetadataGateway.SearchTitles(text: "alien"))
                #expect(error?.code == .permissionDenied)
                _ = try await client.send(MetadataGateway.GetImage(path: "/a.jpg", use: .card))
            }
            #expect(replay.requests.count == 1)
        }
    }

    @Test func `who hides adult content is shown none of it`() async throws {
        try await withMetadata { harness, replay, owner in
            let other = try await harness.client(MetadataGateway.self, as: .hidingAdult)
            let film = #"{"id": 1, "title": "Marked", "adult": true}"#
            let erotica = #"{"id": 2, "name": "Soft", "media_type": "tv", "softcore": true}"#
            let plain = #"{"id": 3, "title": "Plain", "adult": false}"#
            let page = """
                {"page": 1, "results": [\(film), \(erotica), \(plain)], "total_pages": 1, "total_results": 3}
                """
            replay.mood = .says(page)
            let list = MetadataGateway.ListTitles(list: .trendingToday)
            #expect(try await owner.send(list).page.results.map(\.id) == [1, 2, 3])
            #expect(try await other.send(list).page.results.map(\.id) == [3])
            replay.mood = .says(#"{"id": 3, "title": "Plain", "similar": \#(page)}"#)
            let along = MetadataGateway.GetMovie(id: 3, along: [.similar])
            #expect(try await owner.send(along).movie.similar?.results.count == 3)
            #expect(try await other.send(along).movie.similar?.results.map(\.id) == [3])
            replay.mood = .says(film)
            #expect(try await owner.send(MetadataGateway.GetMovie(id: 1)).movie.title == "Marked")
            #expect(await other.failure(of: MetadataGateway.GetMovie(id: 1))?.problem == .unknownTitle)
            replay.mood = .says(erotica)
            #expect(try await owner.send(MetadataGateway.GetShow(id: 2)).show.name == "Soft")
            #expect(await other.failure(of: MetadataGateway.GetShow(id: 2))?.problem == .unknownTitle)
        }
    }

    @Test func `wrong questions name the field`() async throws {
        try await withMetadata { _, replay, client in
            let search = MetadataGateway.SearchTitles(text: "")
            #expect(await client.failure(of: search)?.detail(InvalidField.self)?.field == "text")
            let page = MetadataGateway.ListTitles(list: .upcoming, page: 501)
            #expect(await client.failure(of: page)?.detail(InvalidField.self)?.field == "page")
            for language in ["", "deutsch", "de-", "d&", "de-DE-x"] {
                let request = MetadataGateway.GetShow(id: 1, language: language)
                #expect(await client.failure(of: request)?.detail(InvalidField.self)?.field == "language")
            }
            let extra = MetadataGateway.GetMovie(id: 1, along: [.aggregateCredits])
            #expect(await client.failure(of: extra)?.detail(InvalidField.self)?.field == "along")
            for languages in [[], ["deu"], ["d,"], Array(repeating: "de", count: 11)] {
                var videos = MetadataGateway.GetShow(id: 1, along: [.videos])
                videos.videoLanguages = languages
                #expect(await client.failure(of: videos)?.detail(InvalidField.self)?.field == "videoLanguages")
            }
            #expect(replay.requests.isEmpty)
        }
    }
}
