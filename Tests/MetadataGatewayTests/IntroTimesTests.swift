import Foundation
import MetadataGatewayAPI
import RPC
import TestSupport
import Testing

@testable import HTTPFetch
@testable import MetadataGatewayService

/// Where intros are by what TheTVDB tells, asked for with a key alone, and seldom.
@Suite(.timeLimit(.minutes(10)))
struct IntroTimesTests {
    private static let season = MetadataGateway.GetSeasonMarks(title: "Low Tide", year: 1994, seasonNumber: 1)
    private static let tide = TVDBReplay.series(7, "Low Tide", 1994)
    private static let first =
        #"{"number": 1, "seasonNumber": 1, "introStart": 12, "introEnd": "75.5", "creditStart": 2300}"#

    @Test(arguments: TestTransport.allCases)
    func `a seasons marks come by title and year`(_ transport: TestTransport) async throws {
        try await TVDBReplay.with(transport) { _, replay, client in
            replay.find(TVDBReplay.series(6, "Low Tide (2015)", 2015), Self.tide)
            replay.invent(
                "7/1", Self.first,
                // No data: zero to zero, an end before its beginning, no numbers, and an episode of another season.
                #"{"number": 2, "seasonNumber": 1, "introStart": 0, "introEnd": 0, "creditStart": 0}"#,
                #"{"number": 3, "seasonNumber": 1, "introStart": 90, "introEnd": 20}"#,
                #"{"number": 4, "seasonNumber": 1, "introEnd": {"at": 3}, "creditStart": -5}"#,
                #"{"number": 5, "seasonNumber": 2, "introEnd": 30}"#,
                #"{"number": 6, "seasonNumber": 1, "creditStart": 1900, "name": null}"#,
                // Two that say to be the same one.
                #"{"number": 7, "seasonNumber": 1, "introEnd": 30}"#,
                #"{"number": 7, "seasonNumber": 1, "introEnd": 40}"#)
            let response = try await client.send(Self.season)
            #expect(response.seriesId == 7 && response.source.attribution.contains("TheTVDB"))
            #expect(
                response.episodes == [
                    EpisodeMarks(number: 1, introStart: 12, introEnd: 75.5, creditStart: 2_300),
                    EpisodeMarks(number: 6, creditStart: 1_900),
                ])
            #expect(
                replay.questions == [
                    "/v4/search?query=Low%20Tide&type=series&year=1994&limit=50",
                    "/v4/series/7/episodes/default?page=0&season=1",
                ])
            #expect(replay.logins == 1)
        }
    }

    @Test func `of specials it is told where they air`() async throws {
        try await TVDBReplay.with(.inProcess) { _, replay, client in
            replay.find(Self.tide)
            replay.invent(
                "7/0", #"{"number": 1, "seasonNumber": 0, "airsBeforeSeason": 2, "airsBeforeEpisode": 3}"#,
                #"{"number": 2, "seasonNumber": 0, "airsAfterSeason": 1, "airsBeforeSeason": 0}"#,
                // Nothing, and an episode of a season for which it says nothing either.
                #"{"number": 3, "seasonNumber": 0, "airsBeforeEpisode": 4, "airsAfterSeason": -1}"#)
            var request = Self.season
            request.seasonNumber = 0
            var (first, second) = (EpisodeMarks(number: 1), EpisodeMarks(number: 2))
            (first.airsBeforeSeason, first.airsBeforeEpisode, second.airsAfterSeason) = (2, 3, 1)
            let response = try await client.send(request)
            #expect(response.episodes == [first, second])
        }
    }

    @Test func `a title that may be several is none`() async throws {
        let (uk, us) = (TVDBReplay.series(1, "The Office", 2001), TVDBReplay.series(2, "The Office (US)", 2005))
        let alias = TVDBReplay.series(3, "Ebbe", 1994, aliases: #"["Löw Tide", "Low Water"]"#)
        let cases: [(title: String, year: Int32?, found: [String], id: Int64?)] = [
            ("the office", 2_005, [uk, us], 2), ("The Office US", nil, [uk, us], 2),
            ("The Office", nil, [uk, us], nil),
            ("The Office", 1_999, [uk, us], nil), ("Low Tide!", 1_994, [alias], 3),
            ("Low Tide", nil, [alias, Self.tide], 7),
            ("Tide", 1_994, [Self.tide], nil), ("Tom & Jerry", nil, [TVDBReplay.series(4, "Tom and Jerry", 1_965)], 4),
            ("?!", nil, [TVDBReplay.series(5, "...", 2_000)], nil),
        ]
        for (title, year, found, id) in cases {
            try await TVDBReplay.with { _, replay, client in
                replay.find(found.joined(separator: ","))
                let request = MetadataGateway.GetSeasonMarks(title: title, year: year, seasonNumber: 1)
                let response = try? await client.send(request)
                #expect(response?.seriesId == id, "\(title) \(year ?? 0)")
                if id == nil { #expect(await client.failure(of: request)?.problem == .unknownTitle) }
            }
        }
    }

    @Test func `answers are kept for a month and absence for a day`() async throws {
        try await TVDBReplay.with { harness, replay, client in
            // No such series, then one without times, then one with them.
            for _ in 0..<2 { #expect(await client.failure(of: Self.season)?.problem == .unknownTitle) }
            #expect(replay.questions.count == 1)
            replay.find(Self.tide)
            try await harness.age(by: .seconds(86_000))
            #expect(await client.failure(of: Self.season)?.problem == .unknownTitle)
            try await harness.age(by: .seconds(1_000))
            for _ in 0..<2 { #expect(try await client.send(Self.season).episodes.isEmpty) }
            #expect(replay.questions.count == 3)
            replay.invent("7/1", Self.first)
            try await harness.age(by: .seconds(87_000))
            for _ in 0..<2 { #expect(try await client.send(Self.season).episodes.count == 1) }
            #expect(replay.questions.count == 4, "the series is known")
            try await harness.age(by: .seconds(29 * 86_400 - 1_000))
            _ = try await client.send(Self.season)
            // The series was found two days before.
            #expect(replay.questions.count == 4)
            // What is too old is fetched again, and is shown where that cannot be.
            try await harness.age(by: .seconds(2 * 86_400))
            replay.mood = .status(500)
            let stale = try await client.send(Self.season)
            #expect(stale.source.isStale && stale.episodes.count == 1)
            replay.mood = .well
            #expect(try await client.send(Self.season).source.isStale == false)
        }
    }

    /// A token is got once, for all who ask, and another one when it is not taken any more.
    @Test func `the token is renewed`() async throws {
        try await TVDBReplay.with(pin: TVDBReplay.pin) { _, replay, client in
            replay.find(Self.tide)
            try await withThrowingTaskGroup { group in
                for number in 1...Int32(8) {
                    group.addTask {
                        _ = try await client.send(
                            MetadataGateway.GetSeasonMarks(title: "Low Tide", seasonNumber: number))
                    }
                }
                try await group.waitForAll()
            }
            #expect(replay.logins == 1)
            let login = try #require(replay.requests.first { $0.target == "/v4/login" })
            #expect(String(decoding: login.body, as: UTF8.self).contains(#""pin":"pin-geheim""#))
            replay.mood = .forgetsTokens
            _ = try await client.send(MetadataGateway.GetSeasonMarks(title: "Low Tide", seasonNumber: 9))
            #expect(replay.logins == 2)
            // One that is refused as soon as it was given is not asked for without end.
            replay.mood = .takesNoToken
            let late = MetadataGateway.GetSeasonMarks(title: "Low Tide", seasonNumber: 10)
            #expect(await client.failure(of: late)?.problem == .keyRefused)
            #expect(replay.logins == 3)
        }
    }

    @Test func `a token is used for a week`() throws {
        let simulation = Simulation(seed: 1)
        // Unchecked: touched by the simulation's thread alone.
        nonisolated(unsafe) var (tokens, logins) = ([String](), 0)
        let isDone = simulation.run {
            let upstream = Upstream(runtime: simulation) { request in
                logins += 1
                let body = Array(#"{"data": {"token": "token-\#(logins)"}}"#.utf8)
                return FetchResponse(
                    head: FetchHead(status: 200, fields: []), url: request.url, body: body, now: simulation.wallTime)
            }
            guard let key = APIKey("a-key") else { return }
            let account = TVDBSession(
                key: key, pin: nil, base: "https://tvdb.example", runtime: simulation, upstream: upstream)
            for pause in [Duration.zero, .seconds(7 * 86_400 - 1), .seconds(2)] {
                try? await simulation.sleep(for: pause)
                tokens.append((try? await account.token()) ?? "none")
            }
        }
        #expect(isDone && tokens == ["token-1", "token-1", "token-2"])
    }

    @Test(arguments: [(key: nil, problem: MetadataProblem.Code.noKey), (key: "another", problem: .keyRefused)])
    func `without a key nothing is asked`(_ key: String?, _ problem: MetadataProblem.Code) async throws {
        try await TVDBReplay.with(key: key) { _, replay, client in
            let error = await client.failure(of: Self.season)
            #expect(error?.code == .failedPrecondition && error?.problem == problem)
            #expect(error?.message.contains("HEARTH_TVDB_KEY") == true && error?.message.contains("TMDB") == false)
            #expect(replay.questions.isEmpty && replay.logins == (key == nil ? 0 : 1))
        }
    }

    @Test func `secrets are shown nowhere`() async throws {
        try await TVDBReplay.with(pin: TVDBReplay.pin) { harness, replay, client in
            replay.find(Self.tide)
            replay.invent("7/1", Self.first)
            _ = try await client.send(Self.season)
            #expect(replay.requests.last?["authorization"] == "Bearer eyJ.geheim.1")
            var shown = ""
            for mood in [TVDBReplay.Mood.status(401), .status(500), .status(403), .status(404), .takesNoToken] {
                replay.mood = mood
                let other = MetadataGateway.GetSeasonMarks(title: "Other", seasonNumber: 1)
                let error = await client.failure(of: other)
                shown += "\(String(describing: error))\(String(describing: error?.details))\n"
            }
            #expect(shown.contains("rejects the key"))
            await harness.stop()
            let file = try Data(contentsOf: URL(filePath: "\(harness.dataDirectory)/home/metadata-gateway.sqlite"))
            for text in [shown, harness.logs.text, String(decoding: file, as: UTF8.self)] {
                #expect(!text.contains("geheim"))
            }
        }
    }

    @Test func `wrong questions name the field`() async throws {
        try await TVDBReplay.with { harness, replay, client in
            for (request, field) in [
                (MetadataGateway.GetSeasonMarks(title: "", seasonNumber: 1), "title"),
                (.init(title: String(repeating: "a", count: 201), seasonNumber: 1), "title"),
                (.init(title: "Low Tide", seasonNumber: -1), "seasonNumber"),
            ] {
                #expect(await client.failure(of: request)?.detail(InvalidField.self)?.field == field)
            }
            let kids = try await harness.client(MetadataGateway.self, as: .kids)
            #expect(await kids.failure(of: Self.season)?.code == .permissionDenied)
            #expect(replay.requests.isEmpty)
        }
    }
}
