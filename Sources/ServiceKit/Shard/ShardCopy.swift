internal import CoreFoundation
internal import Foundation
internal import GRDB
internal import Glibc
internal import RPC

/// Copies shards that another process has open, and restores copies: for an operator who has no call to reach the
/// service with.
///
/// A copy is made through SQLite's backup API in one read transaction, so that it is a consistent snapshot of a shard
/// in use. The connection only reads and never checkpoints the log; closing it leaves no trace.
public enum ShardCopy {
    /// Takes a consistent snapshot of a shard, while its service uses it or after it has stopped.
    ///
    /// The copy is self-contained, sealed and checked like one of ``Shard/backup(to:)``, and marked as a copy: opening
    /// it in the shard's place begins a new outbox log.
    ///
    /// - Parameters:
    ///   - shard: the shard's file.
    ///   - destination: the copy's file, which must not exist.
    /// - Returns: the copy's size in bytes.
    /// - Throws: `RPCError`, as ``Shard/backup(to:)``; NOT_FOUND when the shard does not exist.
    @discardableResult
    public static func copy(_ shard: String, to destination: String) async throws -> Int {
        try await Blocking.run(.queued) { try copyNow(shard, to: destination) }
    }

    /// Copies a shard as ``copy(_:to:)`` does, and marks the copy as written by a later version of its service, which
    /// is then rejected: ``ShardError/newer(path:found:known:)``. For tests.
    ///
    /// - Throws: as ``copy(_:to:)``.
    package static func copyAsNewer(_ shard: String, to destination: String) async throws {
        _ = try await copy(shard, to: destination)
        try await Blocking.run(.queued) {
            let database = try DatabaseQueue(path: ShardVFS.uri(destination))
            defer { try? database.close() }
            try database.inDatabase { db in
                let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
                try db.execute(sql: "PRAGMA user_version = \(version + 1)")
            }
        }
    }

    private static func copyNow(_ shard: String, to destination: String) throws -> Int {
        guard FileManager.default.fileExists(atPath: shard) else {
            throw RPCError(.notFound, "There is no shard \(shard).", executed: .no)
        }
        guard !FileManager.default.fileExists(atPath: destination) else {
            throw RPCError(.alreadyExists, "There is a file of the copy's name already.", executed: .no)
        }
        do {
            try snapshot(shard, to: destination)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
            throw RPCError(
                .resourceExhausted, "The disk of \(destination) is full. Free some space, then try again.",
                executed: .no)
        } catch let error as DatabaseError {
            throw RPCError(.unavailable, "The shard cannot be copied: \(error)", executed: .no)
        }
        return try publish(destination)
    }

    /// Writes a copy of a shard beside `destination`, see ``publish(_:)``.
    ///
    /// - Parameter progress: called with the bytes copied so far, and of all.
    /// - Throws: ``ShardError``, `DatabaseError`.
    static func snapshot(
        _ shard: String, to destination: String, progress: ((_ done: Int64, _ all: Int64) -> Void)? = nil
    ) throws {
        try ShardVFS.register(for: shard)
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(busySeconds)
        let source = try DatabaseQueue(path: ShardVFS.uri(shard), configuration: configuration)
        defer { try? source.close() }
        try source.read { try write($0, to: destination, progress: progress) }
    }

    /// How long a service may lock the shard exclusively, as it does during recovery.
    private static let busySeconds = 5.0

    /// Restores a copy in the place of a shard that no process has open. The copy itself stays.
    ///
    /// - Throws: ``ShardError``: `inUse` while a process has the shard open; `cannotOpen` when the copy or the place is
    ///   unusable.
    public static func restore(_ copy: String, to shard: String) async throws {
        try await Blocking.run(.queued) {
            let lock = try ShardLock(shard: shard)
            defer { withExtendedLifetime(lock) {} }
            let partial = shard + ".restored"
            do {
                try? FileManager.default.removeItem(atPath: partial)
                try FileManager.default.copyItem(atPath: copy, toPath: partial)
            } catch {
                throw ShardError.cannotOpen(path: copy, reason: "\(error)")
            }
            // Synced before the rename: after a power failure the name must not refer to half of a copy.
            guard Files.sync(partial) else {
                throw ShardError.cannotOpen(path: partial, reason: String(cString: strerror(errno)))
            }
            // The log belongs to the replaced file: SQLite would apply it to the copy's pages.
            for suffix in ["-wal", "-shm"] { unlink(shard + suffix) }
            guard rename(partial, shard) == 0, Files.sync((shard as NSString).deletingLastPathComponent) else {
                throw ShardError.cannotOpen(path: shard, reason: String(cString: strerror(errno)))
            }
        }
    }

    // MARK: Writing a copy

    /// Writes a copy beside `destination`, see ``publish(_:)``.
    ///
    /// - Throws: `DatabaseError`.
    static func write(
        _ source: Database, to destination: String, progress: ((_ done: Int64, _ all: Int64) -> Void)? = nil
    ) throws {
        let partial = partial(of: destination)
        removePartial(of: destination)
        do {
            let target = try DatabaseQueue(path: ShardVFS.uri(partial))
            defer { try? target.close() }
            try target.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA synchronous = FULL")
                try backup(source, to: db, progress)
                // A single file without a log beside it.
                try db.execute(sql: "PRAGMA journal_mode = DELETE")
                try OutboxTable.markCopy(db)
                let verdict = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
                guard verdict == "ok" else {
                    throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the copy is damaged: \(verdict ?? "")")
                }
            }
        } catch {
            removePartial(of: destination)
            throw error
        }
    }

    /// The pages that are copied between two reports of progress.
    private static let reportedPages: Int32 = 1_024

    /// The caller holds a read transaction, so that the pages are of one moment however many steps it takes.
    private static func backup(
        _ source: Database, to copy: Database, _ progress: ((_ done: Int64, _ all: Int64) -> Void)?
    ) throws {
        guard let progress else { return try source.backup(to: copy) }
        let pageBytes = try Int64.fetchOne(source, sql: "PRAGMA page_size") ?? 0
        try source.backup(to: copy, pagesPerStep: reportedPages) { step in
            progress(Int64(step.completedPageCount) * pageBytes, Int64(step.totalPageCount) * pageBytes)
        }
    }

    /// Renames the finished copy to its final name, durably, and returns its size in bytes.
    static func publish(_ destination: String) throws -> Int {
        defer { removePartial(of: destination) }
        guard
            rename(partial(of: destination), destination) == 0,
            Files.sync((destination as NSString).deletingLastPathComponent)
        else {
            throw RPCError(.unavailable, "The backup could not be given its name. Check the folder.", executed: .no)
        }
        return Files.bytes(destination)
    }

    private static func partial(of destination: String) -> String { destination + ".partial" }

    private static func removePartial(of destination: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(partial(of: destination) + suffix) }
    }
}
