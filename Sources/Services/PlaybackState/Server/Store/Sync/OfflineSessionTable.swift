internal import GRDB

/// The sessions that devices have opened offline.
enum OfflineSessionTable {
    /// A session to be opened.
    struct New: Sendable {
        /// The device's own id of it.
        var local: String
        var content: Int64
        var variant: String
        var device: String
        var opened: HybridTimestamp
        var nonce: Int64
        /// Whether time counts instead of progress.
        var isTimed: Bool
        var profile: Int64
    }

    /// Opens a session, or returns the one that the device has pushed before.
    static func open(_ new: New, _ db: Database) throws -> SessionID {
        if let known = try session(new.local, device: new.device, profile: new.profile, db) { return known }
        try db.cachedStatement(
            sql: "INSERT INTO session (content, variant, device, opened, started) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [new.content, new.variant, new.device, new.opened.rawValue, new.opened.milliseconds])
        let row = db.lastInsertedRowID
        try db.cachedStatement(sql: "INSERT INTO point (session, nonce, owner, percent) VALUES (?, ?, ?, ?)")
            .execute(arguments: [row, new.nonce, new.profile, new.isTimed ? 0 : 1])
        try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO viewing (profile, content, session, opened) VALUES (?, ?, ?, ?)"
        ).execute(arguments: [new.profile, new.content, row, new.opened.rawValue])
        try db.cachedStatement(
            sql: "INSERT INTO offlineSession (profile, device, local, session) VALUES (?, ?, ?, ?)"
        ).execute(arguments: [new.profile, new.device, new.local, row])
        return SessionID(row: row, opened: new.opened, nonce: new.nonce)
    }

    /// The session of a device's own id; nil when there is none.
    static func session(
        _ local: String, device: String, profile: Int64, _ db: Database
    ) throws -> SessionID? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT s.row, s.opened, p.nonce FROM offlineSession o JOIN session s ON s.row = o.session
                JOIN point p ON p.session = s.row WHERE o.profile = ? AND o.device = ? AND o.local = ?
                """)
        return try Row.fetchOne(statement, arguments: [profile, device, local]).map {
            SessionID(row: $0[0], opened: HybridTimestamp(rawValue: $0[1]), nonce: $0[2])
        }
    }

    /// Of a profile's sessions on one device only the one that was opened last goes on, in whatever order they arrive.
    static func endEarlier(_ session: SessionID, device: String, profile: Int64, _ db: Database) throws {
        let open = try db.cachedStatement(
            sql: """
                SELECT s.row FROM point p INDEXED BY pointOpen CROSS JOIN session s ON s.row = p.session
                WHERE p.ended = 0 AND p.owner = ?1 AND s.device = ?2 AND s.row <> ?3 AND s.opened < ?4
                """)
        let arguments: StatementArguments = [profile, device, session.row, session.opened.rawValue]
        for row in try Int64.fetchAll(open, arguments: arguments) { try SessionTable.end(row, db) }
        let later = try db.cachedStatement(
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM session s INDEXED BY sessionByDevice CROSS JOIN point p ON p.session = s.row
                    WHERE s.device = ?2 AND s.opened > ?4 AND s.row <> ?3 AND p.owner = ?1)
                """)
        if try Bool.fetchOne(later, arguments: arguments) == true { try SessionTable.end(session.row, db) }
    }
}
