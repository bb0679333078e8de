internal import Foundation
internal import GRDB
internal import Household
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// What is being played now.
struct Activity: Sendable {
    let store: PlaybackStore

    func list(_ request: PlaybackState.ListActive, for viewer: Viewer) async throws -> ActiveSessions {
        let profile = request.household == true ? nil : try viewer.actingProfile
        let visibility = Visibility(viewer)
        let shard = try await store.shard(for: viewer)
        let now = store.clocks.milliseconds(in: viewer.household)
        return try await shard.read { db in
            ActiveSessions(sessions: try Self.active(profile: profile, visibility, now: now, db))
        }
    }

    /// Sessions that have not ended and whose players have not fallen silent.
    private static func active(
        profile: String?, _ visibility: Visibility, now: Int64, _ db: Database
    ) throws -> [ActiveSession] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT p.session, s.opened, p.nonce, f.id, c.id, c.card, s.device, p.state, p.position, p.duration,
                    p.progress, s.started, p.stamp
                FROM point p JOIN session s ON s.row = p.session JOIN content c ON c.row = s.content
                JOIN profile f ON f.row = p.owner
                WHERE p.ended = 0 AND \(Visibility.condition) AND (:profile IS NULL OR EXISTS (
                    SELECT 1 FROM viewing v JOIN profile w ON w.row = v.profile
                    WHERE v.session = p.session AND w.id = :profile))
                ORDER BY s.opened DESC LIMIT \(PageRequest.maximumSize)
                """)
        let arguments = visibility.arguments.merging(["profile": profile]) { $1 }
        return try Row.fetchAll(statement, arguments: StatementArguments(arguments)).compactMap { row in
            let opened = Stamp(rawValue: row[1])
            let state = PlayerState(rawValue: row[7]) ?? .playing
            let silence = now - max(opened, Stamp(rawValue: row[12])).milliseconds
            let limit =
                state == .paused
                ? PlaybackLimits.silentPausedMilliseconds : PlaybackLimits.silentPlayingMilliseconds
            guard silence <= limit else { return nil }
            let duration: Double = row[9]
            return ActiveSession(
                session: SessionID(row: row[0], opened: opened, nonce: row[2]).text, profile: row[3],
                content: ContentID(rawValue: row[4]), card: try ContentTable.decode(row[5]), device: row[6],
                state: state.phase, position: row[8], duration: duration > 0 ? duration : nil, progress: row[10],
                started: Date(milliseconds: row[11]))
        }
    }
}
