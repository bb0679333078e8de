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

    /// Drops a title's card when nothing refers to it any more.
    static func removeIfUnused(_ content: String, _ db: Database) throws {
        let sql = "DELETE FROM card WHERE content = ?1 AND NOT EXISTS (SELECT 1 FROM favourite WHERE content = ?1)"
        try db.cachedStatement(sql: sql).execute(arguments: [content])
    }

    /// A title's card, nil when there is none.
    static func find(_ content: String, _ db: Database) throws -> Card? {
        let statement = try db.cachedStatement(sql: "SELECT body FROM card WHERE content = ?")
        return try Data.fetchOne(statement, arguments: [content]).map(decode)
    }

    /// Titles that something refers to, by id, after `content`: all, or those that have no card.
    static func referred(after content: String, missing: Bool, limit: Int, _ db: Database) throws -> [String] {
        let sql = """
            SELECT DISTINCT content FROM favourite WHERE content > ?
            \(missing ? "AND content NOT IN (SELECT content FROM card)" : "") ORDER BY content LIMIT ?
            """
        return try String.fetchAll(try db.cachedStatement(sql: sql), arguments: [content, limit])
    }

    /// Whether something refers to a title.
    static func isReferred(_ content: String, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM favourite WHERE content = ?)")
        return try Bool.fetchOne(statement, arguments: [content]) ?? false
    }
}
