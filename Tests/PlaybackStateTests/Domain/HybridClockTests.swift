import RPC
import TestSupport
import Testing

@testable import PlaybackStateService

/// Stamps come after each other, whatever the wall clock does.
struct HybridClockTests {
    private static let noon: Int64 = 1_800_000_000_000

    private static func wall(_ milliseconds: Int64) -> WallTime {
        WallTime(nanosecondsSince1970: milliseconds * 1_000_000)
    }

    private static func instant(_ milliseconds: Int64) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: UInt64(milliseconds) * 1_000_000)
    }

    @Test func `stamps follow civil time and count within a millisecond`() {
        var clock = HybridClock()
        let first = clock.next(wall: Self.wall(Self.noon), at: Self.instant(0))
        let second = clock.next(wall: Self.wall(Self.noon), at: Self.instant(0))
        let third = clock.next(wall: Self.wall(Self.noon + 1), at: Self.instant(1))
        #expect(first == HybridTimestamp(milliseconds: Self.noon))
        #expect(second == HybridTimestamp(milliseconds: Self.noon, counter: 1))
        #expect(third == HybridTimestamp(milliseconds: Self.noon + 1))
    }

    @Test func `a full counter goes over into the next millisecond`() {
        var clock = HybridClock(
            after: HybridTimestamp(milliseconds: Self.noon, counter: HybridTimestamp.maximumCounter))
        let next = clock.next(wall: Self.wall(Self.noon), at: Self.instant(0))
        #expect(next == HybridTimestamp(milliseconds: Self.noon + 1))
    }

    @Test func `going back is ignored, and time goes on by the monotonic clock`() {
        var clock = HybridClock()
        let before = clock.next(wall: Self.wall(Self.noon), at: Self.instant(0))
        let after = clock.next(wall: Self.wall(Self.noon - 3_600_000), at: Self.instant(5_000))
        #expect(after > before)
        #expect(after.milliseconds == Self.noon + 5_000)
    }

    @Test func `a jump forward is believed when it has held for a while, and not before`() {
        var clock = HybridClock()
        _ = clock.next(wall: Self.wall(Self.noon), at: Self.instant(0))
        let year: Int64 = 365 * 86_400_000
        let doubted = clock.next(wall: Self.wall(Self.noon + year), at: Self.instant(1_000))
        #expect(doubted.milliseconds < Self.noon + 2_000)
        // Back to the truth: the jump is forgotten.
        _ = clock.next(wall: Self.wall(Self.noon + 2_000), at: Self.instant(2_000))
        let again = clock.next(wall: Self.wall(Self.noon + year), at: Self.instant(700_000))
        #expect(again.milliseconds == Self.noon + 700_000)
        let confirmed = clock.next(wall: Self.wall(Self.noon + year + 600_000), at: Self.instant(1_300_000))
        #expect(confirmed.milliseconds == Self.noon + year + 600_000)
    }

    @Test func `after a restart with an earlier clock stamps go on`() {
        let last = HybridTimestamp(milliseconds: Self.noon, counter: 7)
        var clock = HybridClock(after: last)
        let next = clock.next(wall: Self.wall(Self.noon - 86_400_000), at: Self.instant(0))
        #expect(next == HybridTimestamp(milliseconds: Self.noon, counter: 8))
    }

    @Test func `a stamp from the far future is not witnessed`() {
        var clock = HybridClock()
        let own = clock.next(wall: Self.wall(Self.noon), at: Self.instant(0))
        let wild = HybridTimestamp(milliseconds: Self.noon + HybridClock.longestLead + 1)
        let isWildTaken = clock.witness(wild, wall: Self.wall(Self.noon), at: Self.instant(0))
        #expect(!isWildTaken)
        #expect(clock.last == own)
        let near = HybridTimestamp(milliseconds: Self.noon + 30_000)
        let isNearTaken = clock.witness(near, wall: Self.wall(Self.noon), at: Self.instant(0))
        #expect(isNearTaken)
        let later = clock.next(wall: Self.wall(Self.noon), at: Self.instant(0))
        #expect(later > near)
    }

    @Test(arguments: Seeds.make(20))
    func `stamps only grow and stay near a clock that is right most of the time`(seed: UInt64) {
        print("seed \(seed)")
        var source = SplitMix64(seed: seed)
        var clock = HybridClock()
        var (truth, last) = (Self.noon, HybridTimestamp.zero)
        let start = truth
        for reading in 0..<2_000 {
            truth += Int64.random(in: 0...20_000, using: &source)
            // Of those after the first, one reading in ten is off by up to a year, either way.
            let isWrong = Int.random(in: 0..<10, using: &source) == 0 && reading > 0
            let error = isWrong ? Int64.random(in: -31_536_000_000...31_536_000_000, using: &source) : 0
            let stamp = clock.next(wall: Self.wall(truth + error), at: Self.instant(truth - start))
            #expect(stamp > last, "seed \(seed)")
            last = stamp
        }
        // Small errors forward are taken at once, so that is how far it can be off for each of them: never a year.
        #expect(last.milliseconds >= truth, "seed \(seed)")
        #expect(last.milliseconds - truth <= HybridClock.tolerance + 1, "seed \(seed)")
    }
}
