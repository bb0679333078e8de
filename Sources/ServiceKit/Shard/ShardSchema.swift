internal import Foundation
internal import GRDB
internal import HearthModel

/// Migrates a shard's schema to the version of this program, forward only.
struct ShardSchema {
    /// The migrations of the tables that every shard has.
    let kit: [ShardMigration]
    /// The service's own.
    let service: [ShardMigration]

    /// - Throws: ``ShardError/migrationsMisnumbered(name:)``.
    init(service: [ShardMigration], kit: [ShardMigration] = ShardSchema.kitMigrations) throws {
        for migrations in [kit, service] {
            for (index, migration) in migrations.enumerated()
            where migration.version != index + 1 || migration.version >= ShardVersion.kitUnit {
                throw ShardError.migrationsMisnumbered(name: migration.name)
            }
        }
        self.kit = kit
        self.service = service
    }

    /// The version of this program.
    var known: ShardVersion { ShardVersion(kit: kit.count, service: service.count) }

    /// The state of a shard before it is opened.
    struct Inspection {
        /// Nil when there is no file.
        var version: ShardVersion?
        /// Nil when the shard has not learned it.
        var identity: HouseholdIdentity?
        /// The number of its last opening; nil when its tables have no place for it.
        var opening: Int64?

        /// Whether the shard exists: a missing file, an empty one and one without tables do not count.
        var isShard: Bool { version.map { $0.userVersion > 0 } ?? false }
    }

    /// Inspects a shard without modifying it, and rejects one of a newer version.
    ///
    /// GRDB writes to a database when it opens a pool, so this comes first. The shard's lock must be held.
    ///
    /// - Throws: ``ShardError``.
    func look(at path: String) throws -> Inspection {
        guard FileManager.default.fileExists(atPath: path) else { return Inspection() }
        var configuration = Configuration()
        configuration.readonly = true
        // Without a log the file alone is complete, and reading it as immutable creates no files beside it.
        let uri = ShardVFS.uri(path, isImmutable: Files.bytes(path + "-wal") == 0)
        let database = try DatabaseQueue(path: uri, configuration: configuration)
        defer { try? database.close() }
        return try database.read { db in
            let number = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard number >= 0 else { throw ShardError.cannotOpen(path: path, reason: "its version is \(number)") }
            let found = ShardVersion(userVersion: number)
            guard !found.isNewer(than: known) else {
                throw ShardError.newer(path: path, found: found.userVersion, known: known.userVersion)
            }
            let hasIdentity = found.kit >= HouseholdIdentityTable.kitVersion
            return Inspection(
                version: found, identity: hasIdentity ? try HouseholdIdentityTable.read(db) : nil,
                opening: found.kit >= OutboxTable.migration.version ? try OutboxTable.opening(db) : nil)
        }
    }

    /// Runs the pending migrations.
    ///
    /// - Parameter upgrade: takes note of each step in an upgrade of a shard that exists; nil for a new shard.
    /// - Throws: ``ShardError/migrationFailed(path:name:reason:)``; earlier migrations stay committed.
    func migrate(_ db: Database, path: String, upgrade: ShardUpgrade? = nil) throws {
        var version = ShardVersion(userVersion: try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0)
        let (kit, service) = (kit.dropFirst(version.kit), service.dropFirst(version.service))
        var number = 0
        for (migration, isKits) in kit.map({ ($0, true) }) + service.map({ ($0, false) }) {
            if isKits { version.kit = migration.version } else { version.service = migration.version }
            number += 1
            upgrade?.noteMigration(migration.name, number: number, of: kit.count + service.count)
            try run(migration, to: version, db, path) { upgrade?.options.failPoints.reach(.upgradeMigrating) }
            upgrade?.options.failPoints.reach(.upgradeMigrated)
        }
    }

    private func run(
        _ migration: ShardMigration, to version: ShardVersion, _ db: Database, _ path: String, beforeCommit: () -> Void
    ) throws {
        do {
            try db.inTransaction(.immediate) {
                // A table that is rebuilt breaks its references for a moment.
                try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
                try migration.apply(db)
                try db.checkForeignKeys()
                try db.execute(sql: "PRAGMA user_version = \(version.userVersion)")
                beforeCommit()
                return .commit
            }
        } catch let error as DatabaseError where error.isFull || error.isDiskFailure {
            throw error
        } catch {
            throw ShardError.migrationFailed(path: path, name: migration.name, reason: "\(error)")
        }
    }
}
