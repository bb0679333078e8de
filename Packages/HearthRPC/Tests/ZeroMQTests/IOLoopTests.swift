import Foundation
import Synchronization
import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(10)))
struct IOLoopTests {
    @Test func `operations run in their order on the loop`() async throws {
        try await withLoop { loop, _ in
            let seen = Log<Int>()
            for number in 0..<1_000 {
                loop.submit {
                    #expect(loop.isCurrent)
                    seen.append(number)
                }
            }
            try await loop.run {}
            #expect(seen.elements == Array(0..<1_000))
            #expect(!loop.isCurrent)
        }
    }

    /// 200,000 operations from four threads that give way at different moments: all run, each thread's in its order.
    @Test func `nothing submitted from many threads is lost`() async throws {
        let (threads, each) = (4, 50_000)
        let loop = try IOLoop.start(name: "storm")
        let tally = Tally(threads: threads)
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<threads {
                group.addTask {
                    await onThread {
                        for number in 0..<each {
                            loop.submit { tally.count(thread, number) }
                            if number % (61 + thread) == 0 { sched_yield() }
                        }
                    }
                }
            }
        }
        try await loop.run {}
        #expect(tally.total == threads * each)
        #expect(tally.disorders == 0)
        let statistics = loop.statistics
        #expect(statistics.operations >= UInt64(threads * each))
        #expect(statistics.wakeUps <= statistics.sleeps + statistics.turns)
        await loop.shutDown()
    }

    /// The loop falls asleep between any two of these: one lost wake-up and the test never ends.
    @Test func `asleep loop wakes every time`() async throws {
        try await withLoop { loop, _ in
            for number in 0..<20_000 {
                let response = try await loop.run { number }
                #expect(response == number)
            }
        }
    }

    @Test func `many operations cost one wake up`() async throws {
        try await withLoop { loop, _ in
            let gate = DispatchSemaphore(value: 0)
            let before = loop.statistics.wakeUps
            loop.submit { gate.wait() }
            for _ in 0..<10_000 { loop.submit {} }
            gate.signal()
            try await loop.run {}
            // The first may find the loop asleep; the one after the gate, too.
            #expect(loop.statistics.wakeUps - before <= 3)
        }
    }

    @Test func `sources own queue is never forgotten`() async throws {
        try await withLoop { loop, _ in
            let queue = Log<Int>()
            let (numbers, taken) = AsyncStream.makeStream(of: Int.self)
            try await loop.run { loop.add(QueueSource(queue, taken)) }
            var iterator = numbers.makeAsyncIterator()
            for number in 0..<20_000 {
                queue.append(number)
                loop.wake()
                #expect(await iterator.next() == number)
            }
        }
    }

    @Test func `turns end after all operations and sources`() async throws {
        try await withLoop { loop, _ in
            let log = Log<String>()
            try await loop.run {
                loop.add(NotingSource("a", log))
                loop.add(NotingSource("b", log))
            }
            let gate = DispatchSemaphore(value: 0)
            // Both come while the loop is held, so that one turn has them.
            await withCheckedContinuation { continuation in
                loop.submit {
                    continuation.resume()
                    gate.wait()
                }
            }
            loop.submit {
                _ = log.removeAll()
                log.append("operation")
            }
            loop.submit { log.append("operation") }
            gate.signal()
            try await loop.run {}
            try await loop.run {}
            let turn = log.elements.prefix(6)
            #expect(turn == ["operation", "operation", "a", "b", "end a", "end b"])
        }
    }

    @Test func `long turns are counted`() async throws {
        try await withLoop { loop, _ in
            try await loop.run {
                let until = MonotonicClock.now + IOLoop.slowTurnNanoseconds + MonotonicClock.millisecond
                while MonotonicClock.now < until {}
            }
            try await loop.run {}
            #expect(loop.statistics.slowTurns >= 1)
            #expect(loop.statistics.longestTurnNanoseconds > IOLoop.slowTurnNanoseconds)
        }
    }

    @Test func `signals are for other threads`() async throws {
        try await withLoop { loop, _ in
            let blocked = try await loop.run {
                var mask = sigset_t()
                pthread_sigmask(SIG_BLOCK, nil, &mask)
                return [SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGCHLD].allSatisfy { sigismember(&mask, $0) == 1 }
            }
            #expect(blocked)
        }
    }
}

/// Runs `body` on a thread of its own.
private func onThread(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread {
            body()
            continuation.resume()
        }
    }
}

/// Counts what arrives from each thread, and whether in order.
private final class Tally: Sendable {
    private let state: Mutex<(next: [Int], disorders: Int)>

    init(threads: Int) { state = Mutex((Array(repeating: 0, count: threads), 0)) }

    func count(_ thread: Int, _ number: Int) {
        state.withLock { state in
            if state.next[thread] != number { state.disorders += 1 }
            state.next[thread] += 1
        }
    }

    var total: Int { state.withLock { $0.next.reduce(0, +) } }
    var disorders: Int { state.withLock { $0.disorders } }
}

private final class QueueSource: LoopSource {
    private let queue: Log<Int>
    private let taken: AsyncStream<Int>.Continuation

    init(_ queue: Log<Int>, _ taken: AsyncStream<Int>.Continuation) { (self.queue, self.taken) = (queue, taken) }

    func turn(at now: UInt64) -> Bool {
        let numbers = queue.removeAll()
        for number in numbers { taken.yield(number) }
        return !numbers.isEmpty
    }
}

private final class NotingSource: LoopSource {
    private let name: String
    private let log: Log<String>

    init(_ name: String, _ log: Log<String>) { (self.name, self.log) = (name, log) }

    func turn(at now: UInt64) -> Bool {
        log.append(name)
        return false
    }

    func endTurn() { log.append("end \(name)") }
}
