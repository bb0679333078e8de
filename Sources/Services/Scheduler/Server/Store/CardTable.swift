internal import CBOR
internal import Foundation
internal import GRDB
internal import HearthModel

/// The cards of the titles that slots and shows here are of, and whether the library still has them.
enum CardTable {
    /// Stores a title's card. Its events, not the card, say whether the library still has it: a card may have been
    /// fetched just before the title was removed.
    ///
    /// - Returns: whether the library has it, as far as known.
    @discardableResult
    static func put(_ card: Card, _ db: Database) throws -> Bool {
        let known = try find(card.id, db)?.isAvailable ?? true
        try put(KnownTitle(card: card, isAvailable: known), db)
        return known
    }

    /// Stores the catalog's data of a title.
    static func put(_ title: KnownTitle, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "INSERT OR REPLACE INTO card VALUES (?, ?, ?)")
        try statement.execute(arguments: [
            title.card.id.rawValue, Data(try CBOREncoder().encode(title.card)), !title.isAvailable,
        ])
    }

    /// Removes rule sets, as bits of `Card.ruleSets`, from the cards.
    static func leave(ruleSets: Int64, _ db: Database) throws {
        let rows = try Row.fetchAll(db, sql: "SELECT body, isGone FROM card")
        for row in rows {
            var title = try title(row[0], isGone: row[1])
            guard (title.card.ruleSets ?? 0) & ruleSets != 0 else { continue }
            title.card = title.card.leaving(ruleSets: ruleSets)
            try put(title, db)
        }
    }

    static func find(_ content: ContentID, _ db: Database) throws -> KnownTitle? {
        let statement = try db.cachedStatement(sql: "SELECT body, isGone FROM card WHERE content = ?")
        return try Row.fetchOne(statement, arguments: [content.rawValue]).map { try title($0[0], isGone: $0[1]) }
    }

    /// A title as its row has it.
    static func title(_ body: Data, isGone: Bool) throws -> KnownTitle {
        KnownTitle(card: try CBORDecoder().decode(Card.self, from: [UInt8](body)), isAvailable: !isGone)
    }

    /// Drops the unreferenced card of a title, or all unreferenced cards for nil.
    static func removeUnused(_ content: ContentID?, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                DELETE FROM card WHERE \(content == nil ? "?1 IS NULL" : "content = ?1")
                AND NOT EXISTS (SELECT 1 FROM slot WHERE slot.content = card.content)
                AND NOT EXISTS (SELECT 1 FROM show WHERE show.content = card.content)
                """)
        try statement.execute(arguments: [content?.rawValue])
    }

    /// The titles that the library has lost.
    static func gone(_ db: Database) throws -> Set<ContentID> {
        Set(try String.fetchAll(db, sql: "SELECT content FROM card WHERE isGone").map(ContentID.init(rawValue:)))
    }

    /// The referenced titles, by ID, after one and up to another.
    static func ids(after: ContentID?, through: ContentID?, _ db: Database) throws -> [ContentID] {
        let sql = "SELECT content FROM card WHERE content > ?1 AND (?2 IS NULL OR content <= ?2) ORDER BY content"
        return try String.fetchAll(
            try db.cachedStatement(sql: sql), arguments: [after?.rawValue ?? "", through?.rawValue]
        ).map(ContentID.init(rawValue:))
    }
}

/// A title, and whether the library still has it.
struct KnownTitle: Hashable, Sendable {
    var card: Card
    var isAvailable = true
}
