internal import GRDB
internal import ServiceKit

/// Tombstones of removed titles, by the generation from which on they are gone: kept for as long as the log has the
/// publication.
enum TombstoneTable {
    /// Stages a tombstone.
    static func stage(_ id: String, generation: Int64, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "INSERT OR IGNORE INTO gone (generation, id) VALUES (?, ?)")
        try statement.execute(arguments: [generation, id])
    }

    /// Whether a generation removes any title.
    static func isAny(in generation: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM gone WHERE generation = ?)")
        return try Bool.fetchOne(statement, arguments: [generation]) ?? false
    }

    /// Some of the titles that a generation removed, by id, after `id`.
    static func ids(in generation: Int64, after id: String, limit: Int, _ db: Database) throws -> [String] {
        let statement = try db.cachedStatement(
            sql: "SELECT id FROM gone WHERE generation = ? AND id > ? ORDER BY id LIMIT ?")
        return try String.fetchAll(statement, arguments: [generation, id, limit])
    }

    /// Deletes some tombstones of an unpublished generation.
    ///
    /// - Returns: whether there may be more.
    static func takeBack(after published: Int64, _ db: Database) throws -> Bool {
        try remove("generation > ?", published, db)
    }

    /// Deletes some tombstones whose publication the log no longer has.
    ///
    /// - Returns: whether there may be more.
    static func sweep(published: Int64, _ db: Database) throws -> Bool {
        let oldest = try Outbox.oldest(PublicationEntry.self, db)?.generation
        return try remove("generation < ?", oldest ?? published + 1, db)
    }

    private static func remove(_ condition: String, _ generation: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                DELETE FROM gone WHERE (generation, id) IN (
                    SELECT generation, id FROM gone WHERE \(condition) ORDER BY generation, id LIMIT 50)
                """)
        try statement.execute(arguments: [generation])
        return db.changesCount > 0
    }
}
