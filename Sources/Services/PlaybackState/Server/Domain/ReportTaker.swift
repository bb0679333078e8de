internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC

/// Stores reports of a profile's players, and all that is counted by them, in one transaction: the statistics, a kids
/// profile's screen time, and what hints follow from. Whatever call brings a report, it counts alike.
struct ReportTaker {
    private let table: ReportTable
    private let statistics: StatisticsCounter
    private let tracker: SessionTracker
    /// Nil where no limits bind the viewer: other reports cost nothing more.
    private let counter: ScreenTimeCounter?

    init(profile: String, viewer: Viewer, _ db: Database) throws {
        table = try ReportTable(profile: profile, db)
        statistics = StatisticsCounter(db)
        tracker = SessionTracker(profile: profile, viewer: viewer, db: db)
        // Limits bind the viewer of a kids profile.
        counter = viewer.role == .child ? try ScreenTimeCounter(profile: profile, db) : nil
    }

    /// What is told in return for a report.
    struct Taken {
        /// Nil when no hint is due.
        var hints: PlaybackHints?
    }

    /// Takes a report.
    ///
    /// - Returns: nil when there is no such session of this profile: then nothing is counted.
    func take(_ entry: ReportTable.Report) throws -> Taken? {
        if entry.report.state == .ended, entry.hasInput { try tracker.noteInput(entry) }
        guard try table.take(entry) else { return nil }
        try counter?.count(entry)
        try statistics.count(entry)
        return Taken(hints: try tracker.take(entry))
    }

    /// What the viewer's limits say at a time of the household's clock; nil without limits.
    func verdict(at now: Int64) throws -> (verdict: ScreenTimeRules.Verdict, mayFinish: Bool)? {
        try counter?.verdict(at: now)
    }
}
