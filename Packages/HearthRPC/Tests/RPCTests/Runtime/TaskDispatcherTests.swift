import Glibc
import RPC
import Synchronization
import Testing

/// Tasks that are started together on the real runtime.
@Suite struct TaskDispatcherTests {
    @Test func `each of many runs once, and waits where it likes`() async {
        let (jobs, count) = AsyncStream<Int>.makeStream()
        SystemRuntime.shared.spawn(each: (0..<1_000).map { WaitingJob(number: $0, ran: count) })
        var ran: [Int] = []
        for await number in jobs.prefix(1_000) { ran.append(number) }
        #expect(ran.sorted() == Array(0..<1_000))
    }

    @Test func `tasks that keep coming leave the pool to others`() async {
        let other = OtherTask()
        let (ends, end) = AsyncStream<Int>.makeStream()
        // More chains than the pool has threads.
        SystemRuntime.shared.spawn(each: (0..<64).map { _ in ChainedJob(other, end) })
        var left = 0
        for await count in ends.prefix(64) { left = max(left, count) }
        #expect(left > 0, "the other task had no turn before the chains gave up")
    }

    @Test func `a job that goes ahead begins before those that wait`() async {
        let (jobs, began) = AsyncStream<Int>.makeStream()
        let gate = Gate(began)
        SystemRuntime.shared.spawn(each: (0..<gate.width).map { _ in GateJob(gate) })
        var order: [Int] = []
        for await number in jobs.prefix(Gate.waiting + 1) { order.append(number) }
        // One of the threads begins with it, and the others with what waits.
        #expect((order.firstIndex(of: -1) ?? .max) < gate.width)
    }
}

/// Has all threads of the pool wait for one another, so that what is spawned by the last one waits for them.
private final class Gate: Sendable {
    static let waiting = 1_000
    let width = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    private let inside = Atomic<Int>(0)
    private let isOpen = Atomic<Bool>(false)
    private let began: AsyncStream<Int>.Continuation

    init(_ began: AsyncStream<Int>.Continuation) { self.began = began }

    func pass() {
        if inside.add(1, ordering: .acquiringAndReleasing).newValue == width {
            SystemRuntime.shared.spawn(each: (0..<Self.waiting).map { WaitingJob(number: $0 * 3 + 1, ran: began) })
            SystemRuntime.shared.spawn(ahead: WaitingJob(number: -1, ran: began))
            isOpen.store(true, ordering: .releasing)
        }
        while !isOpen.load(ordering: .acquiring) { sched_yield() }
    }
}

private final class GateJob: RuntimeJob {
    let gate: Gate

    init(_ gate: Gate) { self.gate = gate }

    func run() async { gate.pass() }
}

/// Says which job it was, some only after having waited.
private final class WaitingJob: RuntimeJob {
    let number: Int
    let ran: AsyncStream<Int>.Continuation

    init(number: Int, ran: AsyncStream<Int>.Continuation) { (self.number, self.ran) = (number, ran) }

    func run() async {
        if number.isMultiple(of: 3) { await Task.yield() }
        ran.yield(number)
    }
}

/// What chains of jobs wait for, and how long they go on without it. They begin it when all threads are busy with them.
private final class OtherTask: Sendable {
    static let patience = 1_000_000, beginning = 990_000
    let hadTurn = Atomic<Bool>(false)
    let left = Atomic<Int>(patience)

    func begin() {
        SystemRuntime.shared.spawn { [self] in hadTurn.store(true, ordering: .releasing) }
    }
}

/// Has another one like it started, until the other task has had its turn.
private final class ChainedJob: RuntimeJob {
    let other: OtherTask
    let end: AsyncStream<Int>.Continuation

    init(_ other: OtherTask, _ end: AsyncStream<Int>.Continuation) { (self.other, self.end) = (other, end) }

    func run() async {
        let left = other.left.subtract(1, ordering: .relaxed).newValue
        if left == OtherTask.beginning { other.begin() }
        if left > 0, !other.hadTurn.load(ordering: .acquiring) {
            SystemRuntime.shared.spawn(each: [self])
        } else {
            end.yield(left)
        }
    }
}
