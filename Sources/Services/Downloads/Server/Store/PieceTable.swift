internal import GRDB

/// The complete and durable pieces of files.
enum PieceTable {
    static func all(of file: Int64, _ db: Database) throws -> [String: Int64] {
        let statement = try db.cachedStatement(sql: "SELECT name, bytes FROM piece WHERE file = ?")
        return Dictionary(uniqueKeysWithValues: try Row.fetchAll(statement, arguments: [file]).map { ($0[0], $0[1]) })
    }

    static func bytes(of name: String, file: Int64, _ db: Database) throws -> Int64? {
        let statement = try db.cachedStatement(sql: "SELECT bytes FROM piece WHERE file = ? AND name = ?")
        return try Int64.fetchOne(statement, arguments: [file, name])
    }

    static func put(_ name: String, bytes: Int64, file: Int64, _ db: Database) throws {
        let sql = "INSERT INTO piece VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET bytes = excluded.bytes"
        try db.cachedStatement(sql: sql).execute(arguments: [file, name, bytes])
    }

    static func removeAll(of file: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM piece WHERE file = ?", arguments: [file])
    }
}
