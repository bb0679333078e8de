import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// Which profiles have finished a title, are in it, or have not begun it.
struct WhoWatchedTests {
    private static func states(
        _ content: ContentID, _ client: Client, threshold: Double? = nil
    ) async throws -> [String: ViewingState] {
        let request = PlaybackState.WhoWatched(contents: [content], watchedThreshold: threshold)
        let title = try #require(try await client.send(request).titles.first)
        return Dictionary(uniqueKeysWithValues: title.profiles.map { ($0.profile, $0.state) })
    }

    private static let (adult, kids, hilda) = (
        TestCaller.adult.profile, TestCaller.kids.profile, TestCaller.hidingAdult.profile
    )

    @Test func `each profile has finished a title, is in it, or has not begun it`() async throws {
        try await StatisticsBench.with { bench in
            let (adult, kids) = (try await bench.harness.playback(), try await bench.harness.playback(.kids))
            try await adult.watch("m1", to: 95)
            try await kids.watch("m1", to: 40)
            #expect(
                try await Self.states("m1", adult) == [
                    Self.adult: .finished, Self.kids: .begun, Self.hilda: .notBegun,
                ])
            #expect(try await Self.states("m1", adult, threshold: 0.3)[Self.kids] == .finished)
            _ = try await adult.send(PlaybackState.MarkUnwatched(contents: ["m1"]))
            #expect(try await Self.states("m1", adult)[Self.adult] == .notBegun)
            // A channel is not watched to an end.
            try await adult.watch("ch", to: 900, of: nil)
            #expect(try await Self.states("ch", adult)[Self.adult] == .begun)
            let many = PlaybackState.WhoWatched(contents: ["m2", "nothing", "m1"])
            #expect(try await adult.send(many).titles.map(\.content) == ["m2", "m1"])
            #expect(await adult.failure(of: PlaybackState.WhoWatched(contents: []))?.field == "contents")
            let bad = PlaybackState.WhoWatched(contents: ["m1"], watchedThreshold: 2)
            #expect(await adult.failure(of: bad)?.field == "watchedThreshold")
        }
    }

    @Test func `a series is finished with every episode that the library has, whatever its specials are`()
        async throws
    {
        try await StatisticsBench.with { bench in
            let client = try await bench.harness.playback()
            bench.catalog.add(.episode("e0", of: "s", season: 0, 1))
            try await client.watch("e1", to: 95)
            let request = PlaybackState.WhoWatched(contents: ["s"])
            var own = try #require(try await client.send(request).titles.first?.profiles.first)
            #expect(own.state == .begun && own.episodesFinished == 1 && own.episodes == 2 && own.progress == 0.5)
            _ = try await client.send(PlaybackState.MarkWatched(contents: ["e2"]))
            own = try #require(try await client.send(request).titles.first?.profiles.first)
            #expect(own.state == .finished && own.episodesFinished == 2 && own.lastWatched != nil)
            // A new episode, and it is finished no longer.
            bench.catalog.add(.episode("e3", of: "s", season: 2, 1))
            own = try #require(try await client.send(request).titles.first?.profiles.first)
            #expect(own.state == .begun && own.episodes == 3)
            // Without the catalog nothing says how many there are.
            bench.harness.clients.stop("catalog")
            try await bench.shard.write { db in _ = try ContentTable.make("s", card: .of(.series, "s"), db) }
            own = try #require(try await client.send(request).titles.first?.profiles.first)
            #expect(own.state == .begun && own.episodes == nil && own.episodesFinished == 2)
        }
    }

    @Test func `a child is told of itself alone, and of nothing hidden`() async throws {
        try await StatisticsBench.with { bench in
            let (adult, kids) = (try await bench.harness.playback(), try await bench.harness.playback(.kids))
            try await adult.watch("m1", to: 95)
            try await adult.watch("grown", to: 95)
            #expect(try await Self.states("m1", kids) == [Self.kids: .notBegun])
            #expect(try await kids.send(PlaybackState.WhoWatched(contents: ["grown"])).titles == [])
        }
    }

    @Test func `without profiles those with data here are listed, and none in quarantine ever`() async throws {
        try await StatisticsBench.with { bench in
            let (adult, kids) = (try await bench.harness.playback(), try await bench.harness.playback(.kids))
            try await adult.watch("m1", to: 95)
            try await kids.watch("m1", to: 95)
            bench.harness.clients.stop("profiles")
            #expect(try await Self.states("m1", adult) == [Self.adult: .finished, Self.kids: .finished])
            try await bench.shard.write { db in
                try QuarantineTable.put(.profile, Self.kids, source: "profiles", at: StandingClock.start, db)
            }
            #expect(try await Self.states("m1", adult) == [Self.adult: .finished])
        }
    }

    @Test func `everyone who watches together has seen it, and a removal by one leaves the others`() async throws {
        try await StatisticsBench.with { bench in
            let adult = try await bench.harness.playback()
            let play = PlaybackState.Play(
                content: "m1", device: "tv", watchingTogether: [Self.kids, Self.hilda])
            let session = try await adult.send(play).session
            try await adult.report(session, at: 1, 95)
            let all = try await Self.states("m1", adult)
            #expect(all == [Self.adult: .finished, Self.kids: .finished, Self.hilda: .finished])
            _ = try await adult.send(PlaybackState.RemoveHistory(content: "m1"))
            let left = try await Self.states("m1", adult)
            #expect(left == [Self.adult: .notBegun, Self.kids: .finished, Self.hilda: .finished])
        }
    }
}
