internal import GRDB
internal import RPC
internal import Synchronization

/// One caller's write while it waits for its batch, its result's type left behind.
struct QueuedWrite: Sendable {
    /// Past this it is not begun any more.
    let deadline: MonotonicInstant
    /// When it was queued.
    let queued: MonotonicInstant
    /// Whose it is.
    let share: FairShare
    /// Whether its caller has gone.
    let cancellation: CancellationFlag
    /// Whether the ballast may be given up for it.
    let makesRoom: Bool
    /// Runs the caller's statements. The closure that it returns answers the caller, once they are durable.
    let attempt: @Sendable (Database) throws -> @Sendable () -> Void
    /// Answers the caller with an error.
    let fail: @Sendable (any Error) -> Void

    init<Value: Sendable>(
        deadline: MonotonicInstant, queued: MonotonicInstant, share: FairShare, cancellation: CancellationFlag,
        makesRoom: Bool,
        continuation: CheckedContinuation<Value, any Error>, body: @escaping @Sendable (Database) throws -> Value
    ) {
        self.deadline = deadline
        self.queued = queued
        self.share = share
        self.cancellation = cancellation
        self.makesRoom = makesRoom
        attempt = { db in
            let value = try body(db)
            return { continuation.resume(returning: value) }
        }
        fail = { continuation.resume(throwing: $0) }
    }
}

/// Remembers that a task was cancelled, for code that runs outside of it.
final class CancellationFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    var isSet: Bool { flag.load(ordering: .acquiring) }

    func set() { flag.store(true, ordering: .releasing) }
}
