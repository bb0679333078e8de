internal import Basics
internal import Foundation
internal import GRDB
internal import RPC
internal import Synchronization

extension Shard {
    /// Takes a consistent snapshot of the shard, while it is in use, through SQLite's backup API.
    ///
    /// The copy is self-contained, sealed like the original, fully checked, durable, and gets its name only when all of
    /// that is done.
    ///
    /// - Parameter destination: the copy's file, which must not exist.
    /// - Returns: the copy's size in bytes.
    /// - Throws: `RPCError`: ALREADY_EXISTS, RESOURCE_EXHAUSTED when the disk is full, DATA_LOSS when either is damaged.
    @discardableResult
    public func backup(to destination: String) async throws -> Int {
        if let refusal = state.withLock({ refusal($0.phase) }) { throw refusal }
        guard !FileManager.default.fileExists(atPath: destination) else {
            throw RPCError(.alreadyExists, "There is a file of the backup's name already.", executed: .no)
        }
        touch()
        guard options.face == .queued else { return try copyInline(destination) }
        try await acquireReader()
        defer { gate.leave() }
        let size = Promise<Result<Int, any Error>>()
        database.asyncRead { [self] source in
            size.fulfill(Result { try copy(try source.get(), destination) })
        }
        return try await size.value.get()
    }

    private func copyInline(_ destination: String) throws -> Int {
        try database.read { try copy($0, destination) }
    }

    private func copy(_ source: Database, _ destination: String) throws -> Int {
        do {
            try ShardCopy.write(source, to: destination)
        } catch {
            throw readError(error)
        }
        return try ShardCopy.publish(destination)
    }
}
