internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC

/// Follows sessions from report to report, in the transaction that stores them: counts the time really watched, remembers
/// the viewer's last input, and finds the hints that are due.
///
/// Time counts once: a session is followed up to its latest report, and one from before that changes nothing. A report
/// without anything to say costs one read and one write of a small row.
struct SessionTracker {
    let profile: String
    let viewer: Viewer
    let db: Database

    /// Takes a report that was stored.
    ///
    /// - Returns: the hints that are due; nil when there are none, for a late report, and at the end.
    func take(_ entry: ReportTable.Report) throws -> PlaybackHints? {
        let (session, report) = (entry.session, entry.report)
        let known = try PlayingTable.find(session.row, reportedBy: profile, db)
        var playing = known ?? PlayingTable.Playing(opened: session.opened)
        let before = playing
        // A retry of the report that was told something once is told the same.
        let isRetry = report.stamp == playing.stamp && playing.told == report.stamp.rawValue
        guard report.stamp > playing.stamp || isRetry else { return nil }
        if !isRetry { try follow(entry, &playing) }
        guard report.state != .ended else {
            try PlayingTable.save(playing, of: session.row, db)
            return nil
        }
        let hints = try hints(for: entry, &playing, since: before)
        if known == nil || playing.withoutTime != before.withoutTime {
            try PlayingTable.save(playing, of: session.row, db)
        } else if playing != before {
            try PlayingTable.count(playing, of: session.row, db)
        }
        return hints
    }

    /// Takes the input of a last report, before that ends its session. It ends what was asked there.
    func noteInput(_ entry: ReportTable.Report) throws {
        try db.cachedStatement(
            sql: """
                UPDATE playing SET asked = 0 WHERE session = ?1
                AND EXISTS (SELECT 1 FROM point WHERE session = ?1 AND nonce = ?2)
                """
        ).execute(arguments: [entry.session.row, entry.session.nonce])
    }

    /// Counts the time of a session that has joined another, whose player does not hear of it.
    func count(_ entry: ReportTable.Report) throws {
        let known = try PlayingTable.find(entry.session.row, db)
        var playing = known ?? PlayingTable.Playing(opened: entry.session.opened)
        guard entry.report.stamp > playing.stamp else { return }
        playing.count(entry.report)
        try known == nil
            ? PlayingTable.save(playing, of: entry.session.row, db)
            : PlayingTable.count(playing, of: entry.session.row, db)
    }

    /// Counts the time since the report before, and takes an input.
    private func follow(_ entry: ReportTable.Report, _ playing: inout PlayingTable.Playing) throws {
        let report = entry.report
        let before = playing.watched
        playing.count(report)
        if (before..<playing.watched).contains(PlaybackLimits.workedMilliseconds - 1) {
            try VariantRecordTable.succeed(session: entry.session.row, db)
        }
        guard entry.hasInput else { return }
        playing.takeInput(at: report.stamp, report.reach.position)
    }

    private func hints(
        for entry: ReportTable.Report, _ playing: inout PlayingTable.Playing, since before: PlayingTable.Playing
    ) throws -> PlaybackHints? {
        let (position, report) = (entry.report.reach.position, entry.report)
        let duration = report.reach.duration > 0 ? report.reach.duration : nil
        let sinceInput = report.stamp.milliseconds - playing.input.milliseconds
        let isToldNow = playing.told == nil || playing.told == report.stamp.rawValue
        let isLongAgo = playing.askMinutes > 0 && sinceInput >= playing.askMinutes * 60_000
        let hasPending = playing.hasChannels && isToldNow || playing.isAsked || isLongAgo
        // A part that was just passed may have been heard to its end.
        let isPassing = (before.position ?? 0) < playing.headEnd
        guard
            isPassing
                || !HintRules.isQuiet(
                    position: position, duration: duration, headEnd: playing.headEnd, tailStart: playing.tailStart,
                    hasPending: hasPending)
        else { return nil }
        let facts = playing.hasFacts ? try PlayingTable.facts(of: entry.session.row, db) : nil
        let rules = HintRules(
            facts: facts ?? SessionFacts(), settings: try SettingTable.hintSettings(of: profile, db))
        var moment = HintRules.Moment(position: position, duration: duration)
        moment.isAsked = playing.isAsked
        moment.isPlaying = report.state == .playing || report.state == .pictureInPicture
        (moment.titlesByThemselves, moment.sinceInput) = (playing.titlesByThemselves, sinceInput)
        (moment.skipped, moment.isNextUpCancelled) = (playing.skipped, playing.isNextUpCancelled)
        moment.hasPrebuffered = !isToldNow
        if !rules.facts.segments.isEmpty { try hear(rules.facts, entry, from: before, &moment) }
        if rules.facts.next == nil, !playing.hasChannels, rules.isNextUpDue(at: moment) {
            moment.queued = try queued(besides: entry.session.row)
        }
        var hints = rules.hints(of: entry.session.text, at: moment)
        // The policy may have changed since the title was opened, and another viewer may have opened it.
        if let next = hints?.nextUp, !viewer.policy.allows(next.card) { hints?.nextUp = nil }
        if let next = rules.facts.next, !viewer.policy.allows(next.card) { hints?.prebuffer = nil }
        if hints?.prebuffer != nil || hints?.channels != nil { playing.told = report.stamp.rawValue }
        if let skip = hints?.skip, skip.action == .skip { playing.skipped.insert(skip.kind) }
        if hints?.stillWatching != nil { playing.isAsked = true }
        return hints.flatMap { $0 == PlaybackHints(session: $0.session) ? nil : $0 }
    }

