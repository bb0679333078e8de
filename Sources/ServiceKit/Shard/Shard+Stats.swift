internal import Synchronization

extension Shard {
    /// The shard's counters since it was opened, and its current sizes.
    public var stats: ShardStats {
        var stats = ShardStats()
        let counters = counters.withLock { $0 }
        stats.commits = counters.commits
        stats.writes = counters.writes
        stats.refusedWrites = counters.refused
        stats.reads = counters.reads
        stats.batchSizes = counters.batchSizes
        stats.waitMicroseconds = counters.waits
        stats.waitingWrites = state.withLock { $0.waitingCount }
        stats.waitingReads = gate.waiting
        stats.databaseBytes = Files.bytes(path)
        stats.logBytes = Files.bytes(path + "-wal")
        stats.ballastBytes = ballast.heldBytes
        return stats
    }
}
