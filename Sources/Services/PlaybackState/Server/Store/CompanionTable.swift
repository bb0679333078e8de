internal import GRDB
internal import HearthModel

/// The sessions of profiles that have joined another profile's session.
///
/// Each has a session of its own, opened when it joined, that takes the reports of the joined one from then on. So whatever
/// is read from sessions holds for it: progress, history, statistics and sync know nothing of joining.
enum CompanionTable {
    static let creation = [
        // `until`: the last report that counts for who has left; null while it takes part, and when the joined session has
        // ended. `limited`: parental limits bind it. `base`: of a channel, whose position is the seconds watched, those
        // before it was joined.
        """
        CREATE TABLE companion (
            session INTEGER PRIMARY KEY REFERENCES session (row) ON DELETE CASCADE,
            host INTEGER NOT NULL REFERENCES session (row) ON DELETE CASCADE,
            limited INTEGER NOT NULL,
            base REAL NOT NULL,
            until INTEGER
        ) STRICT
        """,
        "CREATE INDEX companionByHost ON companion (host)",
    ]

    /// A profile's part of a session that it has joined.
    struct Companion: Sendable {
        var session: SessionID
        var profile: String
        var isLimited: Bool
        var base: Double
        var until: HybridTimestamp?

        /// A report of the joined session as one of this; nil when it does not count for it.
        func own(_ entry: ReportTable.Report) -> ReportTable.Report? {
            let stamp = entry.report.stamp
            guard stamp > session.opened, until.map({ stamp <= $0 }) ?? true else { return nil }
            var own = entry
            own.session = session
            if base > 0 {
                let seconds = max(0, entry.report.reach.position - base)
                own.report.reach = PlaybackPosition(progress: 0, position: seconds, duration: 0)
            }
            return own
        }
    }

    /// Those that have ever joined a session.
    static func companions(of host: Int64, _ db: Database) throws -> [Companion] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT c.session, s.opened, p.nonce, f.id, c.limited, c.base, c.until
                FROM companion c CROSS JOIN session s ON s.row = c.session JOIN point p ON p.session = c.session
                JOIN profile f ON f.row = p.owner WHERE c.host = ? ORDER BY c.session
                """)
        return try Row.fetchAll(statement, arguments: [host]).map { row in
            Companion(
                session: SessionID(row: row[0], opened: HybridTimestamp(rawValue: row[1]), nonce: row[2]),
                profile: row[3], isLimited: row[4], base: row[5],
                until: (row[6] as Int64?).map(HybridTimestamp.init(rawValue:)))
        }
    }

    /// Those that take part in a session now, or did when it ended.
    static func staying(in host: Int64, _ db: Database) throws -> [Companion] {
        try companions(of: host, db).filter { $0.until == nil }
    }

    /// Joins a session: opens one for the profile beside it.
    static func join(
        _ host: SessionContext, as profile: Int64, isLimited: Bool, at opened: HybridTimestamp, started: Int64,
        nonce: Int64, _ db: Database
    ) throws {
        try db.cachedStatement(
            sql: "INSERT INTO session (content, variant, device, opened, started) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [host.row, host.variant, host.device, opened.rawValue, started])
        let row = db.lastInsertedRowID
        try db.cachedStatement(sql: "INSERT INTO point (session, nonce, owner, percent) VALUES (?, ?, ?, ?)")
            .execute(arguments: [row, nonce, profile, host.isTimed ? 0 : 1])
        try db.cachedStatement(
            sql: "INSERT INTO viewing (profile, content, session, opened) VALUES (?, ?, ?, ?)"
        ).execute(arguments: [profile, host.row, row, opened.rawValue])
        try db.cachedStatement(sql: "INSERT INTO companion (session, host, limited, base) VALUES (?, ?, ?, ?)")
            .execute(arguments: [row, host.id.row, isLimited, host.isTimed ? host.reach.position : 0])
    }

    /// A session is about to end: one that has joined another leaves it, and those that have joined it end with it.
    static func end(with session: Int64, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                UPDATE companion SET until = (
                    SELECT max(p.stamp, s.opened) FROM point p JOIN session s ON s.row = p.session WHERE p.session = ?1)
                WHERE session = ?1 AND until IS NULL
                    AND EXISTS (SELECT 1 FROM point WHERE session = companion.host AND ended = 0)
                """
        ).execute(arguments: [session])
        for companion in try staying(in: session, db) { try SessionTable.end(companion.session.row, db) }
    }
}
