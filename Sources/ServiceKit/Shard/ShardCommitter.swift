internal import GRDB
internal import Logging
internal import RPC
internal import Synchronization

/// The progress of a transaction.
private enum Stage { case beginning, running, committing }

/// Commits writes: a batch in one transaction, with a savepoint for each, or one alone.
final class ShardCommitter: Sendable {
    private let counters = Mutex(ShardCounters())
    private let path: String
    private let name: String
    private let runtime: any Runtime
    private let options: ShardOptions
    private let logger: Logger
    private let ballast: ShardBallast
    private let admission: ShardAdmission
    private let checkpointer: ShardCheckpointer
    private let errors: ShardErrorReporter

    init(
        path: String, name: String, runtime: any Runtime, options: ShardOptions, logger: Logger, ballast: ShardBallast,
        admission: ShardAdmission, checkpointer: ShardCheckpointer, errors: ShardErrorReporter
    ) {
        (self.path, self.name, self.runtime, self.options) = (path, name, runtime, options)
        (self.logger, self.ballast) = (logger, ballast)
        (self.admission, self.checkpointer, self.errors) = (admission, checkpointer, errors)
    }

    /// Runs a batch of writes in one transaction and responds to their callers when it is durable.
    ///
    /// - Returns: the writes not begun when the batch's time was up.
    func commit(_ batch: [QueuedWrite], _ db: Database) -> [QueuedWrite] {
        guard admission.checkFile() else {
            for write in batch { write.fail(RPCError.storeFailed(name)) }
            return []
        }
        let now = runtime.now
        var admitted: [QueuedWrite] = []
        for write in batch {
            if let refusal = refusal(of: write, at: now) {
                noteRefused()
                write.fail(refusal)
            } else {
                admitted.append(write)
            }
        }
        if admitted.count > 1, let left = commitTogether(admitted, db) { return left }
        // Alone from the start, or because one of them rolled back the shared transaction: no caller has a response
        // yet.
        for write in admitted {
            if let refusal = refusal(of: write, at: runtime.now) { write.fail(refusal) } else { commitAlone(write, db) }
        }
        return []
    }

    /// Why a write is rejected before it begins.
    private func refusal(of write: QueuedWrite, at now: MonotonicInstant) -> RPCError? {
        if admission.hasFailed { return .storeFailed(name) }
        if write.cancellation.isSet { return .writeCancelled }
        return now > write.deadline ? .writeLate : nil
    }

    /// Runs writes in one transaction, a savepoint each.
    ///
    /// - Returns: the writes left for the next batch; nil when the transaction was rolled back without any response.
    private func commitTogether(_ batch: [QueuedWrite], _ db: Database) -> [QueuedWrite]? {
        let started = runtime.now
        let end = started.advanced(by: options.limits.batchTime)
        var stage = Stage.beginning
        var outcomes: [Result<@Sendable () -> Void, any Error>] = []
        do {
            try db.inTransaction(.immediate) {
                stage = .running
                for write in batch {
                    outcomes.append(try attempt(write, db))
                    if runtime.now >= end { break }
                }
                stage = .committing
                return .commit
            }
        } catch let error as TransactionLost {
            guard let cause = error.cause as? DatabaseError, cause.isDiskFailure else { return nil }
            failBatch(batch, begun: outcomes.count + 1, cause)
            return []
        } catch let error as DatabaseError where stage == .committing && error.isRefusedCommit {
            return nil
        } catch {
            failBatch(batch, begun: stage == .beginning ? 0 : outcomes.count, error)
            return []
        }
        guard admission.checkFile() else {
            for (index, write) in batch.enumerated() {
                write.fail(index < outcomes.count ? RPCError.storeFileReplaced(name) : RPCError.storeFailed(name))
            }
            return []
        }
        count(batch.prefix(outcomes.count), from: started)
        for (write, outcome) in zip(batch, outcomes) {
            switch outcome {
            case .success(let deliver): deliver()
            case .failure(let error): write.fail(errors.callerError(error))
            }
        }
        return Array(batch.dropFirst(outcomes.count))
    }

