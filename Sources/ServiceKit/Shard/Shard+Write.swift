internal import Basics
package import GRDB
package import RPC
internal import Synchronization

extension Shard {
    /// Runs `body` in a transaction and returns when it is durable.
    ///
    /// Small writes of many callers share a transaction and its sync; each has its own savepoint, so an error or
    /// constraint violation in one affects no other. `body` touches the database only: it may run twice when another
    /// write in the batch rolls back the shared transaction. A write that is cancelled or late when its batch begins is
    /// not executed; after that it is never interrupted.
    ///
    /// - Parameters:
    ///   - deadline: it is not begun after this time; nil takes the running call's deadline, if any.
    ///   - releasingBallast: for deletions, and for recording how something ended: on a full disk the ballast is
    ///     released for it.
    /// - Throws: errors of `body` that are an `RPCError` or `RPCErrorConvertible` (its own changes are rolled back);
    ///   otherwise an `RPCError` that says whether the change was executed.
    package func write<Value: Sendable>(
        deadline: MonotonicInstant? = nil, releasingBallast: Bool = false,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let call = ServerCall.current
        let deadline = deadline ?? call?.deadline ?? .distantFuture
        let begun = runtime.now
        defer { call?.noteDatabase(begun.duration(to: runtime.now)) }
        let cancellation = CancellationFlag()
        touch()
        // Inline writes never wait, so yield here to let other tasks run first, as they may while a batch gathers.
        if options.face == .inline { await Task.yield() }
        do {
            let value = try await traced("write") { try await queue(deadline, releasingBallast, cancellation, body) }
            call?.effects.raise(.yes)
            return value
        } catch let error as RPCError where error.executed == .maybe {
            call?.effects.raise(.maybe)
            throw error
        }
    }

    /// Queues the write and waits for its batch.
    private func queue<Value: Sendable>(
        _ deadline: MonotonicInstant, _ releasingBallast: Bool, _ cancellation: CancellationFlag,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            let outcome = Promise<Result<Value, any Error>>()
            submit(
                QueuedWrite(
                    deadline: deadline, queued: runtime.now, share: .current, cancellation: cancellation,
                    makesRoom: releasingBallast, outcome: outcome, body: body))
            return try await outcome.value.get()
        } onCancel: {
            // Not an interrupt, which would roll back the other writes: the batch checks the flag before it begins this
            // one.
            cancellation.set()
        }
    }

    private func submit(_ write: QueuedWrite) {
        switch options.face {
        case .queued: enqueue(write)
        case .inline: runInline(write)
        }
    }

    private func runInline(_ write: QueuedWrite) {
        if let refusal = state.withLock({ refusal($0.phase) }) { return write.fail(refusal) }
        database.writeWithoutTransaction { db in
            for left in commit([write], db) { commitAlone(left, db) }
            checkpointIfDue(db)
        }
    }

    private func enqueue(_ write: QueuedWrite) {
        let limit = options.limits.waitingWrites
        let outcome = state.withLock { state -> (refusal: RPCError?, schedules: Bool, evicted: QueuedWrite?) in
            if let refusal = refusal(state.phase) { return (refusal, false, nil) }
            var evicted: QueuedWrite?
            if state.waitingCount >= limit {
                // Full: evict a write of the caller with the most waiting.
                evicted = state.waiting.removeLast(inFavourOf: write.share.caller)
                if evicted == nil { return (.storeBusy(name, waiting: limit), false, nil) }
            }
            state.waiting.append(write, of: write.share)
            defer { state.isScheduled = true }
            return (nil, !state.isScheduled, evicted)
        }
        if let evicted = outcome.evicted {
            noteRefused()
            evicted.fail(RPCError.storeBusy(name, waiting: limit))
        }
        if let refusal = outcome.refusal {
            noteRefused()
            write.fail(refusal)
        }
        if outcome.schedules { scheduleBatch() }
    }

    /// Schedules a batch on the writer's queue. It runs outside any task, so no caller's cancellation reaches it.
    private func scheduleBatch() {
        database.asyncWriteWithoutTransaction { [self] db in takeBatch(db) }
    }

    /// Runs one batch. Each is a separate item on the writer's queue, so that other queued items get their turn.
    private func takeBatch(_ db: Database) {
        let batch = state.withLock { state in
            let batch = state.takeBatch(options.limits.batchWrites)
            state.batchCount = batch.count
            return batch
        }
        let left = commit(batch, db)
        checkpointIfDue(db)
        let (hasMore, failure) = state.withLock { state -> (Bool, RPCError?) in
            let failure = state.phase == .failed ? refusal(state.phase) : nil
            if failure == nil { state.left = left + state.left }
            state.isScheduled = state.waitingCount > 0
            return (state.isScheduled, failure)
        }
        if let failure { for write in left { write.fail(failure) } }
        if hasMore { scheduleBatch() }
    }

    /// Runs all queued writes, before the shard closes.
    func finishWrites(_ db: Database) {
        while true {
            var batch = state.withLock { $0.takeAll() }
            if batch.isEmpty { return }
            while !batch.isEmpty { batch = commit(batch, db) }
        }
    }
}
