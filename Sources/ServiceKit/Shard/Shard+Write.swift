package import GRDB
package import RPC
internal import Synchronization

extension Shard {
    /// Runs `body` in a transaction and returns when it is durable.
    ///
    /// Small writes of many callers share a transaction and its sync; each has a savepoint of its own, so what one
    /// throws or violates harms nobody else. `body` touches the database only: it may run twice when a neighbour loses
    /// the transaction for all. A write that is cancelled, or late, when its batch begins is not executed; after that
    /// it is never interrupted.
    ///
    /// - Parameters:
    ///   - deadline: past this it is not begun; nil takes the running call's, outside of calls there is none.
    ///   - releasingBallast: for deletions, and for what says how something ended: on a full disk the ballast is given up for it.
    /// - Throws: what `body` throws when that is an `RPCError` or `RPCErrorConvertible` (its own changes are undone);
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
        // Inline nothing waits, so here is where others may come first, as they may while a batch gathers.
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

    /// Waits for the batch that takes the write.
    private func queue<Value: Sendable>(
        _ deadline: MonotonicInstant, _ releasingBallast: Bool, _ cancellation: CancellationFlag,
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                submit(
                    QueuedWrite(
                        deadline: deadline, queued: runtime.now, share: .current, cancellation: cancellation,
                        makesRoom: releasingBallast, continuation: continuation, body: body))
            }
        } onCancel: {
            // Not an interrupt, which would undo the neighbours: the batch looks at the flag before it begins this one.
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
        if has(.answersEarly) { return answerEarly(write) }
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
                // Full: another caller who has many waiting makes room.
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

    /// Has the writer's queue take a batch. No task is behind it, so nobody's cancellation reaches it.
    private func scheduleBatch() {
        database.asyncWriteWithoutTransaction { [self] db in takeBatch(db) }
    }

    /// Runs one batch. Each is a turn of its own on the writer's queue, so that what else is queued there gets its own.
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

    /// Runs all that waits, before the shard closes.
    func finishWrites(_ db: Database) {
        while true {
            var batch = state.withLock { $0.takeAll() }
            if batch.isEmpty { return }
            while !batch.isEmpty { batch = commit(batch, db) }
        }
    }
}
