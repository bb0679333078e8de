internal import Basics
internal import CZeroMQ
internal import Glibc
internal import Synchronization

/// One thread that owns sockets and timers and runs operations submitted by others.
///
/// A turn is: all submitted operations, then a turn of every source, then the end of the turn of every source, in which
/// they send batched output. The loop sleeps when a turn did nothing, until a socket event, a submitted operation, or
/// the earliest `nextWake` of its sources.
///
/// It is a `SerialExecutor`, for actors that live on it, and on purpose no `TaskExecutor`: under an executor preference
/// child tasks, default actors and `@concurrent` functions would all pile onto the thread that serves every connection.
//
// Unchecked: state that is not atomic or behind a lock is marked below as confined to the loop's thread.
public final class IOLoop: SerialExecutor, @unchecked Sendable {
    /// A turn longer than this is counted as slow: 5 ms.
    public static let slowTurnNanoseconds = 5 * MonotonicClock.millisecond

    /// The thread's name in debuggers and `ps -T`; Linux shows 15 bytes of it.
    public let name: String

    let inbox: IOLoopInbox
    let counters = IOLoopCounters()
    let lifecycle = Mutex(Lifecycle())
    /// Fulfilled when the thread runs nothing any more.
    let end = Promise<Void>()
    let shouldStop = Atomic<Bool>(false)
    private let thread = Atomic<UInt>(0)

    // Confined to the loop's thread.
    var sources: [any LoopSource] = []
    var watched: [ZeroMQSocket] = []
    var pollFiles: [pollfd] = []
    var isPollSetStale = true
    var items: [IOLoopInbox.Item] = []
    var idleTurns = 0

    private init(name: String) throws(IOLoopError) {
        self.name = name
        inbox = try IOLoopInbox()
    }

    /// Starts a loop on a thread of its own, which runs until `stop` or `shutDown`, whether it is referenced or not.
    ///
    /// - Throws: `IOLoopError.cannotStart`.
    public static func start(name: String = "io") throws(IOLoopError) -> IOLoop {
        let loop = try IOLoop(name: name)
        try loop.startThread()
        return loop
    }

    /// Submits an operation to the loop, which runs it in its next turn, in the order of submission.
    ///
    /// - Returns: false when the loop has stopped; then the operation is not run.
    @discardableResult
    public func submit(_ operation: @escaping @Sendable () -> Void) -> Bool {
        guard inbox.put(.operation(operation)) else { return false }
        wake()
        return true
    }

    /// Submits an operation as `submit` does, but one that must run in any case: when the loop has stopped, it runs on
    /// the calling thread, still never concurrently with another operation or job of this loop.
    public func perform(_ operation: @escaping @Sendable () -> Void) {
        if !submit(operation) { runLate(.operation(operation)) }
    }

    /// Wakes the loop if it sleeps. For sources with a queue of their own, after enqueueing under its lock.
    public func wake() {
        if inbox.wake() { counters.wakeUps.add(1, ordering: .relaxed) }
    }

    /// Runs `body` on the loop and returns its result.
    ///
    /// - Throws: The error of `body`, or `IOLoopError.stopped`.
    public func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        let outcome = Promise<Result<Value, any Error>>()
        guard submit({ outcome.fulfill(Result(catching: body)) }) else { throw IOLoopError.stopped }
        return try await outcome.value.get()
    }

    /// The loop's statistics so far; callable from any thread.
    public var statistics: IOLoopStatistics { counters.snapshot }

    /// Whether the caller runs on the loop's thread.
    public var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// Traps unless the caller runs on the loop's thread.
    public func preconditionIsCurrent() {
        precondition(isCurrent, "called from outside the thread of the loop \(name)")
    }

    /// Sets the loop's thread; 0 for none.
    func setCurrentThread(_ thread: UInt) { self.thread.store(thread, ordering: .relaxed) }
}
