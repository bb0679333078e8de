import Foundation
import GRDB
import HearthModel
import PlaybackStateAPI
import ProfilesAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// Profiles that join sessions that play, and leave them.
struct JoiningTests {
    /// A player that reports so long after its last report, or after the last that has joined it: however long the calls take.
    private final class Player {
        let bench: StatisticsBench
        let client: Client
        let session: String
        private var elapsed: Int64 = 0

        init(_ bench: StatisticsBench, _ person: TestCaller = .owner, _ content: ContentID = "m1") async throws {
            (self.bench, client) = (bench, try await bench.harness.playback(person))
            session = try await client.play(content, variant: "v2").session
        }

        /// Plays for some seconds, and reports a position of 100 s.
        @discardableResult
        func play(
            _ seconds: Int64, to position: Double, _ state: PlaybackPhase? = nil, times: Int = 1
        ) async throws -> ReportsTaken {
            bench.clock.advance(by: .seconds(seconds))
            let opened = try #require(SessionID(session)).opened.milliseconds
            let last = try await bench.shard.read { try Int64.fetchOne($0, sql: "SELECT max(opened) FROM session") }
            let joined = HybridTimestamp(rawValue: last ?? 0).milliseconds - opened
            elapsed = max(elapsed, joined) + seconds * 1_000
            let report = ProgressReport(
                session: session, elapsedMilliseconds: elapsed, position: position, duration: 100, state: state)
            return try await client.send(
                PlaybackState.ReportProgress(reports: Array(repeating: report, count: times)))
        }
    }

    private static func join(_ player: Player) -> PlaybackState.JoinSession {
        PlaybackState.JoinSession(session: player.session)
    }

    @Test func `joining changes nothing of the session, and credits what is played from then on`() async throws {
        try await StatisticsBench.with { bench in
            let player = try await Player(bench)
            let tracks = TrackChoice(audioLanguage: "de", subtitleLanguage: "en")
            _ = try await player.client.send(PlaybackState.SetTracks(session: player.session, tracks: tracks))
            try await player.play(10, to: 95)
            try await player.play(10, to: 30)
            let guest = try await bench.harness.playback(.adult)
            let joined = try await guest.send(Self.join(player))
            #expect(joined.variant == "v2" && joined.tracks == tracks)
            #expect(joined.session.session == player.session && joined.session.position == 30)
            #expect(joined.session.watchingTogether == [TestCaller.adult.profile])
            // Of what was played before nothing counts, and it is no title to go on with.
            #expect(try await guest.progress("m1") == TitleProgress(content: "m1"))
            #expect(try await guest.goOn() == [])
            for end in [40.0, 50] { try await player.play(10, to: end, times: 2) }
            let (own, others) = (try await guest.progress("m1"), try await player.client.progress("m1"))
            #expect(own.position == 50 && own.variant == "v2" && !own.isWatched && own.secondsPlayed == 20)
            #expect(others.position == 50 && others.isWatched && others.secondsPlayed == 40)
            #expect(try await guest.send(PlaybackState.GetStatistics()).titles.map(\.seconds) == [20])
            // The link has played once.
            let links = try await bench.harness.playback(.owner).send(PlaybackState.GetBuffering()).links
            #expect(links.map(\.secondsWatched) == [40])
            // A report of a time before it joined counts for its player alone.
            let late = ProgressReport(
                session: player.session, elapsedMilliseconds: 15_000, position: 99, duration: 100)
            _ = try await player.client.send(PlaybackState.ReportProgress(reports: [late]))
            #expect(try await guest.progress("m1") == own)
            // What is switched and chosen later is so for both.
            _ = try await player.client.send(PlaybackState.SwitchVariant(session: player.session, variant: "v3"))
            _ = try await player.client.send(
                PlaybackState.SetTracks(session: player.session, tracks: TrackChoice(audioLanguage: "fr")))
            let next = try await guest.play("m1", device: "phone")
            #expect(next.variant == "v3" && next.tracks?.audioLanguage == "fr" && next.resume == 45)
        }
    }

