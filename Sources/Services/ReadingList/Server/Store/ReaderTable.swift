internal import GRDB

/// The profiles that have lists here.
enum ReaderTable {
    /// The number of a profile in the tables of what it owns; nil when it has never kept anything.
    static func find(_ profile: String, _ db: Database) throws -> Int64? {
        try Int64.fetchOne(
            try db.cachedStatement(sql: "SELECT row FROM reader WHERE profile = ?"), arguments: [profile])
    }

    /// The same, made when there is none.
    static func findOrMake(_ profile: String, _ db: Database) throws -> Int64 {
        if let row = try find(profile, db) { return row }
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
}
