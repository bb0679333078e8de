internal import Basics
internal import GRDB
internal import Logging
internal import Synchronization

extension Shard {
    /// Closes the shard: executes queued writes, checkpoints the log to the main file, and releases the lock. Later
    /// calls are rejected as not executed. Closing twice does no harm.
    public func close() async {
        let wasOpen = state.withLock { state in
            defer { if state.phase == .open { state.phase = .closing } }
            return state.phase == .open
        }
        outbox.close()
        if wasOpen { await finishAll() }
        await Blocking.run(options.face) { [self] in closeDatabase() }
    }

    /// Waits for the queued writes and the running reads.
    private func finishAll() async {
        guard options.face == .queued else { return }
        let written = Promise<Void>()
        database.asyncWriteWithoutTransaction { [self] db in
            finishWrites(db)
            written.fulfill()
        }
        await written.wait()
        await gate.close()
    }

    private func closeDatabase() {
        let (isFirst, hasFailed) = state.withLock { state in
            defer { state.phase = .closed }
            return (state.phase != .closed, state.phase == .failed)
        }
        guard isFirst else { return }
        do {
            // The file that replaced it has a log of its own, which SQLite would remove by name.
            let isLost = place.map { !$0.isHeld } ?? false
            if isLost { database.writeWithoutTransaction { ShardVFS.keepLogOnClose($0) } }
            // After a disk error nothing more is written: the next start recovers.
            if !hasFailed, !isLost { try database.writeWithoutTransaction { db in try runCheckpoint(db, .truncate) } }
        } catch {
            logger.notice("The log could not be written back.", metadata: ["shard": "\(path)", "error": "\(error)"])
        }
        do {
            // The readers first: the last connection removes the log's files, which a reader may not.
            (database as? DatabasePool)?.invalidateReadOnlyConnections()
            try database.close()
        } catch {
            logger.error("The shard could not be closed.", metadata: ["shard": "\(path)", "error": "\(error)"])
        }
        unlock()
    }
}
