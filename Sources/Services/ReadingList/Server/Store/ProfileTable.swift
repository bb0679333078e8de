internal import GRDB
internal import ServiceKit

/// The profiles that have lists here.
enum ProfileTable {
    /// A profile's row ID in the tables of its data; nil when it has never stored anything.
    static func find(_ profile: String, _ db: Database) throws -> Int64? {
        try Int64.fetchOne(
            try db.cachedStatement(sql: "SELECT row FROM reader WHERE profile = ?"), arguments: [profile])
    }

    /// The profiles that have lists here.
    static func all(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT profile FROM reader ORDER BY profile")
    }

    /// The same, created when there is none.
    ///
    /// - Throws: ``ReadingListError/profileGone`` for a profile that was deleted.
    static func findOrMake(_ profile: String, _ db: Database) throws -> Int64 {
        if let row = try find(profile, db) { return row }
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM deletedProfile WHERE mark = ?)")
        if try Bool.fetchOne(statement, arguments: [Tombstone.mark(of: profile)]) ?? false {
            throw ReadingListError.profileGone
        }
        try db.cachedStatement(sql: "INSERT INTO reader (profile) VALUES (?)").execute(arguments: [profile])
        return db.lastInsertedRowID
    }

    /// How many links a reader has.
    static func links(of reader: Int64, _ db: Database) throws -> Int {
        try Int.fetchOne(try db.cachedStatement(sql: "SELECT links FROM reader WHERE row = ?"), arguments: [reader])
            ?? 0
    }

    static func count(_ change: Int, links reader: Int64, _ db: Database) throws {
        guard change != 0 else { return }
        try db.cachedStatement(sql: "UPDATE reader SET links = links + ? WHERE row = ?").execute(arguments: [
            change, reader,
        ])
    }

    /// A profile was deleted: none of its data stays, and a token that outlives it does not restore it. Idempotent.
    static func erase(_ profile: String, _ db: Database) throws {
        if let reader = try find(profile, db) {
            try LinkTable.unindexAll(of: reader, db)
            // Its links, tags, rules and imports go with it.
            try db.execute(sql: "DELETE FROM reader WHERE row = ?", arguments: [reader])
            // Deleted words stay in the index's file until it is rewritten.
            try db.execute(sql: "INSERT INTO linkSearch (linkSearch) VALUES ('optimize')")
        }
        try db.execute(
            sql: "INSERT OR IGNORE INTO deletedProfile VALUES (?)", arguments: [Tombstone.mark(of: profile)])
        // Responses stored for retries reveal what the profile did.
        try db.execute(
            sql: "DELETE FROM idempotency WHERE substr(subject, -length(?1)) = ?1", arguments: ["/\(profile)"])
    }
}
