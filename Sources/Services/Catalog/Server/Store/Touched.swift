internal import GRDB

/// The titles that a job has to work out anew, because their links have changed.
enum Touched {
    static func add(_ item: String, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "INSERT OR IGNORE INTO touched (item) VALUES (?)")
        try statement.execute(arguments: [item])
    }

    /// The next titles after one, in the order of their ids; series come after their episodes.
    static func next(after item: String, count: Int, _ db: Database) throws -> [String] {
        let statement = try db.cachedStatement(sql: "SELECT item FROM touched WHERE item > ? ORDER BY item LIMIT ?")
        return try String.fetchAll(statement, arguments: [item, count])
    }

    static func count(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM touched")) ?? 0
    }
}
