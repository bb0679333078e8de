internal import GRDB
internal import HearthModel
internal import ServiceKit

/// Logs this service's changes for devices.
enum PlaybackSyncLog {
    /// Whether all changes are logged.
    static func isDrained(_ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM syncSession)")
        return try Bool.fetchOne(statement) != true && SyncLog.isDrained(db)
    }

    /// Logs noted changes, at a time in milliseconds since 1970.
    ///
    /// - Returns: whether all are logged.
    static func drain(at now: Int64, _ db: Database) throws -> Bool {
        try expandSessions(db)
        _ = try SyncLog.drain(at: now, db) { kind, profile, key in try describe(kind, profile, key, db) }
        try RemovedHistoryTable.sweep(before: now - SyncLimits.keptMilliseconds, db)
        return try isDrained(db)
    }

    /// Logs all noted changes, in small writes.
    static func drain(_ shard: Shard, at now: Int64) async throws {
        if try await shard.read({ try isDrained($0) }) { return }
        while try await !shard.write({ try drain(at: now, $0) }) {}
    }

    /// How many sessions with changes are not logged yet.
    static func touchedSessions(_ selection: SyncSelection, _ db: Database) throws -> Int64 {
        guard selection.kinds.contains(.history) || selection.kinds.contains(.progress) else { return 0 }
        let names = selection.profiles.map { _ in "?" }.joined(separator: ", ")
        let statement = try db.cachedStatement(
            sql: """
                SELECT count(*) FROM syncSession t WHERE EXISTS (
                    SELECT 1 FROM viewing v JOIN profile f ON f.row = v.profile
                    WHERE v.session = t.session AND f.id IN (\(names)))
                """)
        return try Int64.fetchOne(statement, arguments: StatementArguments(selection.profiles)) ?? 0
    }

    /// Turns sessions into what has changed for each of their viewers.
    private static func expandSessions(_ db: Database) throws {
        let some = "(SELECT session FROM syncSession ORDER BY session LIMIT \(SyncLimits.drained / 2))"
        let viewings = "viewing v JOIN profile f ON f.row = v.profile"
        let statements = [
            """
            INSERT OR IGNORE INTO syncTouched
            SELECT f.id, 'history', printf('%x-%x-%x', v.session, v.opened, p.nonce)
            FROM \(viewings) JOIN point p ON p.session = v.session WHERE v.session IN \(some)
            """,
            """
            INSERT OR IGNORE INTO syncTouched SELECT f.id, 'progress', c.id
            FROM \(viewings) JOIN content c ON c.row = v.content WHERE v.session IN \(some)
            """,
            "DELETE FROM syncSession WHERE session IN \(some)",
        ]
        for statement in statements { try db.cachedStatement(sql: statement).execute() }
    }

    private static func describe(
        _ kind: SyncKind, _ profile: String, _ key: String, _ db: Database
    ) throws -> SyncLog.Description {
        switch kind {
        case .queue: return SyncLog.Description(exists: true)
        case .history:
            let statement = try db.cachedStatement(
                sql: """
                    SELECT c.audience, c.kind FROM viewing v JOIN profile f ON f.row = v.profile
                    JOIN content c ON c.row = v.content WHERE v.session = ? AND f.id = ?
                    """)
            guard let id = SessionID(key), let row = try Row.fetchOne(statement, arguments: [id.row, profile]) else {
                return SyncLog.Description(exists: false)
            }
            return SyncLog.Description(exists: true, audience: row[0], title: row[1])
        default:
            let marks = "EXISTS (SELECT 1 FROM mark m WHERE m.profile = f.row AND m.content = c.row)"
            let viewings = "EXISTS (SELECT 1 FROM viewing v WHERE v.profile = f.row AND v.content = c.row)"
            let statement = try db.cachedStatement(
                sql: """
                    SELECT c.audience, c.kind, \(kind == .mark ? marks : "\(marks) OR \(viewings)")
                    FROM profile f, content c WHERE f.id = ? AND c.id = ?
                    """)
            guard let row = try Row.fetchOne(statement, arguments: [profile, key]) else {
                return SyncLog.Description(exists: false)
            }
            return SyncLog.Description(exists: row[2], audience: row[0], title: row[1])
        }
    }
}
