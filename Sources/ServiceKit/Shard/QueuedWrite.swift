internal import Basics
internal import GRDB
internal import RPC
internal import Synchronization

/// One caller's write while it is queued for a batch, with its result's type erased.
struct QueuedWrite: Sendable {
    /// It is not begun after this time.
    let deadline: MonotonicInstant
    /// When it was queued.
    let queued: MonotonicInstant
    /// Its caller's share of the queue.
    let share: FairShare
    /// Set when its caller has disconnected.
    let cancellation: CancellationFlag
    /// Whether the ballast may be released for it.
    let makesRoom: Bool
    /// Runs the caller's statements. The returned closure responds to the caller, once they are durable.
    let attempt: @Sendable (Database) throws -> @Sendable () -> Void
    /// Responds to the caller with an error.
    let fail: @Sendable (any Error) -> Void

    init<Value: Sendable>(
        deadline: MonotonicInstant, queued: MonotonicInstant, share: FairShare, cancellation: CancellationFlag,
        makesRoom: Bool, outcome: Promise<Result<Value, any Error>>,
        body: @escaping @Sendable (Database) throws -> Value
    ) {
        self.deadline = deadline
        self.queued = queued
        self.share = share
        self.cancellation = cancellation
        self.makesRoom = makesRoom
        attempt = { db in
            let value = try body(db)
            return { outcome.fulfill(.success(value)) }
        }
        fail = { outcome.fulfill(.failure($0)) }
    }
}

/// Records that a task was cancelled, for code that runs outside of it.
final class CancellationFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    var isSet: Bool { flag.load(ordering: .acquiring) }

    func set() { flag.store(true, ordering: .releasing) }
}
