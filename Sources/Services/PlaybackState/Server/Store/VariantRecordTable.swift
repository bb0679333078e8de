internal import GRDB

/// What a household has seen of the links of titles: how often they played, and how often not.
enum VariantRecordTable {
    /// The tables.
    static let creation = [
        // `lastFailed` is in milliseconds since 1970; 0 for never.
        """
        CREATE TABLE variantRecord (
            content INTEGER NOT NULL REFERENCES content (row) ON DELETE CASCADE,
            variant TEXT NOT NULL,
            worked INTEGER NOT NULL DEFAULT 0,
            failed INTEGER NOT NULL DEFAULT 0,
            lastFailed INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (content, variant)
        ) STRICT, WITHOUT ROWID
        """,
        // The links that have failed in a session: none of them is returned again in it.
        """
        CREATE TABLE failedVariant (
            session INTEGER NOT NULL REFERENCES session (row) ON DELETE CASCADE,
            variant TEXT NOT NULL,
            PRIMARY KEY (session, variant)
        ) STRICT, WITHOUT ROWID
        """,
    ]

    /// What is known of a link.
    struct VariantRecord: Sendable, Hashable {
        var worked: Int64 = 0
        var failed: Int64 = 0
        /// In milliseconds since 1970; 0 for never.
        var lastFailed: Int64 = 0
    }

    /// What is known of a title's links, by their ids.
    static func records(of content: Int64, _ db: Database) throws -> [String: VariantRecord] {
        let statement = try db.cachedStatement(
            sql: "SELECT variant, worked, failed, lastFailed FROM variantRecord WHERE content = ?")
        let rows = try Row.fetchAll(statement, arguments: [content])
        return Dictionary(
            rows.map { ($0[0] as String, VariantRecord(worked: $0[1], failed: $0[2], lastFailed: $0[3])) }
        ) { first, _ in first }
    }

    /// Counts that the link of a session plays.
    static func succeed(session: Int64, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "SELECT content, variant FROM session WHERE row = ?")
        guard let row = try Row.fetchOne(statement, arguments: [session]) else { return }
        try add(worked: 1, failed: 0, at: 0, row[0], row[1], db)
    }

    /// Counts that a link of a title did not play in a session.
    static func fail(_ variant: String, of content: Int64, in session: Int64, at now: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO failedVariant VALUES (?, ?)")
            .execute(arguments: [session, variant])
        guard db.changesCount > 0 else { return }
        try add(worked: 0, failed: 1, at: now, content, variant, db)
    }

    /// Both counters are halved once they are high: the latest count most.
    private static func add(
        worked: Int64, failed: Int64, at now: Int64, _ content: Int64, _ variant: String, _ db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO variantRecord VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE
                SET worked = (worked + ?3) / CASE WHEN worked + failed >= ?6 THEN 2 ELSE 1 END,
                    failed = (failed + ?4) / CASE WHEN worked + failed >= ?6 THEN 2 ELSE 1 END,
                    lastFailed = max(lastFailed, ?5)
                """
        ).execute(arguments: [content, variant, worked, failed, now, PlaybackLimits.variantCount])
    }

    /// The links that have failed in a session.
    static func failed(in session: Int64, _ db: Database) throws -> Set<String> {
        let statement = try db.cachedStatement(sql: "SELECT variant FROM failedVariant WHERE session = ?")
        return Set(try String.fetchAll(statement, arguments: [session]))
    }

    /// The link of a title that a profile played last; nil when it played none, or when that link has failed since.
    static func last(of profile: Int64, content: Int64, now: Int64, _ db: Database) throws -> String? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT s.variant FROM viewing v JOIN session s ON s.row = v.session
                LEFT JOIN variantRecord r ON r.content = s.content AND r.variant = s.variant
                WHERE v.profile = ?1 AND v.content = ?2 AND (coalesce(r.lastFailed, 0) < ?3 - ?4
                    OR coalesce(r.lastFailed, 0) < s.started)
                ORDER BY v.opened DESC, v.session DESC LIMIT 1
                """)
        return try String.fetchOne(
            statement, arguments: [profile, content, now, PlaybackLimits.failureMilliseconds])
    }

    /// A title's ID was replaced: what is known of its links goes to its successor.
    static func merge(_ old: Int64, into new: Int64, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE OR IGNORE variantRecord SET content = ?2 WHERE content = ?1", arguments: [old, new])
        try db.execute(sql: "DELETE FROM variantRecord WHERE content = ?", arguments: [old])
    }
}
