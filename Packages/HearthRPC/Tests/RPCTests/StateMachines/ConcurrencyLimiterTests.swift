import Testing

@testable import RPC

@Suite struct ConcurrencyLimiterTests {
    /// Against a list of the calls that run: whatever comes and goes, no class gets more than it may, and none less.
    @Test(arguments: Seeds.some(40)) func `agrees with a list of the calls that run`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var limits = RPCLimits()
        limits.openCalls = Int.random(in: 1...20, using: &random)
        limits.systemCalls = Int.random(in: 1...4, using: &random)
        limits.systemStreams = Int.random(in: 1...4, using: &random)
        var limiter = ConcurrencyLimiter(limits)
        var running: [ConcurrencyLimiter.Kind] = []
        for _ in 0..<2_000 {
            if !running.isEmpty, Int.random(in: 0..<5, using: &random) < 2 {
                limiter.releaseSlot(running.remove(at: Int.random(in: running.indices, using: &random)))
                continue
            }
            let kind = ConcurrencyLimiter.Kind.allCases.randomElement(using: &random) ?? .critical
            let arriving = Int.random(in: 0...2, using: &random)
            let others = running.count { $0 == .critical || $0 == .sheddable } + arriving
            let expected: Overload? =
                switch kind {
                case .critical: others < limits.openCalls ? nil : .openCalls
                case .sheddable: others < max(1, limits.openCalls / 2) ? nil : .sheddableCalls
                case .system: running.count { $0 == .system } < limits.systemCalls ? nil : .systemCalls
                case .systemStream:
                    running.count { $0 == .systemStream } < limits.systemStreams ? nil : .systemStreams
                }
            let refusal = limiter.refusal(of: kind, arriving: arriving)
            #expect(refusal == expected, "seed \(seed): \(kind) beside \(running)")
            guard refusal == nil else { continue }
            limiter.take(kind)
            running.append(kind)
        }
        for kind in running { limiter.releaseSlot(kind) }
        #expect(limiter.taken == 0 && limiter.takenBySystem == 0 && limiter.takenBySystemStreams == 0, "seed \(seed)")
    }
}

@Suite struct ServiceTimeTests {
    private let millisecond: UInt64 = 1_000

    private func time(after samples: [UInt32], isWhole: Bool = true) -> ServiceTime {
        var time = ServiceTime()
        for sample in samples { time.note(microseconds: sample, isWhole: isWhole) }
        return time
    }

    /// Too low rather than too high: between the shortest and the longest that was seen, and soon back at the shorter ones.
    @Test(arguments: Seeds.some(40)) func `is never over what was seen, and follows shorter times at once`(seed: UInt64)
    {
        var random = SplitMix64(seed: seed)
        let samples = (0..<200).map { _ in UInt32.random(in: 0...5_000_000, using: &random) }
        var time = ServiceTime()
        for (index, sample) in samples.enumerated() {
            let before = time.expectedMicroseconds
            time.note(microseconds: sample, isWhole: true)
            #expect(time.expectedMicroseconds <= samples[...index].max() ?? 0, "seed \(seed)")
            #expect(time.expectedMicroseconds >= min(before, sample), "seed \(seed)")
            if sample < before { #expect(time.expectedMicroseconds - sample <= (before - sample) / 2, "seed \(seed)") }
        }
        for _ in 0..<24 { time.note(microseconds: 10, isWhole: true) }
        #expect(time.expectedMicroseconds <= 11, "seed \(seed)")
    }

    @Test func `what was cut short says only that it would have taken no less`() {
        let slow = time(after: [UInt32](repeating: 1_000_000, count: 50))
        var noted = slow
        noted.note(microseconds: 10, isWhole: false)
        #expect(noted.expectedMicroseconds == slow.expectedMicroseconds)
        #expect(time(after: [UInt32](repeating: 1_000_000, count: 50), isWhole: false).expectedMicroseconds > 900_000)
    }

    /// However bad it looks, every tenth of a second one call may try: else a server would stay overloaded by hearsay.
    @Test func `refuses what has too little time left, but for a probe now and then`() {
        var time = time(after: [UInt32](repeating: 1_000_000, count: 50))
        var now = MonotonicInstant(nanoseconds: 5_000_000_000)
        var admitted = 0
        for _ in 0..<1_000 {
            let wait = UInt64(time.expectedMicroseconds) + 100 * millisecond
            if time.admits(microsecondsLeft: 500 * millisecond, wait: wait, at: now) { admitted += 1 }
            let hasTime = time.admits(microsecondsLeft: 2_000 * millisecond, wait: wait, at: now)
            #expect(hasTime)
            now = now.advanced(by: .milliseconds(1))
        }
        #expect(admitted == 10)
    }
}
