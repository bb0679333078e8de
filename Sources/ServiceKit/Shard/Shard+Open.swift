internal import Foundation
internal import GRDB
internal import HearthModel
public import Logging
public import RPC

extension Shard {
    /// Opens or creates a shard, and migrates its schema. Blocks: never on the task pool.
    ///
    /// - Parameters:
    ///   - path: the database file; its directory exists.
    ///   - migrations: the service's own, numbered from 1.
    ///   - onFatal: called once, from any thread, when the disk fails; the service then exits with an error.
    /// - Throws: ``ShardError``. A shard written by a newer version is rejected untouched.
    public static func open(
        _ path: String, migrations: [ShardMigration], options: ShardOptions = ShardOptions(), runtime: any Runtime,
        logger: Logger, onFatal: @escaping @Sendable (ShardFailure) -> Void
    ) throws -> Shard {
        try open(
            path, as: ShardExpectation(), migrations: migrations, options: options, runtime: runtime, logger: logger,
            onFatal: onFatal)
    }

    /// Opens a shard that must meet the expectation.
    static func open(
        _ path: String, as expected: ShardExpectation, migrations: [ShardMigration], options: ShardOptions,
        runtime: any Runtime, logger: Logger, onFatal: @escaping @Sendable (ShardFailure) -> Void
    ) throws -> Shard {
        let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
        let schema = try ShardSchema(service: migrations)
        let ballast = ShardBallast(shard: path, bytes: options.limits.ballastBytes)
        do {
            try ShardVFS.register(for: path)
            let lock = try ShardLock(shard: path)
            let found = try schema.look(at: path)
            try expected.check(found, path: path)
            let upgrade = ShardUpgrade(
                shard: path, found: found, known: schema.known, previousVersion: expected.previousVersion,
                options: options, runtime: runtime, logger: logger)
            if upgrade.isDue { try upgrade.prepare() }
            let opened: (database: any DatabaseWriter, identity: HouseholdIdentity?)
            do {
                opened = try connect(path, name, schema, expected, upgrade, runtime)
            } catch let error as DatabaseError where error.isFull && ballast.release() {
                // Even opening writes; without the ballast there is room enough to open and delete.
                logger.warning(
                    "The disk is full: the ballast was released to open the shard.", metadata: ["shard": "\(path)"])
                opened = try connect(path, name, schema, expected, upgrade, runtime)
            }
            upgrade.settle()
            if options.limits.ballastBytes > 0, !ballast.fill() {
                logger.warning("The disk has no room for the shard's ballast.", metadata: ["shard": "\(path)"])
            }
            return Shard(
                path: path, name: name, runtime: runtime, options: options, logger: logger, database: opened.database,
                identity: opened.identity, lock: lock, ballast: ballast, onFatal: onFatal)
        } catch let error as ShardError {
            throw error
        } catch let error as DatabaseError where error.isDamage {
            throw ShardError.damaged(path: path, reason: "\(error)")
        } catch {
            throw ShardError.cannotOpen(path: path, reason: "\(error)")
        }
    }

    private static func connect(
        _ path: String, _ name: String, _ schema: ShardSchema, _ expected: ShardExpectation, _ upgrade: ShardUpgrade,
        _ runtime: any Runtime
    ) throws -> (database: any DatabaseWriter, identity: HouseholdIdentity?) {
        let options = upgrade.options
        var configuration = configuration(options)
        configuration.label = name
        let uri = ShardVFS.uri(path)
        let database: any DatabaseWriter =
            switch options.face {
            case .queued: try DatabasePool(path: uri, configuration: configuration)
            case .inline: try DatabaseQueue(path: uri, configuration: configuration)
            }
        do {
            let identity = try database.writeWithoutTransaction { db in
                try makeDurable(db, path)
                try schema.migrate(db, path: path, upgrade: upgrade.isDue ? upgrade : nil)
                let identity = try expected.settle(runtime: runtime, db)
                try OutboxTable.open(beside: path, runtime: runtime, db)
                try OutboxTable.writeGenerationFile(beside: path, db)
                return identity
            }
            return (database, identity)
        } catch {
            try? database.close()
            throw error
        }
    }

    private static func configuration(_ options: ShardOptions) -> Configuration {
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.foreignKeysEnabled = true
        configuration.maximumReaderCount = options.limits.readers
        configuration.busyMode = .timeout(Double(options.limits.busyTimeout.wholeMilliseconds) / 1_000)
        configuration.prepareDatabase { [keptLogBytes = options.limits.keptLogBytes] db in
            try ShardVFS.reserveSeals(db)
            // Schema objects of a tampered file may not call functions with side effects.
            try db.execute(sql: "PRAGMA trusted_schema = OFF")
            // Deleted data is overwritten, whatever this SQLite was built with.
            try db.execute(sql: "PRAGMA secure_delete = ON")
            // Only the writer runs checkpoints, at chosen moments, so that errors are detected.
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            try db.execute(sql: "PRAGMA journal_size_limit = \(keptLogBytes)")
            // Sorting never needs temporary files: the root may be read-only, the disk full.
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
        }
        return configuration
    }

    /// Sets synchronous=FULL, which GRDB sets to NORMAL when it opens a database in WAL mode, and reads it back.
    private static func makeDurable(_ db: Database, _ path: String) throws {
        guard ShardVFS.covers(db) else { throw ShardError.notSealed(path: path) }
        try db.execute(sql: "PRAGMA synchronous = FULL")
        try checkDurable(db, path)
    }

    /// Rejects a connection whose commits are not synced before they are acknowledged.
    static func checkDurable(_ db: Database, _ path: String) throws {
        let level = try synchronousLevel(db)
        guard level == ShardDurability.full else { throw ShardError.notDurable(path: path, level: level) }
    }

    static func synchronousLevel(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "PRAGMA synchronous") ?? 0
    }

    /// The level of `PRAGMA synchronous` on the writer's connection; ``ShardDurability/full`` on every shard in use.
    package func synchronousLevel() async throws -> Int {
        try await write { try Self.synchronousLevel($0) }
    }
}

/// SQLite's durability levels (https://www.sqlite.org/pragma.html#pragma_synchronous).
package enum ShardDurability {
    /// Every commit is synced before the response.
    package static let full = 2
}
