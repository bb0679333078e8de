internal import CoreFoundation
internal import Foundation
internal import GRDB
internal import Glibc
internal import RPC
internal import Synchronization

extension Shard {
    /// Copies the shard as it is at one moment, while it is in use, through SQLite's backup API.
    ///
    /// The copy is complete by itself, sealed like the original, checked from end to end, durable, and appears under
    /// its name only when all of that is done.
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
        try await enterGate()
        defer { gate.leave() }
        return try await withCheckedThrowingContinuation { continuation in
            database.asyncRead { [self] source in
                continuation.resume(with: Result { try copy(try source.get(), destination) })
            }
        }
    }

    private func copyInline(_ destination: String) throws -> Int {
        try database.read { try copy($0, destination) }
    }

    private func copy(_ source: Database, _ destination: String) throws -> Int {
        let partial = destination + ".partial"
        defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(partial + suffix) } }
        unlink(partial)
        do {
            let target = try DatabaseQueue(path: ShardVFS.uri(partial))
            defer { try? target.close() }
            try target.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA synchronous = FULL")
                try source.backup(to: db)
                // One file that needs no log beside it.
                try db.execute(sql: "PRAGMA journal_mode = DELETE")
                try OutboxTable.markCopy(db)
                let verdict = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
                guard verdict == "ok" else {
                    throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the copy is damaged: \(verdict ?? "")")
                }
            }
        } catch {
            throw readError(error)
        }
        return try publish(partial, as: destination)
    }

    /// Gives the finished copy its name, durably.
    private func publish(_ partial: String, as destination: String) throws -> Int {
        guard rename(partial, destination) == 0, Files.sync((destination as NSString).deletingLastPathComponent)
        else {
            throw RPCError(.unavailable, "The backup could not be given its name. Check the folder.", executed: .no)
        }
        return Files.bytes(destination)
    }
}