    /// Adds the parts that the profile has heard before, and notes one that was played to its end by this report.
    private func hear(
        _ facts: SessionFacts, _ entry: ReportTable.Report, from before: PlayingTable.Playing,
        _ moment: inout HintRules.Moment
    ) throws {
        let statement = try db.cachedStatement(
            sql: "SELECT coalesce(c.series, c.id) FROM session s JOIN content c ON c.row = s.content WHERE s.row = ?")
        guard let work = try String.fetchOne(statement, arguments: [entry.session.row]) else { return }
        moment.heard = try PlayingTable.heard(by: profile, in: work, db)
        guard let from = before.position else { return }
        let elapsed = entry.report.stamp.milliseconds - before.stamp.milliseconds
        let to = entry.report.reach.position
        guard WatchTime.isPlayed(elapsed: elapsed, from: from, to: to) else { return }
        for segment in facts.segments where !moment.heard.contains(segment.kind) {
            guard let end = segment.to, from < end, to >= end, from >= segment.from - PlaybackLimits.jumpSeconds else {
                continue
            }
            try PlayingTable.hear(segment.kind, by: profile, in: work, db)
        }
    }

    /// The head of the profile's queue, as its viewer sees it; the title that plays does not come again.
    private func queued(besides session: Int64) throws -> Card? {
        guard let row = try ProfileTable.row(of: profile, db) else { return nil }
        let queue = try QueueTable.load(row, Visibility(viewer), maximum: PlaybackLimits.queueSize, db)
        let playing = try Int64.fetchOne(
            try db.cachedStatement(sql: "SELECT content FROM session WHERE row = ?"), arguments: [session])
        guard let head = queue.entries.first(where: { $0.content != playing }) else { return nil }
        let statement = try db.cachedStatement(sql: "SELECT card FROM content WHERE row = ?")
        return try ContentTable.decode(try Row.fetchOne(statement, arguments: [head.content])?[0])
    }

    /// A session has ended. Where the viewer was asked whether it is still watching, and has said nothing since, it goes
    /// back to the position of its last input: the title resumes there. The furthest point stays.
    static func close(_ session: Int64, _ db: Database) throws {
        guard let playing = try PlayingTable.find(session, db), playing.isAsked,
            var progress = try SessionTable.progress(of: session, db), let latest = progress.latest,
            playing.inputPosition < latest.reach.position
        else { return }
        let reach = PlaybackPosition(position: playing.inputPosition, duration: latest.reach.duration) ?? latest.reach
        progress.take(
            SessionProgress.Report(
                sequence: progress.sequence, stamp: latest.stamp.advanced(byMilliseconds: 1), reach: reach,
                state: .ended))
        try SessionTable.keep(progress, of: session, db)
    }
}

extension PlayingTable.Playing {
    /// Counts the time since the report before.
    fileprivate mutating func count(_ report: SessionProgress.Report) {
        watched += WatchTime.watched(
            elapsed: report.stamp.milliseconds - stamp.milliseconds, from: position, to: report.reach.position,
            hasStood: report.state == .paused)
        (stamp, position) = (report.stamp, report.reach.position)
    }

    /// The viewer has done something: nothing has played by itself since.
    mutating func takeInput(at stamp: HybridTimestamp, _ position: Double) {
        (input, inputPosition, titlesByThemselves, isAsked) = (stamp, position, 0, false)
    }

    /// The same without what every report changes.
    fileprivate var withoutTime: Self {
        var copy = self
        (copy.stamp, copy.position, copy.watched) = (.zero, nil, 0)
        return copy
    }
}
