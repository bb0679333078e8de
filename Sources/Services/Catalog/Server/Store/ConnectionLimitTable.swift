internal import CatalogAPI
internal import GRDB

/// How many streams the accounts of sources open at once.
enum ConnectionLimitTable {
    /// What an adult has set by hand, by source; it stays through every refresh, and goes with its source.
    static let creation = """
        CREATE TABLE connectionLimit (source TEXT PRIMARY KEY, connections INTEGER NOT NULL) STRICT, WITHOUT ROWID
        """

    /// Sets a source's limit.
    ///
    /// - Parameter connections: 0 for what its panel says.
    static func set(_ connections: Int32, of source: String, _ db: Database) throws {
        guard connections > 0 else { return try delete(source, db) }
        try db.execute(
            sql: "INSERT OR REPLACE INTO connectionLimit VALUES (?, ?)", arguments: [source, connections])
    }

    /// Deletes a removed source's limit.
    static func delete(_ source: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM connectionLimit WHERE source = ?", arguments: [source])
    }

    /// A source's limit: by hand, or else its panel's; nil when neither says one.
    static func limit(of source: String, _ db: Database) throws -> Int32? {
        if let known = try byHand(source, db) { return known }
        return try FeedTable.find(source, db)?.accountConnections
    }

    /// What was set by hand; nil when nothing was.
    static func byHand(_ source: String, _ db: Database) throws -> Int32? {
        let statement = try db.cachedStatement(sql: "SELECT connections FROM connectionLimit WHERE source = ?")
        return try Int32.fetchOne(statement, arguments: [source])
    }
}

extension Feed {
    /// How many streams the account opens at once, as its panel says; nil where it does not. Panels write 0 for any number.
    var accountConnections: Int32? { account?.maximumConnections.flatMap { $0 > 0 ? $0 : nil } }
}
