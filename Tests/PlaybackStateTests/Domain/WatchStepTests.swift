import RPC
import TestSupport
import Testing

@testable import PlaybackStateService

/// What statistics count between two reports: a seek is no watching, and a wait is counted once.
struct WatchStepTests {
    private static func moment(
        _ position: Double, _ state: PlayerState? = .playing, stalledSince: Int64 = 0, hasPlayed: Bool = true
    ) -> WatchStep.Moment {
        WatchStep.Moment(
            time: 100_000, position: position, state: state, stalledSince: stalledSince, hasPlayed: hasPlayed)
    }

    /// Milliseconds watched from a moment at 50 s, after so many milliseconds.
    private static func watched(
        _ before: PlayerState?, _ elapsed: Int64, to position: Double, _ state: PlayerState = .playing
    ) -> Int64 {
        WatchStep(from: moment(before == nil ? 0 : 50, before), to: position, state, at: 100_000 + elapsed).watched
    }

    @Test func `as much counts as the position has advanced, and never more than has passed`() {
        #expect(Self.watched(.playing, 10_000, to: 60) == 10_000)
        #expect(Self.watched(.playing, 10_000, to: 58) == 8_000)
        #expect(Self.watched(.playing, 10_000, to: 64) == 10_000)
        #expect(Self.watched(.playing, 10_000, to: 50, .paused) == 0)
        // Paused for an hour, and on for 3 s.
        #expect(Self.watched(.paused, 3_600_000, to: 53) == 3_000)
        #expect(Self.watched(.pictureInPicture, 10_000, to: 60) == 10_000)
        // A player that sends all when it is done.
        #expect(Self.watched(nil, 3_600_000, to: 3_600, .ended) == 3_600_000)
        #expect(Self.watched(nil, 10_000, to: 3_600) == 10_000)
    }

    @Test func `a seek is no watching`() {
        #expect(Self.watched(.playing, 4_000, to: 1_850) == 4_000)
        #expect(Self.watched(.playing, 600_000, to: 1_850) == 10_000)
        #expect(Self.watched(.playing, 600_000, to: 0) == 10_000)
        #expect(Self.watched(.paused, 600_000, to: 1_850) == 0)
        #expect(Self.watched(.paused, 600_000, to: 0) == 0)
        #expect(Self.watched(.buffering, 600_000, to: 1_850) == 0)
    }

    @Test func `a wait that stops a running picture counts once, from its first report to the next picture`() {
        let first = WatchStep(from: Self.moment(50), to: 55, .buffering, at: 105_000)
        #expect(first.stall == nil && first.after.stalledSince == 105_000)
        let again = WatchStep(from: first.after, to: 55, .buffering, at: 108_000)
        #expect(again.stall == nil && again.after.stalledSince == 105_000)
        let end = WatchStep(from: again.after, to: 55, .playing, at: 109_500)
        #expect(end.stall == 4_500 && end.after.stalledSince == 0 && end.watched == 0)
        #expect(WatchStep(from: end.after, to: 60, .playing, at: 114_500).stall == nil)
        #expect(WatchStep(from: again.after, to: 55, .ended, at: 109_500).stall == 4_500)
        // A player that was left.
        #expect(WatchStep(from: again.after, to: 55, .playing, at: 5_000_000).stall == nil)
    }

    @Test func `the wait before the first picture and the one after a seek are none`() {
        let opening = WatchStep(
            from: Self.moment(0, nil, hasPlayed: false), to: 0, .buffering, at: 101_000)
        #expect(opening.after.stalledSince == 0)
        #expect(WatchStep(from: opening.after, to: 0, .playing, at: 104_000).stall == nil)
        let seek = WatchStep(from: Self.moment(50), to: 900, .buffering, at: 101_000)
        #expect(WatchStep(from: seek.after, to: 900, .playing, at: 104_000).stall == nil)
    }

    @Test(arguments: Seeds.make(20))
    func `never more is counted than has passed, nor more than the way that was played`(seed: UInt64) {
        var source = SplitMix64(seed: seed)
        for _ in 0..<200 {
            var moment = WatchStep.Moment(time: 0, position: 0)
            var (total, way, time): (Int64, Int64, Int64) = (0, 0, 0)
            for _ in 0..<Int.random(in: 1...30, using: &source) {
                let elapsed = Int64.random(in: 1...60_000, using: &source)
                let position = max(0, moment.position + Double.random(in: -100...100, using: &source))
                let state = PlayerState.allCases.randomElement(using: &source) ?? .playing
                time += elapsed
                let step = WatchStep(from: moment, to: position, state, at: time)
                #expect(step.watched >= 0 && step.watched <= elapsed, "HEARTH_TEST_SEED=\(seed)")
                #expect(step.stall.map { $0 > 0 && $0 <= time } ?? true, "HEARTH_TEST_SEED=\(seed)")
                way += max(10_000, Int64((abs(position - moment.position) * 1_000).rounded()))
                total += step.watched
                moment = step.after
            }
            #expect(total <= time && total <= way, "HEARTH_TEST_SEED=\(seed)")
        }
    }
}
