internal import CShardVFS
internal import GRDB

extension Shard {
    /// Gives back the memory that is only worth having while much is done: the pages that the writer has kept, the
    /// connections that read (the next read opens one), and what the allocator has freed and kept. For the end of heavy
    /// work; reads and writes go on meanwhile.
    public func releaseMemory() async {
        // In simulations there is one connection, and the process is not the shard's own.
        guard options.face == .queued, isOpen else { return }
        try? await write { try $0.execute(sql: "PRAGMA shrink_memory") }
        (database as? DatabasePool)?.invalidateReadOnlyConnections()
        await Blocking.run(options.face) { shard_give_back_memory() }
    }
}
