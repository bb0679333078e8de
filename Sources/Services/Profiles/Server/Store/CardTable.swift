internal import CBOR
internal import Foundation
internal import GRDB
internal import HearthModel
internal import TextFolding

/// The cards of referenced titles.
enum CardTable {
    /// Stores a card, replacing an older one of the same title.
    ///
    /// - Parameter fetched: when TMDB gave it, of a title that is not in the library.
    static func put(_ card: Card, fetched: Date? = nil, _ db: Database) throws {
        let body = Data(try CBOREncoder().encode(card))
        let sql = """
            INSERT OR REPLACE INTO card (content, kind, sortTitle, audience, body, fetched, number)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        try db.cachedStatement(sql: sql).execute(arguments: [
            card.id.rawValue, card.kind.rawValue, SortTitle.storedKey(for: card.title),
            card.audienceColumn, body, fetched.map { Int64($0.timeIntervalSince1970 * 1_000) },
            TMDBID(of: card)?.content.rawValue,
        ])
    }

    /// The ID of the referenced library title that has the TMDB ID `content`; nil when there is none.
    static func held(as content: ContentID, _ db: Database) throws -> ContentID? {
        guard !content.isOfLibrary else { return nil }
        let statement = try db.cachedStatement(
            sql: "SELECT content FROM card WHERE number = ?1 AND content <> ?1 ORDER BY content LIMIT 1")
        return try String.fetchOne(statement, arguments: [content.rawValue]).map(ContentID.init(rawValue:))
    }

    /// Fills in the TMDB IDs of cards that were stored before the column existed.
    static func fillNumbers(_ db: Database) throws {
        let rows = try Row.fetchAll(db, sql: "SELECT content, body FROM card")
        for row in rows {
            guard let number = TMDBID(of: try decode(row[1]))?.content else { continue }
            let content: String = row[0]
            try db.execute(
                sql: "UPDATE card SET number = ? WHERE content = ?", arguments: [number.rawValue, content])
        }
    }

    /// Whether there are cards that TMDB gave before a time, in milliseconds since 1970.
    static func isAnyFetched(before time: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM card WHERE fetched < ?)")
        return try Bool.fetchOne(statement, arguments: [time]) ?? false
    }

    /// Drops them.
    static func dropFetched(before time: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM card WHERE fetched < ?").execute(arguments: [time])
    }

    static func decode(_ body: Data) throws -> Card { try CBORDecoder().decode(Card.self, from: [UInt8](body)) }

    /// Drops a title's card when nothing refers to it any more.
    static func removeIfUnused(_ content: String, _ db: Database) throws {
        guard try !isReferenced(content, db) else { return }
        try db.cachedStatement(sql: "DELETE FROM card WHERE content = ?").execute(arguments: [content])
        try setUnavailable(false, content, db)
    }

    /// Records whether the library has a title.
    static func setUnavailable(_ isGone: Bool, _ content: String, _ db: Database) throws {
        let sql = isGone ? "INSERT OR IGNORE INTO gone VALUES (?)" : "DELETE FROM gone WHERE content = ?"
        try db.cachedStatement(sql: sql).execute(arguments: [content])
    }

    /// A title's card, nil when there is none.
    static func find(_ content: String, _ db: Database) throws -> Card? {
        let statement = try db.cachedStatement(sql: "SELECT body FROM card WHERE content = ?")
        return try Data.fetchOne(statement, arguments: [content]).map(decode)
    }

    /// Referenced titles without a card, or with one that TMDB gave before `time` (in milliseconds since 1970), by ID,
    /// after `content`.
    static func missing(after content: String, fetchedBefore time: Int64, limit: Int, _ db: Database) throws -> [String]
    {
        let sql = """
            SELECT DISTINCT content FROM favourite WHERE content > ?
            AND content NOT IN (SELECT content FROM card WHERE fetched IS NULL OR fetched >= ?) ORDER BY content LIMIT ?
            """
        return try String.fetchAll(try db.cachedStatement(sql: sql), arguments: [content, time, limit])
    }

    /// Referenced titles, by ID, after one and up to another.
    static func referred(after: ContentID?, through: ContentID?, _ db: Database) throws -> [ContentID] {
        let sql = """
            SELECT DISTINCT content FROM favourite WHERE content > ?1 AND (?2 IS NULL OR content <= ?2)
            ORDER BY content
            """
        return try String.fetchAll(
            try db.cachedStatement(sql: sql), arguments: [after?.rawValue ?? "", through?.rawValue]
        ).map(ContentID.init(rawValue:))
    }

    /// Whether a title is referenced and has no card, or one that TMDB gave before a time.
    static func isMissing(_ content: String, fetchedBefore time: Int64, _ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM card WHERE content = ? AND (fetched IS NULL OR fetched >= ?))"
        let statement = try db.cachedStatement(sql: sql)
        return try isReferenced(content, db) && Bool.fetchOne(statement, arguments: [content, time]) != true
    }

    /// Whether a title is referenced.
    static func isReferenced(_ content: String, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM favourite WHERE content = ?)")
        return try Bool.fetchOne(statement, arguments: [content]) ?? false
    }

    /// Removes rule sets, as bits of `Card.ruleSets`, from the cards.
    static func leave(ruleSets: Int64, _ db: Database) throws {
        let rows = try Row.fetchAll(
            try db.cachedStatement(sql: "SELECT body, content FROM card WHERE audience & ? <> 0"),
            arguments: [(ruleSets << RuleSetBits.shift) & RuleSetBits.mask])
        let statement = try db.cachedStatement(sql: "UPDATE card SET audience = ?, body = ? WHERE content = ?")
        for row in rows {
            let card = try decode(row[0]).leaving(ruleSets: ruleSets)
            try statement.execute(arguments: [
                card.audienceColumn, Data(try CBOREncoder().encode(card)), row[1] as String,
            ])
        }
    }
}