    @Test func `it is watched by all who were there at its end, and leaves their queues`() async throws {
        try await StatisticsBench.with { bench in
            let player = try await Player(bench)
            let guest = try await bench.harness.playback(.adult)
            _ = try await guest.send(PlaybackState.AddToQueue(content: "m1"))
            _ = try await guest.send(Self.join(player))
            try await player.play(10, to: 98, .ended)
            #expect(try await guest.progress("m1").playCount == 1)
            #expect(try await guest.queue() == [])
            #expect(try await guest.send(PlaybackState.ListActive(household: true)).sessions == [])
            #expect(await guest.failure(of: Self.join(player))?.problem == .unknownSession)
            // Completed by a call likewise.
            let other = try await Player(bench, .owner, "m2")
            try await other.play(10, to: 20)
            _ = try await guest.send(Self.join(other))
            _ = try await other.client.send(PlaybackState.CompleteTitle(session: other.session))
            #expect(try await guest.progress("m2").isWatched)
        }
    }

    @Test func `who leaves keeps what was watched, and hears of the session no more`() async throws {
        try await StatisticsBench.with { bench in
            let player = try await Player(bench)
            let guest = try await bench.harness.playback(.adult)
            let leave = PlaybackState.LeaveSession(session: player.session)
            #expect(await guest.failure(of: leave)?.problem == .unknownSession)
            _ = try await guest.send(Self.join(player))
            // Twice is once.
            _ = try await guest.send(Self.join(player))
            try await player.play(10, to: 20)
            #expect(try await guest.send(PlaybackState.ListHistory()).total == 1)
            for _ in 1...2 { _ = try await guest.send(leave) }
            try await player.play(10, to: 95)
            let own = try await guest.progress("m1")
            #expect(own.position == 20 && own.resume == 15 && !own.isWatched)
            #expect(try await guest.send(PlaybackState.ListActive()).sessions == [])
            #expect(try await player.client.send(PlaybackState.ListActive()).sessions[0].watchingTogether == nil)
            // It joins again, and is there at the end.
            _ = try await guest.send(Self.join(player))
            try await player.play(5, to: 99)
            #expect(try await guest.progress("m1").isWatched)
            // Its player ends the session, and does not leave it.
            #expect(await player.client.failure(of: leave)?.problem == .unknownSession)
        }
    }

    @Test func `a session stays its player's`() async throws {
        try await StatisticsBench.with { bench in
            let player = try await Player(bench)
            let guest = try await bench.harness.playback(.adult)
            _ = try await guest.send(Self.join(player))
            #expect(try await guest.report(player.session, at: 1_000, 90).map(\.problem) == [.unknownSession])
            let session = player.session
            #expect(await guest.failure(of: PlaybackState.EndSession(session: session))?.problem == .unknownSession)
            let change = PlaybackState.SwitchVariant(session: session, variant: "v1")
            #expect(await guest.failure(of: change)?.problem == .unknownSession)
            // What its player removes from its history goes on being the other's.
            try await player.play(10, to: 10)
            _ = try await player.client.send(PlaybackState.RemoveHistory(everything: true))
            #expect(try await guest.progress("m1").position == 10)
            #expect(try await bench.shard.read { try TrackedSession.open($0).isEmpty })
            let open = "SELECT count(*) FROM point WHERE ended = 0"
            #expect(try await bench.shard.read { try Int.fetchOne($0, sql: open) } == 0)
            // A session that was made up, or of another household, is none.
            for text in ["1-2-3", "x", ""] {
                let error = await guest.failure(of: PlaybackState.JoinSession(session: text))
                #expect(error?.problem == .unknownSession)
            }
        }
    }

    @Test func `what a profile may not see it cannot join, by the card and by the catalog`() async throws {
        try await StatisticsBench.with { bench in
            let (grown, film) = (
                try await Player(bench, .owner, "grown"), try await Player(bench, .hidingAdult, "m1")
            )
            let kim = try await bench.harness.playback(.kids)
            #expect(await kim.failure(of: Self.join(grown))?.problem == .unknownSession)
            bench.catalog.forbid("m1")
            #expect(await kim.failure(of: Self.join(film))?.problem == .unknownSession)
            // Without the catalog the stored card decides.
            bench.harness.clients.stop("catalog")
            #expect(await kim.failure(of: Self.join(grown))?.problem == .unknownSession)
            #expect(try await kim.send(Self.join(film)).session.content == "m1")
        }
    }

