internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC

/// The part of a profile's history to remove.
enum HistoryRemoval: Sendable {
    case session(SessionID)
    /// A title; a series with all of its episodes.
    case content(ContentID)
    case everything

    /// - Throws: INVALID_ARGUMENT unless exactly one thing is named; ``PlaybackError/unknownSession`` when a session's
    ///   id is none.
    init(_ request: PlaybackState.RemoveHistory) throws {
        switch (request.session, request.content, request.everything) {
        case (let text?, nil, nil):
            guard let id = SessionID(text) else { throw PlaybackError.unknownSession }
            self = .session(id)
        case (nil, let content?, nil):
            try ContentAuthorizer.checkForm(content, field: "content")
            self = .content(content)
        case (nil, nil, true?): self = .everything
        default: throw RPCError.invalidArgument("session", "name a session, a title, or everything: one of the three.")
        }
    }

    /// - Returns: how many sessions were removed.
    func run(profile: Int64, _ db: Database) throws -> Int {
        switch self {
        case .session(let id):
            guard try SessionTable.has(id, profile: profile, db) else { return 0 }
            return try Self.remove("session = \(id.row)", marks: nil, profile: profile, db)
        case .content(let content):
            let statement = try db.cachedStatement(sql: "SELECT row FROM content WHERE id = ?1 OR series = ?1")
            let rows = try Int64.fetchAll(statement, arguments: [content.rawValue])
            try PlayingTable.forget(content, of: profile, db)
            let list = "content IN (\(rows.map(String.init).joined(separator: ", ")))"
            return try Self.remove(list, marks: list, profile: profile, db)
        case .everything:
            try PlayingTable.forget(nil, of: profile, db)
            return try Self.remove("1", marks: "1", profile: profile, db)
        }
    }

    /// Removes a profile from sessions, and the sessions without another profile.
    ///
    /// - Parameter marks: which marks go with them; nil: none.
    static func remove(_ condition: String, marks: String?, profile: Int64, _ db: Database) throws -> Int {
        let rows = try Row.fetchAll(
            db, sql: "SELECT session, content FROM viewing WHERE profile = ? AND \(condition)", arguments: [profile])
        var contents = Set(rows.map { $0[1] as Int64 })
        try db.execute(sql: "DELETE FROM viewing WHERE profile = ? AND \(condition)", arguments: [profile])
        for row in rows { try removeOrReassign(row[0], db) }
        if let marks {
            contents.formUnion(
                try Int64.fetchAll(
                    db, sql: "SELECT content FROM mark WHERE profile = ? AND \(marks)", arguments: [profile]))
            try db.execute(sql: "DELETE FROM mark WHERE profile = ? AND \(marks)", arguments: [profile])
        }
        try StatisticsTable.forget(contents.sorted(), of: profile, db)
        try CarrierTable.forget(contents.sorted(), of: profile, db)
        try ContentTable.removeUnused(contents.sorted(), db)
        return rows.count
    }

    /// Removes a session without profiles; reassigns one whose first profile was removed.
    private static func removeOrReassign(_ session: Int64, _ db: Database) throws {
        let viewers = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM viewing WHERE session = ?)")
        if try Bool.fetchOne(viewers, arguments: [session]) == false { try CompanionTable.end(with: session, db) }
        try db.cachedStatement(
            sql: "DELETE FROM session WHERE row = ?1 AND NOT EXISTS (SELECT 1 FROM viewing WHERE session = ?1)"
        ).execute(arguments: [session])
        try db.cachedStatement(
            sql: """
                UPDATE point SET owner = (SELECT min(profile) FROM viewing WHERE session = ?1)
                WHERE session = ?1 AND owner NOT IN (SELECT profile FROM viewing WHERE session = ?1)
                """
        ).execute(arguments: [session])
    }
}
