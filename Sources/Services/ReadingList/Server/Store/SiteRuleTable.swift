internal import GRDB
internal import ReadingListAPI

/// The type rules of whole sites.
enum SiteRuleTable {
    static func types(of domain: String, of reader: Int64, _ db: Database) throws -> ContentTypeSet? {
        let statement = try db.cachedStatement(sql: "SELECT types FROM siteRule WHERE reader = ? AND domain = ?")
        return try Int64.fetchOne(statement, arguments: [reader, domain]).map(ContentTypeSet.init(rawValue:))
    }

    static func set(_ types: ContentTypeSet, of domain: String, of reader: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO siteRule VALUES (?, ?, ?)")
            .execute(arguments: [reader, domain, types.rawValue])
    }

    /// - Returns: whether there was one.
    static func remove(_ domain: String, of reader: Int64, _ db: Database) throws -> Bool {
        try db.cachedStatement(sql: "DELETE FROM siteRule WHERE reader = ? AND domain = ?")
            .execute(arguments: [reader, domain])
        return db.changesCount > 0
    }

    static func count(of reader: Int64, _ db: Database) throws -> Int {
        let statement = try db.cachedStatement(sql: "SELECT count(*) FROM siteRule WHERE reader = ?")
        return try Int.fetchOne(statement, arguments: [reader]) ?? 0
    }

    static func all(of reader: Int64, _ db: Database) throws -> [SiteRule] {
        let statement = try db.cachedStatement(
            sql: "SELECT domain, types FROM siteRule WHERE reader = ? ORDER BY domain")
        return try Row.fetchAll(statement, arguments: [reader])
            .map { SiteRule(domain: $0[0], types: ContentTypeSet(rawValue: $0[1]).contentTypes) }
    }
}
