internal import Foundation
internal import GRDB
internal import HearthModel

/// Reads profiles' watch state of titles.
enum WatchStateReader {
    /// The sessions of a profile with a title that have reports.
    static func sessions(of profile: Int64, content: Int64, _ db: Database) throws -> [WatchState.Session] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT p.stamp, p.progress, p.position, p.duration, p.state, p.ended, p.ceiling, p.sequence,
                    v.session, v.opened, s.variant
                FROM viewing v JOIN point p ON p.session = v.session JOIN session s ON s.row = v.session
                WHERE v.profile = ? AND v.content = ? AND p.stamp > 0
                """)
        return try Row.fetchAll(statement, arguments: [profile, content]).map { try session($0, db) }
    }

    private static func session(_ row: Row, _ db: Database) throws -> WatchState.Session {
        WatchState.Session(
            row: row[8], opened: HybridTimestamp(rawValue: row[9]), variant: row[10],
            progress: try SessionTable.progress(of: row[8], row, db))
    }

    static func watchState(
        of profile: Int64, content: Int64, threshold: Double = PlaybackLimits.watchedThreshold, _ db: Database
    ) throws -> WatchState {
        WatchState(
            sessions: try sessions(of: profile, content: content, db),
            marks: try MarkTable.marks(of: profile, content: content, db), threshold: threshold)
    }

    /// Titles as one argument, for `json_each`: a statement has a limited number of them, and is kept for every number.
    static func names(of contents: [ContentID]) throws -> String {
        String(decoding: try JSONEncoder().encode(contents.map(\.rawValue)), as: UTF8.self)
    }

    /// The watch state of each of many titles, such as the episodes of a series; titles without one are left out.
    static func watchStates(
        of profile: Int64, contents: [ContentID], threshold: Double, _ db: Database
    ) throws -> [ContentID: WatchState] {
        let arguments: StatementArguments = [profile, try names(of: contents)]
        var sessions: [ContentID: [WatchState.Session]] = [:]
        let sessionRows = try db.cachedStatement(
            sql: """
                SELECT p.stamp, p.progress, p.position, p.duration, p.state, p.ended, p.ceiling, p.sequence,
                    v.session, v.opened, s.variant, c.id
                FROM json_each(?2) n CROSS JOIN content c ON c.id = n.value
                CROSS JOIN viewing v ON v.profile = ?1 AND v.content = c.row
                CROSS JOIN point p ON p.session = v.session CROSS JOIN session s ON s.row = v.session WHERE p.stamp > 0
                """)
        for row in try Row.fetchAll(sessionRows, arguments: arguments) {
            sessions[ContentID(rawValue: row[11]), default: []].append(try session(row, db))
        }
        var marks: [ContentID: WatchState.Marks] = [:]
        let markRows = try db.cachedStatement(
            sql: """
                SELECT m.watched, m.reset, m.cleared, c.id FROM json_each(?2) n CROSS JOIN content c ON c.id = n.value
                CROSS JOIN mark m ON m.profile = ?1 AND m.content = c.row
                """)
        for row in try Row.fetchAll(markRows, arguments: arguments) { marks[ContentID(rawValue: row[3])] = .init(row) }
        let known = Set(sessions.keys).union(marks.keys)
        return Dictionary(
            uniqueKeysWithValues: known.map { id in
                (id, WatchState(sessions: sessions[id] ?? [], marks: marks[id] ?? .init(), threshold: threshold))
            })
    }
}
