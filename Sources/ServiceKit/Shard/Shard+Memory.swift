internal import CShardVFS
internal import GRDB

extension Shard {
    /// Releases memory that only pays off under load: the writer's page cache, the reader connections (the next read
    /// opens one), and freed memory that the allocator retains. Call it at the end of heavy work; reads and writes may
    /// run meanwhile.
    public func releaseMemory() async {
        // In simulations there is one connection, and the process does not belong to the shard.
        guard options.face == .queued, isOpen else { return }
        try? await write { try $0.execute(sql: "PRAGMA shrink_memory") }
        (database as? DatabasePool)?.invalidateReadOnlyConnections()
        await Blocking.run(options.face) { shard_give_back_memory() }
    }
}
