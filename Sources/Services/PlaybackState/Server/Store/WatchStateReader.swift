internal import GRDB

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
        return try Row.fetchAll(statement, arguments: [profile, content]).map { row in
            WatchState.Session(
                row: row[8], opened: HybridTimestamp(rawValue: row[9]), variant: row[10],
                progress: try SessionTable.progress(of: row[8], row, db))
        }
    }

    static func watchState(
        of profile: Int64, content: Int64, threshold: Double = PlaybackLimits.watchedThreshold, _ db: Database
    ) throws -> WatchState {
        WatchState(
            sessions: try sessions(of: profile, content: content, db),
            marks: try MarkTable.marks(of: profile, content: content, db), threshold: threshold)
    }
}
