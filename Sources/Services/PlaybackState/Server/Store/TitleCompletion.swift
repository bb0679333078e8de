internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI

/// Completes titles: they count as watched, leave the queues, and their sessions end. Completing again changes nothing.
enum TitleCompletion {
    /// A session's title.
    struct Subject {
        var row: Int64
        var id: ContentID
        /// nil until the catalog has answered.
        var card: Card?
        /// Whether time counts instead of progress, as for channels.
        var isTimed: Bool
        var audience: Int64?
    }

    /// The title of a session that a profile takes part in; nil when there is none.
    static func subject(of session: SessionID, profile: Int64, _ db: Database) throws -> Subject? {
        guard try SessionTable.has(session, profile: profile, db) else { return nil }
        let statement = try db.cachedStatement(
            sql: """
                SELECT c.row, c.id, c.card, p.percent = 0, c.audience
                FROM point p JOIN session s ON s.row = p.session JOIN content c ON c.row = s.content WHERE p.session = ?
                """)
        return try Row.fetchOne(statement, arguments: [session.row]).map { row in
            Subject(
                row: row[0], id: ContentID(rawValue: row[1]), card: try ContentTable.decode(row[2]), isTimed: row[3],
                audience: row[4])
        }
    }

    /// Completes a session for all of its viewers: it is reported to its end, and leaves their queues. Where no player has
    /// reported a length, the title is marked as watched instead.
    static func complete(_ session: SessionID, _ subject: Subject, at stamp: HybridTimestamp, _ db: Database) throws {
        let companions = try CompanionTable.staying(in: session.row, db).map(\.session)
        for one in [session] + companions { try completeOne(one, subject, at: stamp, db) }
    }

    private static func completeOne(
        _ session: SessionID, _ subject: Subject, at stamp: HybridTimestamp, _ db: Database
    ) throws {
        guard let progress = try SessionTable.progress(of: session.row, db) else { return }
        let viewers = try viewers(of: session.row, db)
        let wasMarked = try viewers.allSatisfy {
            try MarkTable.marks(of: $0.row, content: subject.row, db).watched > session.opened
        }
        // A title that was queued again since then stays queued.
        if progress.state == .ended, progress.isFinished() || wasMarked { return }
        let reach = progress.latest?.reach ?? .none
        let length = progress.position(after: .zero)?.duration ?? 0
        if !progress.isFinished(), length > 0 {
            var whole = progress
            whole.take(
                .init(
                    sequence: progress.sequence, stamp: stamp,
                    reach: PlaybackPosition(progress: 1, position: reach.position, duration: length), state: .ended))
            try SessionTable.keep(whole, of: session.row, db)
        }
        try SessionTable.end(session.row, db)
        let isFinished = try SessionTable.progress(of: session.row, db)?.isFinished() == true
        // It had ended before its title was completed, or has no length.
        if progress.state == .ended || !isFinished { try SessionTable.leaveQueues(session.row, db) }
        guard !isFinished else { return }
        for viewer in viewers {
            try MarkTable.put(.watched, at: stamp, profile: viewer.row, content: subject.row, db)
            try WatchedNoticeTable.put(subject.id, of: viewer.id, at: stamp, db)
        }
    }

    /// Ends a profile's open sessions with a title.
    ///
    /// - Returns: these.
    static func endSessions(of profile: Int64, content: Int64, _ db: Database) throws -> [SessionID] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT p.session, s.opened, p.nonce FROM point p INDEXED BY pointOpen
                CROSS JOIN session s ON s.row = p.session WHERE p.owner = ? AND p.ended = 0 AND s.content = ? ORDER BY p.session
                """)
        let open = try Row.fetchAll(statement, arguments: [profile, content]).map { row in
            SessionID(row: row[0], opened: HybridTimestamp(rawValue: row[1]), nonce: row[2])
        }
        for session in open { try SessionTable.end(session.row, db) }
        return open
    }

    private static func viewers(of session: Int64, _ db: Database) throws -> [(row: Int64, id: String)] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT f.row, f.id FROM viewing v JOIN profile f ON f.row = v.profile WHERE v.session = ? ORDER BY f.row
                """)
        return try Row.fetchAll(statement, arguments: [session]).map { ($0[0], $0[1]) }
    }
}
