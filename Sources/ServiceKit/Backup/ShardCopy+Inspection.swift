internal import Foundation
internal import GRDB
package import HearthModel
internal import RPC

extension ShardCopy {
    /// What a copy says of itself.
    package struct Description: Sendable, Hashable {
        /// The version of its tables, as `PRAGMA user_version`.
        package let schemaVersion: Int64
        /// Its household; nil when the shard has not learned it.
        package let identity: HouseholdIdentity?
        /// The position of its outbox.
        package let outbox: OutboxPosition
        /// Its size.
        package let bytes: Int64
    }

    /// Reads what a copy is of, without modifying it or creating files beside it. Blocks.
    ///
    /// - Throws: ``ShardError``.
    package static func describe(_ copy: String) throws -> Description {
        try read(copy) { db in
            let version = try Int64.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard version > 0 else { throw ShardError.cannotOpen(path: copy, reason: "it is no shard") }
            let kit = ShardVersion(userVersion: Int(version)).kit
            let identity = kit >= HouseholdIdentityTable.kitVersion ? try HouseholdIdentityTable.read(db) : nil
            // The outbox is among the kit's tables since their second version.
            let extent = kit >= OutboxTable.migration.version ? try OutboxTable.extent(db) : nil
            return Description(
                schemaVersion: version, identity: identity,
                outbox: OutboxPosition(
                    generation: extent?.generation ?? 0, sequence: UInt64(clamping: extent?.last ?? 0)),
                bytes: Int64(Files.bytes(copy)))
        }
    }

    /// The version of a shard's tables, with what its log says; nil when there is none. The shard is not modified. Blocks.
    ///
    /// - Throws: ``ShardError`` when it cannot be read.
    package static func schemaVersion(ofShard shard: String) throws -> Int64? {
        guard Files.bytes(shard) > 0 else { return nil }
        return try read(shard, isImmutable: Files.bytes(shard + "-wal") == 0) { db in
            try Int64.fetchOne(db, sql: "PRAGMA user_version")
        }
    }

    /// Whether a version includes tables that a build of another version does not know.
    package static func isNewer(_ schemaVersion: Int64, than other: Int64) -> Bool {
        ShardVersion(userVersion: Int(clamping: schemaVersion))
            .isNewer(than: ShardVersion(userVersion: Int(clamping: other)))
    }

    /// Checks every page and index of a copy. Blocks.
    ///
    /// - Throws: ``ShardError/cannotOpen(path:reason:)`` when it is damaged.
    package static func checkIntegrity(_ copy: String) throws {
        let verdict = try read(copy) { try String.fetchOne($0, sql: "PRAGMA integrity_check(1)") ?? "" }
        guard verdict == "ok" else { throw ShardError.cannotOpen(path: copy, reason: "it is damaged: \(verdict)") }
    }

    /// Whether a version includes tables that every shard has and this build does not know.
    package static func isNewerThanKnown(_ schemaVersion: Int64) -> Bool {
        ShardVersion(userVersion: Int(clamping: schemaVersion)).kit > ShardSchema.kitMigrations.count
    }

    private static func read<Value>(
        _ copy: String, isImmutable: Bool = true, _ body: (Database) throws -> Value
    ) throws -> Value {
        guard Files.bytes(copy) > 0 else { throw ShardError.cannotOpen(path: copy, reason: "it is missing or empty") }
        do {
            try ShardVFS.register(for: copy)
            var configuration = Configuration()
            configuration.readonly = true
            let database = try DatabaseQueue(
                path: ShardVFS.uri(copy, isImmutable: isImmutable), configuration: configuration)
            defer { try? database.close() }
            return try database.read(body)
        } catch let error as DatabaseError {
            throw ShardError.cannotOpen(path: copy, reason: "\(error)")
        }
    }
}

/// A copy of a shard that no process has open: a temporary file beside the shard, which goes with this value. Its service
/// cannot start meanwhile.
package final class StoppedShardCopy: Sendable {
    /// The copy.
    package let path: String
    private let lock: ShardLock

    /// Takes a copy, under the shard's lock.
    ///
    /// - Throws: ``ShardError/inUse(path:holder:)`` when its service runs; `RPCError` as ``ShardCopy/copy(_:to:)``.
    package init(of shard: String) async throws {
        let path = shard + ".copy"
        let lock = try await Blocking.run(.queued) { try ShardLock(shard: shard) }
        (self.path, self.lock) = (path, lock)
        unlink(path)
        let needed = Int64(Files.bytes(shard) + Files.bytes(shard + "-wal"))
        let free = DiskSpace.freeBytes(below: (shard as NSString).deletingLastPathComponent)
        guard free ?? .max >= needed else {
            throw RPCError(
                .resourceExhausted, "A copy of \(shard) needs \(needed) bytes beside it, and \(free ?? 0) are free.",
                executed: .no)
        }
        try await ShardCopy.copy(shard, to: path)
    }

    deinit { unlink(path) }
}
