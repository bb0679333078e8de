import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(10)))
struct IOLoopTimerTests {
    /// Every timer is answered at or after its time, and the loop sleeps between them.
    @Test func `timers are answered on time without spinning`() async throws {
        try await withLoop { loop, _ in
            let count = 50
            let before = loop.statistics.turns
            let early = await withCheckedContinuation { continuation in
                loop.submit {
                    loop.add(
                        TickingSource(count: count, every: 700_000, on: loop) { continuation.resume(returning: $0) })
                }
            }
            #expect(early == 0)
            // One turn to answer, two to fall asleep again, and a few at the edges.
            #expect(loop.statistics.turns - before < UInt64(4 * count + 20))
            #expect(loop.statistics.idleWakes == 0)
        }
    }

    /// A source that asks for turns for ever and does nothing with them does not burn the processor.
    @Test func `source that wastes its turns is slept over`() async throws {
        try await withLoop { loop, _ in
            // Nothing else wakes the loop meanwhile: all turns are the source's own doing.
            let turns = await withCheckedContinuation { continuation in
                loop.submit { loop.add(WastingSource(idleWakes: 5, on: loop) { continuation.resume(returning: $0) }) }
            }
            // Some before it is found out, and two for each time that it is slept over.
            #expect(turns <= 30)
        }
    }

    @Test func `removed source gets no turns`() async throws {
        try await withLoop { loop, _ in
            let log = Log<Int>()
            let source = try await loop.run {
                let source = CountingSource(log)
                loop.add(source)
                loop.add(source)
                return LoopBound(source, to: loop)
            }
            try await loop.run {}
            try await loop.run { loop.remove(source.value) }
            _ = log.removeAll()
            for _ in 0..<10 { try await loop.run {} }
            #expect(log.elements.isEmpty)
        }
    }
}

/// Asks for `count` turns, one every so many nanoseconds, then reports how many came too early.
private final class TickingSource: LoopSource {
    private(set) var nextWake: UInt64?
    private let interval: UInt64
    private let loop: IOLoop
    private var left: Int
    private var early = 0
    private let done: (Int) -> Void

    init(count: Int, every interval: UInt64, on loop: IOLoop, done: @escaping (Int) -> Void) {
        (left, self.interval, self.loop, self.done) = (count, interval, loop, done)
        nextWake = MonotonicClock.now + interval
    }

    func turn(at now: UInt64) -> Bool {
        guard let due = nextWake, now >= due else { return false }
        if MonotonicClock.now < due { early += 1 }
        left -= 1
        nextWake = left > 0 ? now + interval : nil
        if left == 0 {
            loop.remove(self)
            done(early)
        }
        return true
    }
}

/// Asks for turns for ever, does nothing with them, and reports how many it had when the loop had slept so often.
private final class WastingSource: LoopSource {
    private let idleWakes: UInt64
    private let loop: IOLoop
    private let done: (Int) -> Void
    private var turns = 0

    init(idleWakes: UInt64, on loop: IOLoop, done: @escaping (Int) -> Void) {
        (self.idleWakes, self.loop, self.done) = (idleWakes, loop, done)
    }

    func turn(at now: UInt64) -> Bool {
        turns += 1
        if loop.statistics.idleWakes >= idleWakes {
            loop.remove(self)
            done(turns)
        }
        return false
    }

    var nextWake: UInt64? { 0 }
}

private final class CountingSource: LoopSource {
    private let log: Log<Int>
    init(_ log: Log<Int>) { self.log = log }
    func turn(at now: UInt64) -> Bool {
        log.append(1)
        return false
    }
}
