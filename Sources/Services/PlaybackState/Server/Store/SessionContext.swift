internal import GRDB
internal import HearthModel

/// A session as the calls about what plays now need it.
struct SessionContext: Sendable {
    let id: SessionID
    /// The title's row.
    let row: Int64
    let content: ContentID
    /// The title's card; nil until the catalog has answered.
    let card: Card?
    let variant: String
    let device: String
    /// The profiles that watch, by their rows and ids.
    let viewers: [(row: Int64, id: String)]
    let progress: SessionProgress
    /// Whether time counts instead of progress: a channel.
    let isTimed: Bool

    /// The series, or the title itself: what tracks and heard parts are remembered by.
    var work: String { (card?.series ?? content).rawValue }

    /// Where the player was at last.
    var reach: PlaybackPosition { progress.position(after: .zero) ?? .none }

    var isEnded: Bool { progress.state == .ended }

    /// Reads a session of a profile.
    ///
    /// - Throws: ``PlaybackError/unknownSession`` when it is none.
    static func read(_ text: String, of profile: String, _ db: Database) throws -> SessionContext {
        guard let id = SessionID(text), let owner = try ProfileTable.row(of: profile, db),
            try SessionTable.has(id, profile: owner, db)
        else { throw PlaybackError.unknownSession }
        return try read(id, db)
    }

    /// Reads a session, of whichever profile.
    static func read(_ id: SessionID, _ db: Database) throws -> SessionContext {
        guard let progress = try SessionTable.progress(of: id.row, db) else { throw PlaybackError.unknownSession }
        let statement = try db.cachedStatement(
            sql: """
                SELECT s.content, c.id, c.card, s.variant, s.device, p.percent = 0
                FROM session s JOIN content c ON c.row = s.content JOIN point p ON p.session = s.row
                WHERE s.row = ? AND p.nonce = ?
                """)
        guard let row = try Row.fetchOne(statement, arguments: [id.row, id.nonce]) else {
            throw PlaybackError.unknownSession
        }
        let viewers = try db.cachedStatement(
            sql: """
                SELECT f.row, f.id FROM viewing v JOIN profile f ON f.row = v.profile
                WHERE v.session = ?1 OR v.session IN (SELECT session FROM companion WHERE host = ?1 AND until IS NULL)
                ORDER BY f.id
                """)
        return SessionContext(
            id: id, row: row[0], content: ContentID(rawValue: row[1]), card: try ContentTable.decode(row[2]),
            variant: row[3], device: row[4],
            viewers: try Row.fetchAll(viewers, arguments: [id.row]).map { ($0[0], $0[1]) }, progress: progress,
            isTimed: row[5])
    }
}
