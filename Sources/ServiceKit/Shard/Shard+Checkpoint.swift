internal import GRDB
internal import Logging
internal import Synchronization

extension Shard {
    /// Writes the log back to the main file when enough of it is used.
    ///
    /// The writer alone does so, between batches, and never waits for readers: what they still need stays in the log,
    /// and the next attempt comes when it has grown by as much again.
    func checkpointIfDue(_ db: Database) {
        let used = ShardVFS.logBytes(db)
        let isDue = state.withLock { state in
            // Shorter than before: it has started over.
            if used < state.logBytes { state.checkpointDueBytes = options.limits.checkpointBytes }
            state.logBytes = used
            return used >= state.checkpointDueBytes && state.phase != .failed
        }
        guard isDue else { return }
        checkpoint(db)
        state.withLock { $0.checkpointDueBytes = used + options.limits.checkpointBytes }
    }

    /// Writes back what no reader needs in the log. A failing disk is fatal, as everywhere; a full one is not: the log
    /// holds all there is.
    func checkpoint(_ db: Database) {
        do {
            try runCheckpoint(db, .passive)
        } catch let error as DatabaseError where error.isDiskFailure {
            fail(error)
        } catch {
            logger.notice("The log could not be written back.", metadata: ["shard": "\(path)", "error": "\(error)"])
        }
    }

    /// Copies the log into the main file. Deleted data is overwritten there by this, and not before.
    func runCheckpoint(_ db: Database, _ kind: Database.CheckpointMode) throws {
        options.failPoints.reach(.logWritingBack)
        _ = try db.checkpoint(kind)
        options.failPoints.reach(.logWrittenBack)
    }
}
