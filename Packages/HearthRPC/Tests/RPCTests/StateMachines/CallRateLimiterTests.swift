import Testing

@testable import RPC

/// How often a connection may open calls.
@Suite struct CallRateLimiterTests {
    private static let second: UInt64 = 1_000_000_000

    /// How many of so many calls that come at once are let in.
    private func letIn(_ calls: Int, by rate: inout CallRateLimiter, at now: MonotonicInstant) -> Int {
        var count = 0
        for _ in 0..<calls where rate.admits(at: now) { count += 1 }
        return count
    }

    @Test func `a tenth of a second's calls may come at once, and the others evenly`() {
        var rate = CallRateLimiter(callsPerSecond: 100)
        var now = MonotonicInstant(nanoseconds: 7 * Self.second)
        #expect(letIn(50, by: &rate, at: now) == 10)
        for _ in 1...1_000 {
            now = now.advanced(by: .milliseconds(10))
            #expect(letIn(1, by: &rate, at: now) == 1)
        }
        // What was left unused counts for a burst, and no more.
        now = now.advanced(by: .seconds(60))
        #expect(letIn(50, by: &rate, at: now) == 10)
    }

    @Test func `without a limit all are let in, and with the least one at a time`() {
        var none = CallRateLimiter(callsPerSecond: nil)
        let now = MonotonicInstant(nanoseconds: 1)
        #expect(letIn(10_000, by: &none, at: now) == 10_000)
        var least = CallRateLimiter(callsPerSecond: 1)
        #expect(letIn(10, by: &least, at: now) == 1)
        #expect(letIn(1, by: &least, at: now.advanced(by: .milliseconds(999))) == 0)
        #expect(letIn(1, by: &least, at: now.advanced(by: .seconds(1))) == 1)
    }

    /// Whatever comes when: in no stretch of time more than its calls and a burst; and who keeps the rate is never refused.
    @Test(arguments: Seeds.some(20)) func `no stretch of time has more than its calls and a burst`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let limit = Int.random(in: 1...50_000, using: &random)
        var (rate, kept) = (CallRateLimiter(callsPerSecond: limit), CallRateLimiter(callsPerSecond: limit))
        let apart = (Self.second + UInt64(limit) - 1) / UInt64(limit)
        var now = Self.second
        var (admitted, keptAt): ([UInt64], UInt64) = ([], 0)
        for _ in 1...2_000 {
            now += Bool.random(using: &random) ? 0 : UInt64.random(in: 0...(3 * apart), using: &random)
            if rate.admits(at: MonotonicInstant(nanoseconds: now)) { admitted.append(now) }
            guard now >= keptAt else { continue }
            #expect(letIn(1, by: &kept, at: MonotonicInstant(nanoseconds: now)) == 1, "seed \(seed)")
            keptAt = now + apart
        }
        let burst = max(1, limit / 10)
        for first in stride(from: 0, to: admitted.count, by: 37) {
            for last in first..<admitted.count {
                let most = Double(admitted[last] - admitted[first]) * Double(limit) / Double(Self.second)
                // A nanosecond that does not divide evenly is the caller's, a millionth of the calls.
                #expect(Double(last - first + 1) <= most * 1.000_1 + Double(burst) + 1, "seed \(seed)")
            }
        }
    }
}
