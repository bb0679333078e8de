internal import GRDB
internal import ServiceKit

/// The profiles with data here.
enum ProfileTable {
    /// A profile's row ID in the tables; nil when it has no data here.
    static func row(of id: String, _ db: Database) throws -> Int64? {
        try Int64.fetchOne(try db.cachedStatement(sql: "SELECT row FROM profile WHERE id = ?"), arguments: [id])
    }

    /// The profiles with data here.
    static func all(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT id FROM profile ORDER BY id")
    }

    /// A profile's row ID in the tables, created if needed.
    ///
    /// - Throws: ``PlaybackError/profileGone`` for one that was deleted.
    static func make(_ id: String, _ db: Database) throws -> Int64 {
        if let row = try row(of: id, db) { return row }
        if try isDeleted(id, db) { throw PlaybackError.profileGone }
        try db.cachedStatement(sql: "INSERT INTO profile (id) VALUES (?)").execute(arguments: [id])
        return db.lastInsertedRowID
    }

    /// Whether a profile was deleted.
    static func isDeleted(_ id: String, _ db: Database) throws -> Bool {
        let deleted = try db.cachedStatement(sql: "SELECT count(*) FROM deletedProfile WHERE hash = ?")
        return try Bool.fetchOne(deleted, arguments: [Tombstone.mark(of: id)]) ?? false
    }

    /// Deletes a profile without data, and leaves a tombstone.
    static func delete(_ id: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM profile WHERE id = ?").execute(arguments: [id])
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO deletedProfile VALUES (?)").execute(arguments: [
            Tombstone.mark(of: id)
        ]
        )
    }
}
