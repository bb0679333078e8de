import RPC
import TestSupport
import Testing

@testable import PlaybackStateService

/// What counts as watched between two reports.
struct WatchTimeTests {
    @Test func `a jump is no watching`() {
        // Played, jumped ahead, paused, jumped back, jumped back and paused.
        #expect(WatchTime.watched(elapsed: 10_000, from: 50, to: 60, hasStood: false) == 10_000)
        #expect(WatchTime.watched(elapsed: 10_000, from: 50, to: 900, hasStood: false) == 10_000)
        #expect(WatchTime.watched(elapsed: 60_000, from: 50, to: 60, hasStood: true) == 10_000)
        #expect(WatchTime.watched(elapsed: 4_000, from: 50, to: 10, hasStood: false) == 4_000)
        #expect(WatchTime.watched(elapsed: 40_000, from: 50, to: 10, hasStood: false) == 10_000)
        #expect(WatchTime.watched(elapsed: 40_000, from: 50, to: 10, hasStood: true) == 0)
        #expect(WatchTime.watched(elapsed: 600_000, from: 50, to: 1_850, hasStood: false) == 10_000)
        #expect(WatchTime.watched(elapsed: 600_000, from: 50, to: 1_850, hasStood: true) == 0)
        // Resumed in the middle: the first report tells no more than has passed.
        #expect(WatchTime.watched(elapsed: 8_000, from: nil, to: 1_800, hasStood: false) == 8_000)
        #expect(WatchTime.watched(elapsed: 0, from: 0, to: 10, hasStood: false) == 0)
        #expect(WatchTime.watched(elapsed: -5, from: 0, to: 10, hasStood: false) == 0)
    }

    @Test(
        arguments: [
            (10_000, 0, 10, false, 10_000), (10_000, 0, 20, false, 10_000), (10_000, 0, 4, false, 4_000),
            (10_000, 50, 50, true, 0), (10_000, 50, 600, false, 10_000), (600_000, 50, 20, false, 10_000),
            (4_000, 50, 20, false, 4_000), (600_000, 50, 20, true, 0),
        ] as [(Int64, Double, Double, Bool, Int64)])
    func `as much counts as was played, and never more than has passed`(
        elapsed: Int64, from: Double, to: Double, hasStood: Bool, expected: Int64
    ) {
        #expect(WatchTime.watched(elapsed: elapsed, from: from, to: to, hasStood: hasStood) == expected)
        #expect(
            WatchTime.watched(elapsed: elapsed, from: nil, to: 1_200, hasStood: hasStood)
                == min(elapsed, 1_200_000))
    }

    @Test func `what was played is no jump`() {
        #expect(WatchTime.isPlayed(elapsed: 10_000, from: 85, to: 95))
        #expect(!WatchTime.isPlayed(elapsed: 10_000, from: 5, to: 95))
        #expect(!WatchTime.isPlayed(elapsed: 10_000, from: 95, to: 85))
    }

    @Test(arguments: Seeds.make(10))
    func `never more than has passed, whatever the positions are`(seed: UInt64) {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        var total: Int64 = 0
        var (passed, position): (Int64, Double?) = (0, nil)
        for _ in 0..<500 {
            let elapsed = Int64.random(in: 0...30_000, using: &source)
            let next = Double.random(in: 0...PlaybackLimits.longestSeconds, using: &source)
            let watched = WatchTime.watched(
                elapsed: elapsed, from: position, to: next, hasStood: Bool.random(using: &source))
            #expect((0...elapsed).contains(watched), "seed \(seed)")
            (total, passed, position) = (total + watched, passed + elapsed, next)
        }
        #expect(total <= passed, "seed \(seed)")
    }
}
