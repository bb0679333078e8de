internal import GRDB

/// The hot path: stores players' positions. A report is one statement on a small row; only a late or duplicate report,
/// or one after a jump back, takes the slow path.
struct ReportTable {
    /// A stored report.
    struct Report: Sendable {
        var session: SessionID
        var report: SessionProgress.Report
        /// Whether the viewer has done something since the report before.
        var hasInput = false
    }

    private let db: Database
    private let profile: String
    private let advance: Statement

    /// For the reports of one profile's players.
    init(profile: String, _ db: Database) throws {
        self.db = db
        self.profile = profile
        // A report that is later and further than all before it, as nearly every one is.
        advance = try db.cachedStatement(
            sql: """
                UPDATE point SET stamp = ?2, progress = ?3 * percent, position = ?4, duration = ?5 * percent, state = ?6,
                    sequence = ?9
                WHERE session = ?1 AND nonce = ?7 AND owner = (SELECT row FROM profile WHERE id = ?8) AND ended = 0
                AND sequence <= ?9 AND stamp < ?2 AND ?3 * percent < ceiling
                AND (progress, position, duration) <= (?3 * percent, ?4, ?5 * percent)
                """)
    }

    /// Stores a report.
    ///
    /// - Returns: false when there is no such session of this profile.
    func take(_ entry: Report) throws -> Bool {
        let report = entry.report
        guard report.state != .ended else { return try merge(entry) }
        try advance.execute(arguments: [
            entry.session.row, report.stamp.rawValue, report.reach.progress, report.reach.position,
            report.reach.duration, report.state.rawValue, entry.session.nonce, profile, report.sequence,
        ])
        return try db.changesCount > 0 || merge(entry)
    }

    /// The slow path: reads the session's merged state, and writes it with the report.
    private func merge(_ entry: Report) throws -> Bool {
        let id = entry.session
        guard let isTime = try isTimed(id), var progress = try SessionTable.progress(of: id.row, db) else {
            return false
        }
        var report = entry.report
        if isTime { report.reach = report.reach.timeOnly }
        let before = progress
        progress.take(report)
        if progress != before { try SessionTable.keep(progress, of: id.row, db) }
        // A report that a player buffered offline, sent after the session's end.
        if before.state == .ended, !before.isFinished(), progress.isFinished() {
            try SessionTable.leaveQueues(id.row, db)
        }
        return true
    }

    /// Whether time counts in a session instead of progress; nil when the profile has no such session.
    private func isTimed(_ id: SessionID) throws -> Bool? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT percent = 0 FROM point WHERE session = ?1 AND nonce = ?2 AND EXISTS (
                    SELECT 1 FROM viewing v JOIN profile f ON f.row = v.profile WHERE v.session = ?1 AND f.id = ?3)
                """)
        return try Bool.fetchOne(statement, arguments: [id.row, id.nonce, profile])
    }
}
