internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI

/// Counts what a kids profile watches, from the reports of its players.
///
/// Time counts once: a session is counted up to its latest report, and a report from before that adds nothing, however
/// often and in whatever order they come. What counts between two reports is ``WatchTime``'s.
struct ScreenTimeCounter {
    let profile: String
    let calendar: HouseholdCalendar
    let db: Database

    init(profile: String, _ db: Database) throws {
        (self.profile, self.db) = (profile, db)
        calendar = try ScreenTimeTable.calendar(db)
    }

    /// Counts a report that was stored.
    func count(_ entry: ReportTable.Report) throws {
        let (session, report) = (entry.session, entry.report)
        let last = try ScreenTimeTable.counted(session.row, db)
        let before = last?.stamp ?? session.opened
        guard report.stamp > before else { return }
        let elapsed = report.stamp.milliseconds - before.milliseconds
        let added = WatchTime.watched(
            elapsed: elapsed, from: last?.position, to: report.reach.position, hasStood: report.state == .paused)
        try ScreenTimeTable.setCounted(session.row, report.stamp, report.reach.position, db)
        try add(added, of: session.row, until: report.stamp.milliseconds)
    }

    /// Adds time that ended at a moment; what lies before midnight counts for the day before.
    private func add(_ milliseconds: Int64, of session: Int64, until end: Int64) throws {
        let day = calendar.day(at: end)
        let today = min(milliseconds, end - calendar.time(on: day, minute: 0))
        try ScreenTimeTable.add(today, of: session, by: profile, on: day, db)
        try ScreenTimeTable.add(milliseconds - today, of: session, by: profile, on: day - 1, db)
    }

    /// What the profile's limits allow now; nil when it has none.
    func verdict(at now: Int64) throws -> (verdict: ScreenTimeRules.Verdict, mayFinish: Bool)? {
        guard let limits = try ScreenTimeTable.limits(of: profile, db) else { return nil }
        return try (verdict(at: now, by: limits), limits.mayFinish == true)
    }

    /// The same by other limits than the stored ones.
    func verdict(at now: Int64, by limits: ParentalLimits) throws -> ScreenTimeRules.Verdict {
        let day = calendar.day(at: now)
        let watched = try ScreenTimeTable.watched(by: profile, on: day, db)
        let grants = try ScreenTimeGrantTable.grants(of: profile, on: day, db)
        let rules = ScreenTimeRules(limits: limits, calendar: calendar, grants: grants)
        return rules.verdict(at: now, watched: watched)
    }

    /// The refusal of a title by the profile's limits, and until when as the household reads it, noted for the weekly report;
    /// nil when they allow it.
    func refusal(of card: Card, at now: Int64) throws -> (limit: LimitReached, until: String?)? {
        guard let verdict = try verdict(at: now)?.verdict, let limit = LimitReached(verdict) else { return nil }
        try ScreenTimeTable.refuse(card, for: profile, by: limit.limit, on: calendar.day(at: now), db)
        return (limit, verdict.blockedUntil.map { calendar.stamp($0) })
    }
}
