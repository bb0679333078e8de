internal import CBOR
internal import Foundation
internal import GRDB
internal import Household

/// The cards of titles that something here refers to.
enum CardTable {
    /// Keeps a card; an older one of the same title goes.
    static func put(_ card: Card, _ db: Database) throws {
        let body = Data(try CBOREncoder().encode(card))
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO card VALUES (?, ?, ?, ?, ?)").execute(arguments: [
            card.id.rawValue, card.kind.rawValue, SortTitle.storedKey(for: card.title),
            Audience(of: card).bit, body,
        ])
    }

    static func decode(_ body: Data) throws -> Card { try CBORDecoder().decode(Card.self, from: [UInt8](body)) }

    /// Drops what is kept of a title when nothing refers to it any more.
    static func removeIfUnused(_ content: String, _ db: Database) throws {
        guard try !isReferred(content, db) else { return }
        try db.cachedStatement(sql: "DELETE FROM card WHERE content = ?").execute(arguments: [content])
        try setGone(false, content, db)
    }

    /// Notes that the library has lost a title, or that it is there.
    static func setGone(_ isGone: Bool, _ content: String, _ db: Database) throws {
        let sql = isGone ? "INSERT OR IGNORE INTO gone VALUES (?)" : "DELETE FROM gone WHERE content = ?"
        try db.cachedStatement(sql: sql).execute(arguments: [content])
    }

    /// A title's card, nil when there is none.
    static func find(_ content: String, _ db: Database) throws -> Card? {
        let statement = try db.cachedStatement(sql: "SELECT body FROM card WHERE content = ?")
        return try Data.fetchOne(statement, arguments: [content]).map(decode)
    }

    /// Titles that something refers to and that have no card, by id, after `content`.
    static func missing(after content: String, limit: Int, _ db: Database) throws -> [String] {
        let sql = """
            SELECT DISTINCT content FROM favourite WHERE content > ?
            AND content NOT IN (SELECT content FROM card) ORDER BY content LIMIT ?
            """
        return try String.fetchAll(try db.cachedStatement(sql: sql), arguments: [content, limit])
    }

    /// Titles that something refers to, by id, after one and up to another.
    static func referred(after: ContentID?, through: ContentID?, _ db: Database) throws -> [ContentID] {
        let sql = """
            SELECT DISTINCT content FROM favourite WHERE content > ?1 AND (?2 IS NULL OR content <= ?2)
            ORDER BY content
            """
        return try String.fetchAll(
            try db.cachedStatement(sql: sql), arguments: [after?.rawValue ?? "", through?.rawValue]
        ).map(ContentID.init(rawValue:))
    }

    /// Whether something refers to a title that has no card.
    static func isMissing(_ content: String, _ db: Database) throws -> Bool {
        try isReferred(content, db) && find(content, db) == nil
    }

    /// Whether something refers to a title.
    static func isReferred(_ content: String, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM favourite WHERE content = ?)")
        return try Bool.fetchOne(statement, arguments: [content]) ?? false
    }
}
