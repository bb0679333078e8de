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
    private let db: Database

    init(profile: String, viewer: Viewer, _ db: Database) throws {
        self.db = db
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
        /// Those that have joined the session and are bound by limits.
        var limited: [CompanionTable.Companion] = []
    }

    /// Takes a report.
    ///
    /// - Returns: nil when there is no such session of this profile: then nothing is counted.
    func take(_ entry: ReportTable.Report) throws -> Taken? {
        if entry.report.state == .ended, entry.hasInput { try tracker.noteInput(entry) }
        guard try table.take(entry) else { return nil }
        try counter?.count(entry)
        try statistics.count(entry)
        let companions = try CompanionTable.companions(of: entry.session.row, db)
        for companion in companions {
            if let own = companion.own(entry) { try take(own, for: companion) }
        }
        return Taken(
            hints: try tracker.take(entry), limited: companions.filter { $0.isLimited && $0.until == nil })
    }

    /// Counts a report for a profile that has joined its session. Hints are its player's alone.
    private func take(_ own: ReportTable.Report, for companion: CompanionTable.Companion) throws {
        guard try ReportTable(profile: companion.profile, db).take(own) else { return }
        if companion.isLimited { try ScreenTimeCounter(profile: companion.profile, db).count(own) }
        try statistics.count(own)
        try tracker.count(own)
    }

    /// Has kids profiles leave a session that they have joined, where their limits allow nothing more.
    ///
    /// - Returns: whether any has left.
    func end(_ limited: [CompanionTable.Companion], at now: Int64) throws -> Bool {
        let over = try limited.filter { companion in
            let limits = try ScreenTimeCounter(profile: companion.profile, db).verdict(at: now)
            return limits.map { $0.verdict.isBlocked && !$0.mayFinish } ?? false
        }
        for companion in over { try SessionTable.end(companion.session.row, db) }
        return !over.isEmpty
    }

    /// What the viewer's limits say at a time of the household's clock; nil without limits.
    func verdict(at now: Int64) throws -> (verdict: ScreenTimeRules.Verdict, mayFinish: Bool)? {
        try counter?.verdict(at: now)
    }
}