    @Test func `a child's time counts, its limits refuse it, and end its part alone`() async throws {
        try await StatisticsBench.with { bench in
            let (player, kim) = (try await Player(bench), try await bench.harness.playback(.kids))
            func limit(_ minutes: Int32) async throws {
                let limits = ParentalLimits(weekdayMinutes: minutes, weekendMinutes: minutes)
                try await bench.apply(
                    ProfilesEvent(limitsChanged: ProfileLimits(profile: TestCaller.kids.profile, limits: limits)))
            }
            try await limit(0)
            let refused = await kim.failure(of: Self.join(player))
            #expect(refused?.code == .failedPrecondition && refused?.detail(LimitReached.self)?.limit == .minutes)
            #expect(try await bench.shard.read { try Int.fetchOne($0, sql: "SELECT sum(count) FROM refusedPlay") } == 1)
            try await limit(1)
            _ = try await kim.send(Self.join(player))
            try await player.play(40, to: 40)
            #expect(try await player.client.send(PlaybackState.ListActive()).sessions[0].watchingTogether?.count == 1)
            // Its player hears nothing of the child's limits.
            let taken = try await player.play(40, to: 80)
            #expect(taken.remainingMinutes == nil && taken.refused == [])
            #expect(try await player.client.send(PlaybackState.ListActive()).sessions[0].watchingTogether == nil)
            try await player.play(10, to: 90)
            let watched = "SELECT sum(milliseconds) FROM watchedTime"
            #expect(try await bench.shard.read { try Int64.fetchOne($0, sql: watched) } == 80_000)
            #expect(try await kim.progress("m1").position == 80)
        }
    }

    @Test func `followers hear who watches, and who has left that it is over`() async throws {
        try await StatisticsBench.with { bench in
            let player = try await Player(bench)
            let guest = try await bench.harness.playback(.adult)
            func next(
                _ events: inout RPCFollowSequence<PlaybackState.FollowActivity>.Iterator
            ) async throws -> String {
                let item = try #require(try await events.next()).item
                guard let event = item.event else { return "snapshot \(item.snapshot?.count ?? 0)" }
                return "\(event.kind) \(event.session.watchingTogether?.count ?? 0)"
            }
            var own = guest.follow(PlaybackState.FollowActivity(), after: nil).makeAsyncIterator()
            var all = guest.follow(PlaybackState.FollowActivity(household: true), after: nil).makeAsyncIterator()
            #expect(try await next(&own) == "snapshot 0")
            #expect(try await next(&all) == "snapshot 1")
            _ = try await guest.send(Self.join(player))
            #expect(try await next(&own) == "updated 1")
            #expect(try await next(&all) == "updated 1")
            _ = try await guest.send(PlaybackState.LeaveSession(session: player.session))
            #expect(try await next(&own) == "ended 1")
            #expect(try await next(&all) == "updated 0")
            _ = try await player.client.send(PlaybackState.EndSession(session: player.session))
            #expect(try await next(&all) == "ended 0")
        }
    }

    @Test func `of a channel the seconds from the joining on count`() async throws {
        try await StatisticsBench.with { bench in
            let player = try await Player(bench, .owner, "ch")
            try await player.play(60, to: 60)
            let guest = try await bench.harness.playback(.adult)
            _ = try await guest.send(Self.join(player))
            try await player.play(30, to: 90)
            #expect(try await guest.progress("ch").secondsWatched == 30)
            #expect(try await player.client.progress("ch").secondsWatched == 90)
        }
    }

    @Test func `a retry joins once, and tells the same after the session has ended`() async throws {
        try await StatisticsBench.with { bench in
            let player = try await Player(bench)
            let guest = try await bench.harness.playback(.adult)
            let options = CallOptions(
                token: guest.defaults.token, idempotencyKey: IdempotencyKey(runtime: bench.harness.runtime))
            let joined = try await guest.send(Self.join(player), options: options)
            _ = try await guest.send(PlaybackState.LeaveSession(session: player.session))
            _ = try await player.client.send(PlaybackState.EndSession(session: player.session))
            #expect(try await guest.send(Self.join(player), options: options) == joined)
            #expect(try await guest.send(PlaybackState.ListHistory()).total == 1)
        }
    }
}
