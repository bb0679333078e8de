internal import GRDB

/// Counts what sessions have watched, and how they have waited for data, from the reports of their players.
///
/// A session is counted up to its latest report, so that late and repeated reports add nothing. A report is one small
/// write: the time is collected beside the session, and added to the sums of its day after a minute, with the end of the
/// day, and when the player stops.
struct StatisticsCounter {
    let db: Database

    init(_ db: Database) { self.db = db }

    /// Counts a report that was stored.
    func count(_ entry: ReportTable.Report) throws {
        let (session, report) = (entry.session, entry.report)
        var tally =
            try StatisticsTable.tally(of: session.row, db)
            ?? StatisticsTable.Tally(session: session.row, opened: session.opened)
        guard report.stamp > tally.stamp else { return }
        let step = WatchStep(
            from: tally.moment, to: report.reach.position, report.state, at: report.stamp.milliseconds)
        (tally.stamp, tally.moment) = (report.stamp, step.after)
        try add(step.watched, to: &tally)
        if tally.pending >= PlaybackLimits.tallyMilliseconds || report.state == .paused || report.state == .ended {
            try StatisticsTable.flush(&tally, db)
        }
        try StatisticsTable.put(tally, db)
        if let stall = step.stall { try StatisticsTable.addStall(stall, tally, db) }
    }

    /// Adds time that ended with the last report; what lies before midnight counts for the day before.
    private func add(_ milliseconds: Int64, to tally: inout StatisticsTable.Tally) throws {
        let now = tally.moment.time
        guard now >= tally.nextDay else {
            tally.pending += milliseconds
            return
        }
        let calendar = try ScreenTimeTable.calendar(db)
        let day = calendar.day(at: now)
        let today = min(milliseconds, now - calendar.time(on: day, minute: 0))
        if milliseconds > today {
            // It was open through midnight, perhaps through several.
            if tally.day != day - 1 { try StatisticsTable.flush(&tally, db) }
            tally.day = day - 1
            tally.pending += milliseconds - today
        }
        try StatisticsTable.flush(&tally, db)
        (tally.day, tally.nextDay) = (day, calendar.time(on: day, minute: 1_440))
        tally.pending = today
    }
}
