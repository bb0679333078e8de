internal import Foundation
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI

/// The links that profiles have played lately: IDs and times, never an address.
enum RecentStreamTable {
    /// The table. Times are milliseconds since 1970 by the household's clock.
    static let creation = [
        """
        CREATE TABLE recentStream (
            profile TEXT NOT NULL,
            content TEXT NOT NULL,
            variant TEXT NOT NULL,
            cached INTEGER NOT NULL,
            accessed INTEGER NOT NULL,
            PRIMARY KEY (profile, content, variant)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX recentStreamByTime ON recentStream (accessed)",
    ]

    /// Records that a link is played. One that has expired begins again.
    static func record(
        _ content: ContentID, _ variant: String, by profile: String, at now: Int64, _ db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO recentStream VALUES (?1, ?2, ?3, ?4, ?4) ON CONFLICT DO UPDATE SET
                    cached = CASE WHEN accessed <= ?5 THEN ?4 ELSE cached END, accessed = max(accessed, ?4)
                """
        ).execute(arguments: [profile, content.rawValue, variant, now, expired(at: now)])
    }

    /// A profile's streams that have not expired, as a caller sees them.
    static func list(
        of profile: String, at now: Int64, seenBy visibility: Visibility, _ db: Database
    ) throws
        -> RecentStreamList
    {
        let limit = expired(at: now)
        let sum = try db.cachedStatement(
            sql: """
                SELECT count(*), coalesce(sum(
                    length(CAST(profile || content || variant AS BLOB)) + 16), 0)
                FROM recentStream WHERE profile = ? AND accessed > ?
                """)
        let total = try Row.fetchOne(sum, arguments: [profile, limit])
        let rows = try db.cachedStatement(
            sql: """
                SELECT r.content, r.variant, r.cached, r.accessed, c.card, c.audience, c.kind
                FROM recentStream r LEFT JOIN content c ON c.id = r.content
                WHERE r.profile = ? AND r.accessed > ? ORDER BY r.accessed DESC, r.content, r.variant
                """)
        let streams = try Row.fetchAll(rows, arguments: [profile, limit])
            .filter { visibility.allows(audience: $0[5], kind: $0[6]) }
            .prefix(PlaybackLimits.recentStreams).map { row in
                RecentStream(
                    content: ContentID(rawValue: row[0]), card: try ContentTable.decode(row[4]), variant: row[1],
                    cachedAt: Date(milliseconds: row[2]), lastAccessed: Date(milliseconds: row[3]),
                    expires: Date(milliseconds: row[3] + PlaybackLimits.recentStreamMilliseconds))
            }
        return RecentStreamList(streams: streams, total: total?[0] ?? 0, bytes: total?[1] ?? 0)
    }

    /// Forgets a profile's streams.
    ///
    /// - Returns: how many.
    static func clear(_ profile: String, onlyExpired: Bool, at now: Int64, _ db: Database) throws -> Int {
        let statement = try db.cachedStatement(
            sql: "DELETE FROM recentStream WHERE profile = ? AND (NOT ? OR accessed <= ?)")
        try statement.execute(arguments: [profile, onlyExpired, expired(at: now)])
        return db.changesCount
    }

    /// Forgets all expired streams.
    static func sweep(at now: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM recentStream WHERE accessed <= ?")
            .execute(arguments: [expired(at: now)])
    }

    /// Moves a replaced title's streams to its successor; of two the one that was used later stays.
    static func merge(_ old: ContentID, into new: ContentID, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO recentStream SELECT profile, ?2, variant, cached, accessed FROM recentStream WHERE content = ?1
                ON CONFLICT DO UPDATE SET accessed = max(accessed, excluded.accessed)
                """, arguments: [old.rawValue, new.rawValue])
        try db.execute(sql: "DELETE FROM recentStream WHERE content = ?", arguments: [old.rawValue])
    }

    /// Erases a deleted profile's streams.
    static func erase(_ profile: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM recentStream WHERE profile = ?", arguments: [profile])
    }

    /// The last use of what has expired by now.
    private static func expired(at now: Int64) -> Int64 { now - PlaybackLimits.recentStreamMilliseconds }
}