    /// Runs one write in its savepoint; an error rolls back this write alone, unless the transaction is lost with it.
    private func attempt(_ write: QueuedWrite, _ db: Database) throws -> Result<@Sendable () -> Void, any Error> {
        do {
            return .success(try db.rollingBackOnError(write.attempt))
        } catch let error as TransactionLost {
            throw error
        } catch {
            return .failure(error)
        }
    }

    /// Responds to a batch whose transaction failed for good: `maybe` to the writes that had begun.
    private func failBatch(_ batch: [QueuedWrite], begun: Int, _ error: any Error) {
        if let error = error as? DatabaseError, error.isDiskFailure || begun > 0 { admission.fail(error) }
        for (index, write) in batch.enumerated() {
            if index < begun {
                write.fail(RPCError.diskFailed(name, executed: .maybe))
            } else {
                write.fail(admission.hasFailed ? RPCError.storeFailed(name) : errors.callerError(error))
            }
        }
    }

    /// Runs one write in its own transaction. On a full disk it makes room and retries.
    func commitAlone(_ write: QueuedWrite, _ db: Database) {
        let started = runtime.now
        guard let error = runAlone(write, db, from: started) else { return }
        guard (error as? DatabaseError)?.isFull == true else { return write.fail(errors.callerError(error)) }
        // A checkpoint moves the log to the main file, so that the log restarts and needs no new room.
        checkpointer.run(db)
        guard let error = runAlone(write, db, from: started) else { return }
        guard (error as? DatabaseError)?.isFull == true, write.makesRoom, ballast.release() else {
            return write.fail(errors.callerError(error))
        }
        logger.warning("The disk is full: the ballast was released for a deletion.", metadata: ["shard": "\(path)"])
        if let error = runAlone(write, db, from: started) { write.fail(errors.callerError(error)) }
    }

    /// - Returns: an error after which certainly nothing was written, not yet sent; nil when the caller has a response.
    private func runAlone(_ write: QueuedWrite, _ db: Database, from started: MonotonicInstant) -> (any Error)? {
        var stage = Stage.beginning
        var deliver: (@Sendable () -> Void)?
        do {
            try db.inTransaction(.immediate) {
                stage = .running
                deliver = try write.attempt(db)
                stage = .committing
                return .commit
            }
        } catch {
            let error = (error as? TransactionLost)?.cause ?? error
            guard let error = error as? DatabaseError else { return error }
            let isUnclear = stage == .committing && !error.isRefusedCommit
            guard error.isDiskFailure || isUnclear else { return error }
            admission.fail(error)
            write.fail(RPCError.diskFailed(name, executed: stage == .beginning ? .no : .maybe))
            return nil
        }
        guard admission.checkFile() else {
            write.fail(RPCError.storeFileReplaced(name))
            return nil
        }
        count([write], from: started)
        deliver?()
        return nil
    }

    /// Counts a write that was rejected before it began.
    func noteRefused() {
        counters.withLock { $0.refused += 1 }
        options.metrics.noteRefusedWrite()
    }

    private func count(_ writes: some Collection<QueuedWrite>, from started: MonotonicInstant) {
        options.metrics.noteCommit(
            took: started.duration(to: runtime.now), waits: writes.map { $0.queued.duration(to: started) })
        counters.withLock { counters in
            counters.commits += 1
            counters.writes += writes.count
            counters.batchSizes.record(UInt64(writes.count))
            for write in writes {
                counters.waits.record(UInt64(max(0, write.queued.duration(to: started).wholeMicroseconds)))
            }
        }
    }
    /// Adds what was counted.
    func fill(_ stats: inout ShardStats) {
        let counters = counters.withLock { $0 }
        stats.commits = counters.commits
        stats.writes = counters.writes
        stats.refusedWrites = counters.refused
        stats.batchSizes = counters.batchSizes
        stats.waitMicroseconds = counters.waits
    }
}
