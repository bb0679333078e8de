internal import CBOR
internal import Foundation
internal import GRDB
internal import HearthModel

/// The referenced titles, with their cards.
enum ContentTable {
    /// A title's row ID in the tables; nil when it is not referenced.
    static func row(of id: ContentID, _ db: Database) throws -> Int64? {
        let statement = try db.cachedStatement(sql: "SELECT row FROM content WHERE id = ?")
        return try Int64.fetchOne(statement, arguments: [id.rawValue])
    }

    /// A title's row ID in the tables, created if needed. A given card replaces the stored one.
    static func make(_ id: ContentID, card: Card?, _ db: Database) throws -> Int64 {
        guard let row = try row(of: id, db) else {
            try db.cachedStatement(sql: "INSERT INTO content (id) VALUES (?)").execute(arguments: [id.rawValue])
            let row = db.lastInsertedRowID
            if let card { try put(card, in: row, db) }
            return row
        }
        if let card { try put(card, in: row, db) }
        return row
    }

    /// Stores a card; marks a removed title as available again.
    static func put(_ card: Card, in row: Int64, _ db: Database) throws {
        let body = Data(try CBOREncoder().encode(card))
        // An unchanged card costs a read, and no write.
        let sql = """
            UPDATE content SET kind = ?2, series = ?3, audience = ?4, gone = 0, card = ?5
            WHERE row = ?1 AND (gone <> 0 OR card IS NOT ?5)
            """
        try db.cachedStatement(sql: sql).execute(arguments: [
            row, card.kind.rawValue, card.series?.rawValue, card.audienceColumn, body,
        ])
        if db.changesCount > 0 { try CarrierTable.note(card, row, db) }
    }

    /// Removes rule sets, as bits of `Card.ruleSets`, from the cards.
    static func leave(ruleSets: Int64, _ db: Database) throws {
        let rows = try Row.fetchAll(
            try db.cachedStatement(sql: "SELECT row, card FROM content WHERE audience & ? <> 0 AND card IS NOT NULL"),
            arguments: [(ruleSets << RuleSetBits.shift) & RuleSetBits.mask])
        let statement = try db.cachedStatement(sql: "UPDATE content SET audience = ?, card = ? WHERE row = ?")
        for row in rows {
            guard let card = try decode(row[1])?.leaving(ruleSets: ruleSets) else { continue }
            try statement.execute(arguments: [
                card.audienceColumn, Data(try CBOREncoder().encode(card)), row[0] as Int64,
            ])
        }
    }

    static func decode(_ body: Data?) throws -> Card? {
        try body.map { try CBORDecoder().decode(Card.self, from: [UInt8]($0)) }
    }

    /// A title's card; nil when there is none.
    static func card(of id: ContentID, _ db: Database) throws -> Card? {
        let statement = try db.cachedStatement(sql: "SELECT card FROM content WHERE id = ?")
        return try decode(try Row.fetchOne(statement, arguments: [id.rawValue])?[0])
    }

    /// The referenced titles that the library is assumed to have, with IDs after one and up to another.
    static func ids(after: ContentID?, through: ContentID?, _ db: Database) throws -> [ContentID] {
        let statement = try db.cachedStatement(
            sql: "SELECT id FROM content WHERE id > ?1 AND (?2 IS NULL OR id <= ?2) AND gone = 0 ORDER BY id")
        return try String.fetchAll(statement, arguments: [after?.rawValue ?? "", through?.rawValue])
            .map(ContentID.init(rawValue:))
    }

    /// The library's titles without a card, with IDs after one, in order.
    static func uncarded(after: ContentID?, limit: Int, _ db: Database) throws -> [ContentID] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id FROM content WHERE card IS NULL AND gone = 0 AND id > ? AND id NOT LIKE 'tmdb:%'
                ORDER BY id LIMIT ?
                """)
        return try String.fetchAll(statement, arguments: [after?.rawValue ?? "", limit])
            .map(ContentID.init(rawValue:))
    }

    /// Deletes titles that are no longer referenced.
    static func removeUnused(_ rows: some Sequence<Int64>, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                DELETE FROM content WHERE row = ?1
                AND NOT EXISTS (SELECT 1 FROM session WHERE content = ?1)
                AND NOT EXISTS (SELECT 1 FROM mark WHERE content = ?1)
                AND NOT EXISTS (SELECT 1 FROM queued WHERE content = ?1)
                """)
        for row in rows { try statement.execute(arguments: [row]) }
    }
}

/// A viewer's policy, as a condition on rows of `content`.
struct Visibility: Sendable {
    let mask: AudienceMask
    let includesWithoutCard: Bool

    init(_ viewer: Viewer) {
        mask = viewer.policy.audienceMask
        includesWithoutCard = viewer.seesUnclassified
    }

    /// The condition on `c`, with the arguments ``arguments``.
    static let condition = """
        (CASE WHEN c.audience IS NULL THEN :uncarded WHEN c.kind = 'channel' THEN (c.audience & :live) <> 0 \
        ELSE (c.audience & :mask) <> 0 END)
        """

    var arguments: [String: (any DatabaseValueConvertible & Sendable)?] {
        ["uncarded": includesWithoutCard, "mask": mask.titles, "live": mask.live]
    }

    /// The same for one row.
    func allows(audience: Int64?, kind: String?) -> Bool {
        guard let audience else { return includesWithoutCard }
        return audience & mask.bits(of: ContentKind(rawValue: kind ?? "")) != 0
    }
}
