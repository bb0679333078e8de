internal import Basics
internal import GRDB
internal import RPC

/// Runs a shard's writes: queued ones in batches on the writer's connection, or each at once in simulations.
final class ShardWriter: Sendable {
    private let database: any DatabaseWriter
    private let options: ShardOptions
    private let admission: ShardAdmission
    private let committer: ShardCommitter
    private let checkpointer: ShardCheckpointer

    init(
        database: any DatabaseWriter, options: ShardOptions, admission: ShardAdmission, committer: ShardCommitter,
        checkpointer: ShardCheckpointer
    ) {
        (self.database, self.options, self.admission) = (database, options, admission)
        (self.committer, self.checkpointer) = (committer, checkpointer)
    }

    /// Runs a write, or queues it for the next batch.
    func submit(_ write: QueuedWrite) {
        switch options.face {
        case .queued: enqueue(write)
        case .inline: runInline(write)
        }
    }

    private func runInline(_ write: QueuedWrite) {
        if let refusal = admission.refusal { return write.fail(refusal) }
        database.writeWithoutTransaction { db in
            for left in committer.commit([write], db) { committer.commitAlone(left, db) }
            checkpointer.runIfDue(db)
        }
    }

    private func enqueue(_ write: QueuedWrite) {
        let outcome = admission.enqueue(write)
        if let evicted = outcome.evicted {
            committer.noteRefused()
            evicted.fail(admission.crowded)
        }
        if let refusal = outcome.refusal {
            committer.noteRefused()
            write.fail(refusal)
        }
        if outcome.mustSchedule { scheduleBatch() }
    }

    /// Schedules a batch on the writer's queue. It runs outside any task, so no caller's cancellation reaches it.
    private func scheduleBatch() {
        database.asyncWriteWithoutTransaction { [self] db in runBatch(db) }
    }

    /// Runs one batch. Each is a separate item on the writer's queue, so that other queued items get their turn.
    private func runBatch(_ db: Database) {
        let left = committer.commit(admission.takeBatch(), db)
        checkpointer.runIfDue(db)
        let (mustSchedule, refusal) = admission.endBatch(leaving: left)
        if let refusal { for write in left { write.fail(refusal) } }
        if mustSchedule { scheduleBatch() }
    }

    /// Runs all queued writes, before the shard closes.
    func finish() async {
        guard options.face == .queued else { return }
        let written = Promise<Void>()
        database.asyncWriteWithoutTransaction { [self] db in
            runAll(db)
            written.fulfill()
        }
        await written.wait()
    }

    private func runAll(_ db: Database) {
        while true {
            var batch = admission.takeAll()
            if batch.isEmpty { return }
            while !batch.isEmpty { batch = committer.commit(batch, db) }
        }
    }

    /// Copies the log to the main file when the shard closes, unless the disk has failed: then nothing more is written,
    /// and the next start recovers.
    func writeLogBack(hasFailed: Bool) {
        do {
            // The file that replaced it has a log of its own, which SQLite would remove by name.
            let isLost = admission.hasLostFile
            if isLost { database.writeWithoutTransaction { ShardVFS.keepLogOnClose($0) } }
            if !hasFailed, !isLost { try database.writeWithoutTransaction { try checkpointer.runToEnd($0) } }
        } catch {
            checkpointer.noteFailure(error)
        }
    }
}
