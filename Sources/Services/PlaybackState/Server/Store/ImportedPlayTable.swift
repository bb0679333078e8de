internal import GRDB

/// Plays of elsewhere, as sessions that were watched to their end.
enum ImportedPlayTable {
    /// The link and the device of imported sessions.
    static let (variant, device) = ("import", "import")

    /// A profile's plays of a title that have reports.
    static func plays(of profile: Int64, content: Int64, _ db: Database) throws -> [PlaySpan] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT v.opened, p.stamp FROM viewing v JOIN point p ON p.session = v.session
                WHERE v.profile = ? AND v.content = ? AND p.stamp > 0
                """)
        return try Row.fetchAll(statement, arguments: [profile, content]).map { row in
            let (opened, stamp) = (HybridTimestamp(rawValue: row[0]), HybridTimestamp(rawValue: row[1]))
            return PlaySpan(began: opened.milliseconds, ended: max(opened, stamp).milliseconds)
        }
    }

    /// Stores a play. It is no end of a session: the title keeps its place in queues, and downloads are told nothing.
    ///
    /// - Parameters:
    ///   - time: in milliseconds since 1970.
    ///   - seconds: the title's length.
    static func put(
        of profile: Int64, content: Int64, at time: Int64, seconds: Double, nonce: Int64, _ db: Database
    ) throws {
        let stamp = HybridTimestamp(milliseconds: time).rawValue
        try db.cachedStatement(
            sql: "INSERT INTO session (content, variant, device, opened, started) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [content, variant, device, stamp, time])
        let session = db.lastInsertedRowID
        try db.cachedStatement(
            sql: """
                INSERT INTO point (session, nonce, owner, percent, stamp, progress, position, duration, state, ended)
                VALUES (?1, ?2, ?3, 1, ?4, 1, ?5, ?5, ?6, 1)
                """
        ).execute(arguments: [session, nonce, profile, stamp, seconds, PlayerState.ended.rawValue])
        try db.cachedStatement(sql: "INSERT INTO viewing VALUES (?, ?, ?, ?)")
            .execute(arguments: [profile, content, session, stamp])
    }
}
