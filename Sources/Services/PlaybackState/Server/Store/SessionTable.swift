internal import GRDB

/// Sessions and their merged reports.
enum SessionTable {
    /// A session to be opened.
    struct New: Sendable {
        var content: Int64
        var variant: String
        var device: String
        var opened: HybridTimestamp
        /// In milliseconds since 1970, for people.
        var started: Int64
        var nonce: Int64
        /// Whether time counts instead of progress.
        var isTimed: Bool
        /// The viewers, the one that opened it first.
        var profiles: [Int64]
    }

    /// Opens a session, and ends its first profile's open session on the same device.
    static func open(_ new: New, _ db: Database) throws -> SessionID {
        let owner = new.profiles.first ?? 0
        let before = try db.cachedStatement(
            sql: """
                SELECT s.row FROM point p INDEXED BY pointOpen CROSS JOIN session s ON s.row = p.session
                WHERE p.owner = ? AND p.ended = 0 AND s.device = ?
                """)
        for session in try Int64.fetchAll(before, arguments: [owner, new.device]) { try end(session, db) }
        try db.cachedStatement(
            sql: "INSERT INTO session (content, variant, device, opened, started) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [new.content, new.variant, new.device, new.opened.rawValue, new.started])
        let row = db.lastInsertedRowID
        try db.cachedStatement(sql: "INSERT INTO point (session, nonce, owner, percent) VALUES (?, ?, ?, ?)")
            .execute(arguments: [row, new.nonce, owner, new.isTimed ? 0 : 1])
        let viewing = try db.cachedStatement(sql: "INSERT OR IGNORE INTO viewing VALUES (?, ?, ?, ?)")
        for profile in new.profiles {
            try viewing.execute(arguments: [profile, new.content, row, new.opened.rawValue])
        }
        return SessionID(row: row, opened: new.opened, nonce: new.nonce)
    }

    /// A session's merged reports; nil when there is no such session.
    static func progress(of session: Int64, _ db: Database) throws -> SessionProgress? {
        let statement = try db.cachedStatement(
            sql:
                "SELECT stamp, progress, position, duration, state, ended, ceiling, sequence FROM point WHERE session = ?"
        )
        guard let row = try Row.fetchOne(statement, arguments: [session]) else { return nil }
        return try progress(of: session, row, db)
    }

    /// The same from a row whose columns start with `stamp, progress, position, duration, state, ended, ceiling,
    /// sequence`.
    static func progress(of session: Int64, _ row: Row, _ db: Database) throws -> SessionProgress {
        let ceiling: Double = row[6]
        let peaks = ceiling < SessionProgress.noCeiling ? try peaks(of: session, db) : []
        let stamp = HybridTimestamp(rawValue: row[0])
        let state = row[5] ? PlayerState.ended : PlayerState(rawValue: row[4]) ?? .playing
        guard stamp > .zero else { return SessionProgress(latest: nil, sequence: 0, state: state, peaks: peaks) }
        let reach = PlaybackPosition(progress: row[1], position: row[2], duration: row[3])
        return SessionProgress(latest: .init(stamp: stamp, reach: reach), sequence: row[7], state: state, peaks: peaks)
    }

    private static func peaks(of session: Int64, _ db: Database) throws -> [SessionProgress.Point] {
        let statement = try db.cachedStatement(
            sql: "SELECT stamp, progress, position, duration FROM peak WHERE session = ? ORDER BY stamp")
        return try Row.fetchAll(statement, arguments: [session]).map { row in
            SessionProgress.Point(
                stamp: HybridTimestamp(rawValue: row[0]),
                reach: PlaybackPosition(progress: row[1], position: row[2], duration: row[3]))
        }
    }

    /// Writes a session's merged reports.
    static func keep(_ progress: SessionProgress, of session: Int64, _ db: Database) throws {
        let reach = progress.latest?.reach ?? .none
        try db.cachedStatement(
            sql: """
                UPDATE point SET stamp = ?2, progress = ?3, position = ?4, duration = ?5, ceiling = ?6, state = ?7,
                    sequence = ?8
                WHERE session = ?1
                """
        ).execute(arguments: [
            session, (progress.latest?.stamp ?? .zero).rawValue, reach.progress, reach.position, reach.duration,
            progress.ceiling, progress.state.rawValue, progress.sequence,
        ])
        try db.cachedStatement(sql: "DELETE FROM peak WHERE session = ?").execute(arguments: [session])
        let insert = try db.cachedStatement(sql: "INSERT INTO peak VALUES (?, ?, ?, ?, ?)")
        for peak in progress.peaks {
            try insert.execute(arguments: [
                session, peak.stamp.rawValue, peak.reach.progress, peak.reach.position, peak.reach.duration,
            ])
        }
        if progress.state == .ended { try end(session, db) }
    }

    /// Ends a session; its reports stay. A completed title is removed from its viewers' queues.
    static func end(_ session: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE point SET ended = 1 WHERE session = ? AND ended = 0")
            .execute(arguments: [session])
        // Once: a viewer that queues the title again afterwards wants to see it again.
        guard db.changesCount > 0 else { return }
        try CompanionTable.end(with: session, db)
        try SessionTracker.close(session, db)
        guard try progress(of: session, db)?.isFinished() == true else { return }
        try leaveQueues(session, db)
    }

    /// Changes the link of a session, and of those that have joined it; their reports stay.
    static func change(_ session: Int64, to variant: String, _ db: Database) throws {
        let companions = try CompanionTable.staying(in: session, db).map(\.session.row)
        let statement = try db.cachedStatement(sql: "UPDATE session SET variant = ? WHERE row = ?")
        for row in [session] + companions { try statement.execute(arguments: [variant, row]) }
    }

    /// Removes a session's title from its viewers' queues, and notes that they have watched it.
    static func leaveQueues(_ session: Int64, _ db: Database) throws {
        try WatchedNoticeTable.put(session: session, db)
        let statement = try db.cachedStatement(
            sql: """
                SELECT q.profile, q.content FROM viewing v JOIN queued q ON q.profile = v.profile AND q.content = v.content
                WHERE v.session = ?
                """)
        for row in try Row.fetchAll(statement, arguments: [session]) {
            let (profile, content): (Int64, Int64) = (row[0], row[1])
            try db.cachedStatement(sql: "DELETE FROM queued WHERE profile = ? AND content = ?")
                .execute(arguments: [profile, content])
            try QueueTable.close(profile, db)
        }
    }

    /// Whether a profile takes part in a session.
    static func has(_ id: SessionID, profile: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM point p JOIN viewing v ON v.session = p.session
                WHERE p.session = ? AND p.nonce = ? AND v.profile = ?)
                """)
        return try Bool.fetchOne(statement, arguments: [id.row, id.nonce, profile]) ?? false
    }

    /// The length of a link as last reported by a player, in seconds; nil when none has reported it.
    static func length(of variant: String, content: Int64, _ db: Database) throws -> Double? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT p.duration FROM session s JOIN point p ON p.session = s.row
                WHERE s.content = ? AND s.variant = ? AND p.duration > 0 ORDER BY p.stamp DESC LIMIT 1
                """)
        return try Double.fetchOne(statement, arguments: [content, variant])
    }

    /// The latest stamp in the shard.
    static func lastTimestamp(_ db: Database) throws -> HybridTimestamp {
        let sql = """
            SELECT max(coalesce((SELECT max(max(watched, reset, cleared, hidden)) FROM mark), 0),
                coalesce((SELECT max(stamp) FROM point), 0), coalesce((SELECT max(stamp) FROM peak), 0),
                coalesce((SELECT max(opened) FROM session), 0))
            """
        return HybridTimestamp(rawValue: try Int64.fetchOne(db, sql: sql) ?? 0)
    }
}
