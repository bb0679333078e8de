internal import GRDB
internal import Logging
internal import Synchronization

extension Shard {
    /// Runs a checkpoint, which copies the write-ahead log to the main file, when enough of the log is used.
    ///
    /// Only the writer runs checkpoints, between batches, and never waits for readers: pages that they still need stay
    /// in the log, and the next attempt comes when the log has grown by the same amount again.
    func checkpointIfDue(_ db: Database) {
        let used = ShardVFS.logBytes(db)
        let isDue = state.withLock { state in
            // Shorter than before: the log has restarted.
            if used < state.logBytes { state.checkpointDueBytes = options.limits.checkpointBytes }
            state.logBytes = used
            return used >= state.checkpointDueBytes && state.phase != .failed
        }
        guard isDue else { return }
        checkpoint(db)
        state.withLock { $0.checkpointDueBytes = used + options.limits.checkpointBytes }
    }

    /// Checkpoints the pages that no reader needs in the log. A failing disk is fatal, as everywhere; a full one is
    /// not: the log holds all data.
    func checkpoint(_ db: Database) {
        do {
            try runCheckpoint(db, .passive)
        } catch let error as DatabaseError where error.isDiskFailure {
            fail(error)
        } catch {
            logger.notice("The log could not be written back.", metadata: ["shard": "\(path)", "error": "\(error)"])
        }
    }

    /// Copies the log to the main file. Only this overwrites deleted data there.
    func runCheckpoint(_ db: Database, _ kind: Database.CheckpointMode) throws {
        options.failPoints.reach(.logWritingBack)
        _ = try db.checkpoint(kind)
        options.failPoints.reach(.logWrittenBack)
    }
}
