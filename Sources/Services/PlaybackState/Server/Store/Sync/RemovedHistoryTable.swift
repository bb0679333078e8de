internal import GRDB
internal import HearthModel

/// What was removed from profiles' histories, and when: what was played up to then does not come back when a device
/// that was offline pushes it.
enum RemovedHistoryTable {
    /// What was removed.
    enum Scope: Sendable, Hashable {
        case everything
        /// A title; a series with all of its episodes.
        case content(ContentID)
        /// A session that a device has opened offline, by its own id.
        case offline(device: String, session: String)

        var text: String {
            switch self {
            case .everything: ""
            case .content(let content): "c:\(content.rawValue)"
            case .offline(let device, let session): "l:\(device)/\(session)"
            }
        }
    }

    /// Notes a removal that is made elsewhere.
    static func note(_ scope: Scope, at stamp: HybridTimestamp, profile: Int64, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO removedHistory VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET stamp = max(stamp, excluded.stamp)
                """
        ).execute(arguments: [profile, scope.text, stamp.rawValue])
    }

    /// Notes an online removal. A session needs no note, unless a device has opened it offline, and may push it again.
    static func note(_ removal: HistoryRemoval, at stamp: HybridTimestamp, profile: Int64, _ db: Database) throws {
        switch removal {
        case .session(let id):
            let statement = try db.cachedStatement(
                sql: "SELECT device, local FROM offlineSession WHERE session = ? AND profile = ?")
            for row in try Row.fetchAll(statement, arguments: [id.row, profile]) {
                try note(.offline(device: row[0], session: row[1]), at: stamp, profile: profile, db)
            }
        case .content(let content): try note(Scope.content(content), at: stamp, profile: profile, db)
        case .everything: try note(Scope.everything, at: stamp, profile: profile, db)
        }
    }

    /// Whether something that happened to a title at a time was removed since.
    static func covers(_ stamp: HybridTimestamp, content: Int64, profile: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM removedHistory r, content c WHERE c.row = ?1 AND r.profile = ?2
                    AND r.scope IN ('', 'c:' || c.id, 'c:' || coalesce(c.series, '')) AND r.stamp >= ?3)
                """)
        return try Bool.fetchOne(statement, arguments: [content, profile, stamp.rawValue]) ?? false
    }

    /// Whether a session that a device has opened offline was removed.
    static func covers(offline session: String, on device: String, profile: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM removedHistory WHERE profile = ? AND scope = ?)")
        let scope = Scope.offline(device: device, session: session)
        return try Bool.fetchOne(statement, arguments: [profile, scope.text]) ?? false
    }

    /// Removes what was played and marked up to a time, and keeps what came later.
    static func remove(_ scope: Scope, upTo stamp: HybridTimestamp, profile: Int64, _ db: Database) throws {
        try note(scope, at: stamp, profile: profile, db)
        var condition = "1"
        if case .content(let content) = scope {
            let rows = try Int64.fetchAll(
                db.cachedStatement(sql: "SELECT row FROM content WHERE id = ?1 OR series = ?1"),
                arguments: [content.rawValue])
            condition = "content IN (\(rows.map(String.init).joined(separator: ", ")))"
        }
        _ = try HistoryRemoval.remove(
            "(\(condition) AND opened <= \(stamp.rawValue))", marks: nil, profile: profile, db)
        let marked = try Int64.fetchAll(
            db, sql: "SELECT content FROM mark WHERE profile = ? AND \(condition)", arguments: [profile])
        let columns = ["watched", "reset", "cleared", "hidden"]
        let changes = columns.map { "\($0) = CASE WHEN \($0) <= \(stamp.rawValue) THEN 0 ELSE \($0) END" }
        try db.execute(
            sql: "UPDATE mark SET \(changes.joined(separator: ", ")) WHERE profile = ? AND \(condition)",
            arguments: [profile])
        try db.execute(
            sql: "DELETE FROM mark WHERE profile = ? AND \(condition) AND max(\(columns.joined(separator: ", "))) = 0",
            arguments: [profile])
        try ContentTable.removeUnused(marked, db)
    }

    /// Forgets what is older than a time in milliseconds since 1970.
    static func sweep(before time: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM removedHistory WHERE stamp < ?")
            .execute(arguments: [HybridTimestamp(milliseconds: time).rawValue])
    }
}
