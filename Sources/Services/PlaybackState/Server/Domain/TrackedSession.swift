internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI

/// An open session, with the data that decides its visibility.
struct TrackedSession: Sendable {
    let row: Int64
    var active: ActiveSession
    /// The bit of its title's rating and mark; nil without a card.
    let audience: Int64?
    /// The profiles that watch.
    var participants: Set<String>
    /// Whether only followers of a participant are told: those who have left it.
    var isOnlyForParticipants = false
    /// The time of the latest report; the opening before there is one.
    var stamp: HybridTimestamp
    /// The number of the last report; 0 when its player sends none.
    var sequence: Int64

    /// The last report's order.
    var place: SessionProgress.Place { SessionProgress.Place(sequence: sequence, stamp: stamp) }

    /// Whether its player has not reported for so long that it no longer counts as active.
    func isSilent(at now: Int64) -> Bool {
        let limit =
            active.state == .paused
            ? PlaybackLimits.pausedTimeoutMilliseconds : PlaybackLimits.playingTimeoutMilliseconds
        return now - stamp.milliseconds > limit
    }

    /// Whether a caller with this visibility sees the session.
    func isVisible(to visibility: Visibility, profile: String?) -> Bool {
        visibility.allows(audience: audience, kind: active.card?.kind.rawValue)
            && profile.map(participants.contains) ?? !isOnlyForParticipants
    }

    /// Open sessions, the latest first: all, or one. Those that have joined another are in that one.
    static func open(session: Int64? = nil, _ db: Database) throws -> [TrackedSession] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT p.session, s.opened, p.nonce, f.id, c.id, c.card, s.device, p.state, p.position, p.duration,
                    p.progress, s.started, p.stamp, c.audience, p.sequence
                FROM point p \(session == nil ? "INDEXED BY pointOpen" : "") CROSS JOIN session s ON s.row = p.session
                JOIN content c ON c.row = s.content JOIN profile f ON f.row = p.owner
                WHERE p.ended = 0 AND p.session NOT IN (SELECT session FROM companion) AND NOT EXISTS (
                    SELECT 1 FROM quarantine q WHERE q.kind = 'profile' AND q.id = f.id) AND \(session == nil ? "?1 IS NULL" : "p.session = ?1")
                ORDER BY s.opened DESC LIMIT \(PlaybackLimits.openSessions)
                """)
        return try Row.fetchAll(statement, arguments: [session]).map { try TrackedSession($0, db) }
    }

    private init(_ row: Row, _ db: Database) throws {
        let opened = HybridTimestamp(rawValue: row[1])
        let duration: Double = row[9]
        self.row = row[0]
        audience = row[13]
        stamp = max(opened, HybridTimestamp(rawValue: row[12]))
        sequence = row[14]
        active = ActiveSession(
            session: SessionID(row: row[0], opened: opened, nonce: row[2]).text, profile: row[3],
            content: ContentID(rawValue: row[4]), card: try ContentTable.decode(row[5]), device: row[6],
            state: (PlayerState(rawValue: row[7]) ?? .playing).phase, position: row[8],
            duration: duration > 0 ? duration : nil, progress: row[10], started: .init(milliseconds: row[11]))
        if active.card?.kind == .channel { active.programme = try PlayingTable.facts(of: self.row, db)?.programme }
        let statement = try db.cachedStatement(
            sql: """
                SELECT f.id FROM viewing v JOIN profile f ON f.row = v.profile
                WHERE (v.session = ?1
                    OR v.session IN (SELECT session FROM companion WHERE host = ?1 AND until IS NULL))
                AND NOT EXISTS (SELECT 1 FROM quarantine q WHERE q.kind = 'profile' AND q.id = f.id)
                """)
        participants = Set(try String.fetchAll(statement, arguments: [self.row]))
        let others = participants.subtracting([active.profile]).sorted()
        active.watchingTogether = others.isEmpty ? nil : others
    }
}
