import GRDB
import HearthModel
import PlaybackStateAPI
import RPC
import ServiceKit
import TestSupport
import Testing

@testable import PlaybackStateService

/// Waits for data: counted by link, with single events for 90 days, and the sums for longer.
struct BufferingTests {
    /// A session with two waits of 4 and 2 s in 90 s of watching.
    private static func stutter(_ bench: StatisticsBench, daysAgo: Int64 = 0) async throws {
        let id = try await bench.watch("ch", seconds: 90, daysAgo: daysAgo, variant: "v2", ends: false)
        try await bench.shard.write { db in
            for (second, state) in [
                (91, .buffering), (93, .buffering), (95, .playing), (96, .buffering), (98, .playing), (99, .ended),
            ] as [(Int64, PlayerState)] {
                try StatisticsBench.report(id, at: second, 90, state, by: TestCaller.adult.profile, db)
            }
        }
    }

    private static func events(_ bench: StatisticsBench) async throws -> Int? {
        try await bench.shard.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM bufferingEvent") }
    }

    @Test func `waits have their number, mean length and rate for each channel and link`() async throws {
        try await StatisticsBench.with { bench in
            try await Self.stutter(bench)
            try await bench.watch("ch", seconds: 60, variant: "v1")
            let adult = try await bench.harness.playback()
            let list = try await adult.send(PlaybackState.GetBuffering())
            #expect((list.from, list.through) == ("2026-05-05", "2026-06-03"))
            #expect(
                list.links == [
                    LinkBuffering(
                        content: "ch", title: "Title ch", variant: "v2", events: 2, meanSeconds: 3, perHour: 80,
                        secondsWatched: 90),
                    LinkBuffering(
                        content: "ch", title: "Title ch", variant: "v1", events: 0, meanSeconds: 0, perHour: 0,
                        secondsWatched: 60),
                ])
            #expect(try await adult.send(PlaybackState.GetBuffering(limit: 1)).links.count == 1)
            #expect(await adult.failure(of: PlaybackState.GetBuffering(days: 0))?.field == "days")
            var strict = TestCaller.adult
            strict.policy = .kids(seesUnrated: false)
            try await bench.watch("grown", seconds: 60)
            let hidden = try await bench.harness.playback(strict).send(PlaybackState.GetBuffering())
            #expect(!hidden.links.contains { $0.content == "grown" })
        }
    }

    @Test func `single waits are kept for 90 days, and the sums do not need them`() async throws {
        try await StatisticsBench.with { bench in
            try await Self.stutter(bench, daysAgo: 91)
            try await Self.stutter(bench, daysAgo: 89)
            // The later ones have swept nothing: it was the 89th day before today then.
            #expect(try await Self.events(bench) == 4)
            let now = bench.clock.wallTime.millisecondsSince1970
            try await bench.shard.write { try StatisticsTable.sweep(at: now, $0) }
            #expect(try await Self.events(bench) == 2)
            let adult = try await bench.harness.playback()
            #expect(try await adult.send(PlaybackState.GetBuffering(days: 100)).links.map(\.events) == [4])
            try await Self.stutter(bench)
            #expect(try await Self.events(bench) == 4)
            // A new one sweeps, too.
            try await bench.shard.write { try $0.execute(sql: "UPDATE bufferingEvent SET ended = ended - 864000000") }
            try await Self.stutter(bench)
            #expect(try await Self.events(bench) == 4)
            let later = now + 801 * 86_400_000
            try await bench.shard.write { try StatisticsTable.sweep(at: later, $0) }
            #expect(try await bench.statistics().profiles == [])
        }
    }

    @Test func `what a session that ended by itself has collected is counted, and added by the sweep`() async throws {
        try await StatisticsBench.with { bench in
            let id = try await bench.watch("m1", seconds: 30, ends: false)
            try await bench.shard.write { try SessionTable.end(id.row, $0) }
            #expect(try await bench.statistics().titles.map(\.seconds) == [30])
            let pending = "SELECT count(*) FROM tally WHERE pending > 0"
            #expect(try await bench.shard.read { try Int.fetchOne($0, sql: pending) } == 1)
            let now = bench.clock.wallTime.millisecondsSince1970
            try await bench.shard.write { try StatisticsTable.sweep(at: now, $0) }
            #expect(try await bench.shard.read { try Int.fetchOne($0, sql: pending) } == 0)
            #expect(try await bench.statistics().titles.map(\.seconds) == [30])
        }
    }

    @Test func `no question scans sessions or reports`() async throws {
        try await StatisticsBench.with { bench in
            try await bench.watch("m1", seconds: 600)
            // Nothing of the log is left but what the history shows.
            try await bench.shard.write { db in
                try db.execute(sql: "DELETE FROM tally")
                try db.execute(sql: "UPDATE point SET position = 0, stamp = 0")
            }
            #expect(try await bench.statistics().titles.map(\.seconds) == [600])
        }
    }
}
