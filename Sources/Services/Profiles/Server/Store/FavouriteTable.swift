internal import Foundation
internal import GRDB
internal import HearthModel
internal import ProfilesAPI

/// The favourites of profiles.
enum FavouriteTable {
    /// Adds one.
    ///
    /// - Returns: false when it already is one, which is unchanged.
    static func add(_ content: ContentID, to profile: Int64, at time: Int64, _ db: Database) throws -> Bool {
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO favourite VALUES (?, ?, ?)")
            .execute(arguments: [profile, content.rawValue, time])
        return db.changesCount > 0
    }

    /// Dates a favourite.
    static func date(_ content: ContentID, of profile: Int64, at time: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE favourite SET added = ? WHERE profile = ? AND content = ?")
            .execute(arguments: [time, profile, content.rawValue])
    }

    /// Removes a favourite.
    ///
    /// - Returns: false when it was none.
    static func remove(_ content: ContentID, from profile: Int64, _ db: Database) throws -> Bool {
        try db.cachedStatement(sql: "DELETE FROM favourite WHERE profile = ? AND content = ?")
            .execute(arguments: [profile, content.rawValue])
        guard db.changesCount > 0 else { return false }
        try CardTable.removeIfUnused(content.rawValue, db)
        return true
    }

    /// Moves all favourites of a title to another one: of a duplicate the older date is kept.
    static func move(_ old: ContentID, to new: ContentID, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO favourite SELECT profile, ?2, added FROM favourite WHERE content = ?1
                ON CONFLICT DO UPDATE SET added = min(added, excluded.added)
                """, arguments: [old.rawValue, new.rawValue])
        try db.execute(sql: "DELETE FROM favourite WHERE content = ?", arguments: [old.rawValue])
    }

    static func isFavourite(_ content: ContentID, of profile: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT count(*) FROM favourite WHERE profile = ? AND content = ?")
        return try Bool.fetchOne(statement, arguments: [profile, content.rawValue]) ?? false
    }

    /// The number of a profile's favourites, regardless of visibility.
    static func count(of profile: Int64, _ db: Database) throws -> Int {
        let statement = try db.cachedStatement(sql: "SELECT count(*) FROM favourite WHERE profile = ?")
        return try Int.fetchOne(statement, arguments: [profile]) ?? 0
    }

    /// The part of a profile's favourites that a caller may see.
    struct Filter: Sendable {
        var profile: Int64
        /// The ratings and marks that pass.
        var audience: AudienceMask
        /// Whether titles without a card are shown.
        var includesWithoutCard: Bool
        /// Kinds to show; nil shows all.
        var kinds: [ContentKind]?
        /// Titles to show; nil shows all.
        var contents: [ContentID]?

        /// The condition on `f` (favourite) and `c` (its card, or nulls).
        fileprivate var condition: String {
            let kinds = kinds.map { " AND c.kind IN (\(Self.names("kind", $0.count)))" } ?? ""
            // TMDB's id of a title that is in the library is the library's title.
            let contents =
                contents.map { contents in
                    let names = Self.names("content", contents.count)
                    return " AND (f.content IN (\(names)) OR c.number IN (\(names)))"
                } ?? ""
            return """
                f.profile = :profile
                AND (CASE WHEN c.content IS NULL THEN :showsUncarded
                    WHEN c.kind = :channel THEN (c.audience & :live) <> 0 ELSE (c.audience & :audience) <> 0 END)\(kinds)\(contents)
                """
        }

        fileprivate var arguments: [String: (any DatabaseValueConvertible)?] {
            var arguments: [String: (any DatabaseValueConvertible)?] = [
                "profile": profile, "audience": audience.titles, "live": audience.live,
                "channel": ContentKind.channel.rawValue, "showsUncarded": includesWithoutCard,
            ]
            for (index, kind) in (kinds ?? []).enumerated() { arguments["kind\(index)"] = kind.rawValue }
            for (index, content) in (contents ?? []).enumerated() { arguments["content\(index)"] = content.rawValue }
            return arguments
        }

        /// `:kind0, :kind1`: as many arguments' names as there are values.
        private static func names(_ name: String, _ count: Int) -> String {
            (0..<count).map { ":\(name)\($0)" }.joined(separator: ", ")
        }
    }

    private static let tables = "favourite f LEFT JOIN card c ON c.content = f.content"

    /// How many pass.
    static func count(_ filter: Filter, _ db: Database) throws -> Int64 {
        let statement = try db.cachedStatement(sql: "SELECT count(*) FROM \(tables) WHERE \(filter.condition)")
        return try Int64.fetchOne(statement, arguments: StatementArguments(filter.arguments)) ?? 0
    }

    /// A text for each that passes, which is another one when the favourite is: its id, when it was added, whether it is gone.
    static func marks(_ filter: Filter, _ db: Database) throws -> [String] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT f.content || ' ' || f.added || ' ' || EXISTS (SELECT 1 FROM gone WHERE content = f.content)
                FROM \(tables) WHERE \(filter.condition) ORDER BY f.content
                """)
        return try String.fetchAll(statement, arguments: StatementArguments(filter.arguments))
    }

    /// Up to `limit` that pass, in order, after `cursor`.
    static func page(
        _ filter: Filter, order: FavouriteOrder, after cursor: FavouriteCursor?, limit: Int, _ db: Database
    ) throws -> [(favourite: Favourite, cursor: FavouriteCursor)] {
        let (key, direction, comparison) = order.sql
        var arguments = filter.arguments
        var condition = filter.condition
        if let cursor {
            condition += " AND (\(key), f.content) \(comparison) (:key, :content)"
            arguments["key"] = cursor.time.map { $0 as any DatabaseValueConvertible } ?? cursor.text
            arguments["content"] = cursor.content
        }
        arguments["limit"] = limit
        let statement = try db.cachedStatement(
            sql: """
                SELECT f.content, f.added, c.body, \(key), EXISTS (SELECT 1 FROM gone WHERE content = f.content)
                FROM \(tables) WHERE \(condition)
                ORDER BY \(key) \(direction), f.content \(direction) LIMIT :limit
                """)
        return try Row.fetchAll(statement, arguments: StatementArguments(arguments)).map { row in
            let (content, added, body, isGone): (String, Int64, Data?, Bool) = (row[0], row[1], row[2], row[4])
            let favourite = Favourite(
                content: ContentID(rawValue: content), card: try body.map(CardTable.decode),
                added: Date(milliseconds: added), isAvailable: !isGone)
            let cursor = FavouriteCursor(
                order: order, time: order == .added ? row[3] : nil, text: order == .added ? nil : row[3],
                content: content)
            return (favourite, cursor)
        }
    }
}

extension FavouriteOrder {
    /// The sort key, its direction, and the comparison with the cursor's entry.
    fileprivate var sql: (key: String, direction: String, comparison: String) {
        switch self {
        case .added: ("f.added", "DESC", "<")
        case .title: ("CASE WHEN c.content IS NULL THEN '1' ELSE '0' || c.sortTitle END", "ASC", ">")
        case .kind:
            (
                """
                CASE c.kind WHEN 'movie' THEN '0' WHEN 'series' THEN '1' WHEN 'channel' THEN '2' ELSE '3' END
                || coalesce(c.sortTitle, '')
                """, "ASC", ">"
            )
        }
    }
}
