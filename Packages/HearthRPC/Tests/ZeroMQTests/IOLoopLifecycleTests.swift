import Synchronization
import Testing
import ZeroMQ

@Suite(.timeLimit(.minutes(10)))
struct IOLoopLifecycleTests {
    @Test func `stop runs what came before and tells sources`() async throws {
        let loop = try IOLoop.start()
        let log = Log<String>()
        try await loop.run { loop.add(EndingSource(log)) }
        for _ in 0..<100 { loop.submit { log.append("operation") } }
        loop.stop()
        loop.stop()
        #expect(loop.hasStopped)
        #expect(log.elements.filter { $0 == "operation" }.count == 100)
        #expect(log.elements.filter { $0 == "end" }.count == 1)
    }

    @Test func `stopped loop takes nothing`() async throws {
        let loop = try IOLoop.start()
        await loop.shutDown()
        #expect(!loop.submit { Issue.record("ran on a stopped loop") })
        await #expect(throws: IOLoopError.stopped) { try await loop.run { 1 } }
        loop.wake()
    }

    @Test func `many may wait for the end`() async throws {
        let loop = try IOLoop.start()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { await loop.shutDown() } }
        }
        #expect(loop.hasStopped)
    }

    @Test func `actors live on the loop`() async throws {
        try await withLoop { loop, _ in
            let counter = Counter(on: loop)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<100 { group.addTask { for _ in 0..<100 { await counter.increment() } } }
            }
            #expect(await counter.count == 10_000)
            #expect(await counter.wasAlwaysOnTheLoop)
            let count = try await loop.run { counter.countSeenFromTheLoop }
            #expect(count == 10_000)
        }
    }

    /// What is not bound to the loop leaves it: child tasks and default actors do not pile onto its thread.
    @Test func `child tasks do not run on the loop`() async throws {
        try await withLoop { loop, _ in
            let counter = Counter(on: loop)
            #expect(await !counter.childRunsOnTheLoop())
        }
    }

    /// A task that ends after its loop still ends, and two of them never run at once.
    @Test func `actors outlive their loop`() async throws {
        let loop = try IOLoop.start()
        let counter = Counter(on: loop)
        await counter.increment()
        await loop.shutDown()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 { group.addTask { for _ in 0..<50 { await counter.increment() } } }
        }
        #expect(await counter.count == 2_501)
    }

    /// What is handed over while the loop ends runs on its thread or after it, one at a time, and is on the loop.
    @Test func `late operations never overlap the last turn`() async throws {
        for _ in 0..<200 {
            let loop = try IOLoop.start()
            let tally = Tally()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        for _ in 0..<100 {
                            loop.perform { tally.count(isOnLoop: loop.isCurrent) }
                        }
                    }
                }
                group.addTask { await loop.shutDown() }
            }
            #expect(tally.strays == 0)
            #expect(tally.ran == 200)
        }
    }

    @Test func `values of the loop are kept from other threads`() async throws {
        await #expect(processExitsWith: .failure) {
            let loop = try IOLoop.start()
            let bound = try await loop.run { LoopBound(1, to: loop) }
            _ = bound.value
        }
    }
}

/// Counts operations, and those that were not on the loop or not alone there.
private final class Tally: Sendable {
    private let state = Mutex((ran: 0, strays: 0))
    private let isInside = Atomic(false)

    func count(isOnLoop: Bool) {
        let isAlone = !isInside.exchange(true, ordering: .acquiring)
        state.withLock { state in
            state.ran += 1
            if !isOnLoop || !isAlone { state.strays += 1 }
        }
        isInside.store(false, ordering: .releasing)
    }

    var ran: Int { state.withLock { $0.ran } }
    var strays: Int { state.withLock { $0.strays } }
}

private final class EndingSource: LoopSource {
    private let log: Log<String>
    init(_ log: Log<String>) { self.log = log }
    func turn(at now: UInt64) -> Bool { false }
    func loopWillStop() { log.append("end") }
}

private actor Counter {
    nonisolated let loop: IOLoop
    private(set) var count = 0
    private(set) var wasAlwaysOnTheLoop = true

    init(on loop: IOLoop) { self.loop = loop }

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    func increment() {
        count += 1
        wasAlwaysOnTheLoop = wasAlwaysOnTheLoop && loop.isCurrent
    }

    func childRunsOnTheLoop() async -> Bool {
        async let child = isOnLoop()
        return await child
    }

    private nonisolated func isOnLoop() async -> Bool { loop.isCurrent }

    /// Asked from an operation of the loop, outside any task.
    nonisolated var countSeenFromTheLoop: Int { assumeIsolated { $0.count } }
}
