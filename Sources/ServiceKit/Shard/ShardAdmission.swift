internal import GRDB
internal import Logging
internal import RPC
internal import Synchronization

/// Whether a shard accepts calls, and the writes that wait: under one lock, so that none waits in a shard that has failed.
final class ShardAdmission: Sendable {
    private enum Phase: Sendable { case open, failed, closing, closed }

    private struct State {
        var phase = Phase.open
        var waiting = FairQueue<QueuedWrite>()
        /// Writes that their batch did not begin before its time was up: the next batch begins with these.
        var left: [QueuedWrite] = []
        /// The number of writes in the running or last batch.
        var batchCount = 0
        /// Whether a batch is scheduled on the writer's queue.
        var isScheduled = false

        var waitingCount: Int { waiting.count + left.count }

        mutating func takeAll() -> [QueuedWrite] {
            defer { left = [] }
            return left + waiting.removeAll()
        }
    }

    private let state = Mutex(State())
    private let path: String
    private let name: String
    private let limits: ShardLimits
    private let logger: Logger
    /// The open file, to distinguish it from another one at its path.
    private let file: ShardFileIdentity?
    private let onFatal: @Sendable (ShardFailure) -> Void

    /// - Parameter onFatal: called once, from any thread, when the shard fails.
    init(
        path: String, name: String, limits: ShardLimits, logger: Logger,
        onFatal: @escaping @Sendable (ShardFailure) -> Void
    ) {
        (self.path, self.name, self.limits, self.logger, self.onFatal) = (path, name, limits, logger, onFatal)
        file = ShardFileIdentity(path)
    }

    /// Whether calls are accepted: opened, not closed, and the disk has not failed.
    var isOpen: Bool { state.withLock { $0.phase == .open } }

    /// Whether the disk has failed.
    var hasFailed: Bool { state.withLock { $0.phase == .failed } }

    /// Why calls are rejected now; nil while the shard is open.
    var refusal: RPCError? { state.withLock { reason($0.phase) } }

    private func reason(_ phase: Phase) -> RPCError? {
        switch phase {
        case .open: nil
        case .failed: .storeFailed(name)
        case .closing, .closed: .storeClosed(name)
        }
    }

    // MARK: Failure

    /// The disk failed: rejects all queued and later calls, and notifies the owner, once.
    func fail(_ error: DatabaseError) {
        fail(
            ShardFailure(path: path, resultCode: Int(error.extendedResultCode.rawValue), reason: "\(error)"),
            "The disk failed; the shard rejects all calls.")
    }

    private func fail(_ failure: ShardFailure, _ what: Logger.Message) {
        let waiting = state.withLock { state -> [QueuedWrite]? in
            if state.phase == .failed || state.phase == .closed { return nil }
            state.phase = .failed
            return state.takeAll()
        }
        guard let waiting else { return }
        logger.critical(
            what, metadata: ["shard": "\(path)", "error": "\(failure.reason)", "waiting": "\(waiting.count)"])
        for write in waiting { write.fail(RPCError.storeFailed(name)) }
        onFatal(failure)
    }

    /// Whether another file, or none, is at the path of the open one.
    var hasLostFile: Bool { file.map { !$0.isHeld } ?? false }

    /// Checks that the open file is still the one at the shard's path: before and after every commit and once a second,
    /// so that no write is acknowledged that went into a deleted, renamed or replaced file.
    ///
    /// - Returns: false when it is not: then the shard accepts no more calls, and its owner is notified.
    func checkFile() -> Bool {
        guard hasLostFile else { return true }
        fail(
            ShardFailure(
                path: path, resultCode: Int(ResultCode.SQLITE_READONLY_DBMOVED.rawValue),
                reason: "the file was deleted or replaced while it was in use"),
            "The shard's file was deleted or replaced while it was in use; the service stops.")
        return false
    }

    // MARK: The queue

    /// What becomes of a write that was submitted.
    struct Enqueued {
        /// Why it is rejected; nil when it is queued.
        var refusal: RPCError?
        /// A write that it replaces in the full queue.
        var evicted: QueuedWrite?
        /// Whether the caller must schedule a batch.
        var mustSchedule = false
    }

    /// Queues a write. In a full queue it takes the place of a write of the caller with the most waiting.
    func enqueue(_ write: QueuedWrite) -> Enqueued {
        state.withLock { state in
            if let refusal = reason(state.phase) { return Enqueued(refusal: refusal) }
            var outcome = Enqueued()
            if state.waitingCount >= limits.waitingWrites {
                outcome.evicted = state.waiting.removeLast(inFavourOf: write.share.caller)
                if outcome.evicted == nil { return Enqueued(refusal: crowded) }
            }
            state.waiting.append(write, of: write.share)
            outcome.mustSchedule = !state.isScheduled
            state.isScheduled = true
            return outcome
        }
    }

    /// Why a write is rejected when the queue is full.
    var crowded: RPCError { .storeBusy(name, waiting: limits.waitingWrites) }

    /// Removes the next batch: the writes left by the last one, and then callers' writes in fair order.
    func takeBatch() -> [QueuedWrite] {
        state.withLock { state in
            var batch = Array(state.left.prefix(limits.batchWrites))
            state.left.removeFirst(batch.count)
            while batch.count < limits.batchWrites, let next = state.waiting.popFirst() { batch.append(next) }
            state.batchCount = batch.count
            return batch
        }
    }

    /// Puts back the writes that a batch has left.
    ///
    /// - Returns: whether another batch must be scheduled; why the left writes are rejected, if they are.
    func endBatch(leaving left: [QueuedWrite]) -> (mustSchedule: Bool, refusal: RPCError?) {
        state.withLock { state in
            let refusal = state.phase == .failed ? reason(state.phase) : nil
            if refusal == nil { state.left = left + state.left }
            state.isScheduled = state.waitingCount > 0
            return (state.isScheduled, refusal)
        }
    }

    /// Removes all queued writes.
    func takeAll() -> [QueuedWrite] { state.withLock { $0.takeAll() } }

    /// The number of queued writes.
    var waitingCount: Int { state.withLock { $0.waitingCount } }

    /// Whether the running write is alone: no other write shares its commit or waits for the next one.
    var isUndisturbed: Bool { state.withLock { $0.phase == .open && $0.batchCount == 1 && $0.waitingCount == 0 } }

    // MARK: Closing

    /// Rejects later calls.
    ///
    /// - Returns: whether the shard was open.
    func beginClosing() -> Bool {
        state.withLock { state in
            guard state.phase == .open else { return false }
            state.phase = .closing
            return true
        }
    }

    /// Ends the closing.
    ///
    /// - Returns: whether this is the first time; whether the disk has failed before.
    func endClosing() -> (isFirst: Bool, hasFailed: Bool) {
        state.withLock { state in
            defer { state.phase = .closed }
            return (state.phase != .closed, state.phase == .failed)
        }
    }
}
