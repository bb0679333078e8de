internal import Foundation
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import ServiceKit

/// Reads the current state of what has changed, as a viewer may see it.
struct PlaybackSyncReader {
    let visibility: Visibility
    let db: Database

    /// A change; nil when the viewer may not see its title.
    func change(_ entry: SyncLog.Entry) throws -> PlaybackChange? {
        var change = PlaybackChange(kind: entry.kind, profile: entry.profile, key: entry.key)
        if entry.isDeleted {
            // A session's id says nothing of its title.
            let isShown = entry.kind == .history || visibility.allows(audience: entry.audience, kind: entry.title)
            change.isDeleted = true
            return isShown ? change : nil
        }
        guard let profile = try ProfileTable.row(of: entry.profile, db) else { return nil }
        switch entry.kind {
        case .queue: change.queue = try queue(profile)
        case .history:
            guard let history = try history(entry.key, profile) else { return nil }
            change.history = history
        case .mark:
            guard let marks = try marks(entry.key, profile) else { return nil }
            change.mark = marks
        default:
            guard try isVisible(entry.key) else { return nil }
            change.progress = try ProgressManager.title(
                ContentID(rawValue: entry.key), of: profile, PlaybackLimits.watchedThreshold, visibility, db)
        }
        return change
    }

    private func isVisible(_ content: String) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT audience, kind FROM content WHERE id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [content]) else { return false }
        return visibility.allows(audience: row[0], kind: row[1])
    }

    private func history(_ key: String, _ profile: Int64) throws -> HistoryEntry? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT p.stamp, p.progress, p.position, p.duration, p.state, p.ended, p.ceiling, p.sequence,
                    v.session, v.opened, p.nonce, c.id, c.card, c.gone, s.variant, s.device, s.started,
                    c.audience, c.kind
                FROM viewing v JOIN session s ON s.row = v.session JOIN point p ON p.session = v.session
                JOIN content c ON c.row = v.content WHERE v.session = ? AND v.profile = ?
                """)
        guard let id = SessionID(key), let row = try Row.fetchOne(statement, arguments: [id.row, profile]),
            visibility.allows(audience: row[17], kind: row[18])
        else { return nil }
        return try HistoryReader.entry(row, db)
    }

    private func marks(_ key: String, _ profile: Int64) throws -> TitleMarks? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT m.watched, m.cleared, m.reset, m.hidden, c.audience, c.kind
                FROM content c JOIN mark m ON m.content = c.row WHERE c.id = ? AND m.profile = ?
                """)
        guard let row = try Row.fetchOne(statement, arguments: [key, profile]),
            visibility.allows(audience: row[4], kind: row[5])
        else { return nil }
        func date(_ column: Int) -> Date? {
            let stamp = HybridTimestamp(rawValue: row[column])
            return stamp > .zero ? Date(stamp) : nil
        }
        return TitleMarks(watched: date(0), unwatched: date(1), startedOver: date(2), hidden: date(3))
    }

    private func queue(_ profile: Int64) throws -> QueueList {
        let queue = try QueueTable.load(profile, visibility, maximum: PlaybackLimits.queueSize, db)
        return QueueList(
            entries: try QueueTable.entries(of: queue, db), total: queue.total, autoAdded: queue.autoAdded)
    }
}
