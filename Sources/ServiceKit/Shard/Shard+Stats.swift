internal import Glibc
internal import Synchronization

extension Shard {
    /// What the shard did since it was opened, and its sizes now.
    public var stats: ShardStats {
        var stats = ShardStats()
        let counters = counters.withLock { $0 }
        stats.commits = counters.commits
        stats.writes = counters.writes
        stats.refusedWrites = counters.refused
        stats.reads = counters.reads
        stats.batchSizes = counters.batchSizes
        stats.waitMicroseconds = counters.waits
        stats.waitingWrites = state.withLock { $0.waiting.count }
        stats.waitingReads = gate.waiting
        stats.databaseBytes = Self.fileBytes(path)
        stats.logBytes = Self.fileBytes(path + "-wal")
        stats.ballastBytes = ballast.heldBytes
        return stats
    }

    /// A file's size by its name; opening it would drop SQLite's locks when it is closed again.
    private static func fileBytes(_ path: String) -> Int {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
