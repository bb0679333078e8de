internal import Access
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Stores players' position reports.
struct Reports: Sendable {
    private let store: PlaybackStore
    private let activity: Activity
    private let suggestions: Suggestions
    private let onEnd: @Sendable (_ household: String) -> Void

    /// - Parameter onEnd: called when sessions of a household have ended.
    init(
        store: PlaybackStore, activity: Activity, suggestions: Suggestions,
        onEnd: @escaping @Sendable (_ household: String) -> Void
    ) {
        (self.store, self.activity, self.suggestions, self.onEnd) = (store, activity, suggestions, onEnd)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.ReportProgress.self) { request, call in
            let taken = try await report(request, for: call.viewer)
            await suggestions.fill(afterEnd: request.reports.filter { $0.state == .ended }.map(\.session), call)
            return taken
        }
        handlers.on(PlaybackState.EndSession.self) { request, call in
            try await end(request, for: call.viewer)
            await suggestions.fill(afterEnd: [request.session], call)
            return Empty()
        }
    }

    /// A valid report, with its index in the request.
    private struct Entry: Sendable {
        var index: Int
        var row: ReportTable.Report
    }

    private func report(_ request: PlaybackState.ReportProgress, for viewer: Viewer) async throws -> ReportsTaken {
        _ = try viewer.actingProfile
        guard (1...PlaybackLimits.reports).contains(request.reports.count) else {
            throw RPCError.invalidArgument("reports", "1 to \(PlaybackLimits.reports) reports.")
        }
        let shard = try await store.shard(for: viewer)
        var (refused, hints): ([RefusedReport], ReportHints?) = ([], nil)
        var playing: [PlaybackHints] = []
        var entries: [Entry] = []
        entries.reserveCapacity(request.reports.count)
        for (index, report) in request.reports.enumerated() {
            do throws(PlaybackError) {
                entries.append(Entry(index: index, row: try read(report, session: report.session, viewer)))
            } catch {
                refused.append(
                    RefusedReport(index: Int32(index), problem: error == .badReport ? .badReport : .unknownSession))
            }
        }
        if !entries.isEmpty {
            let written = try await write(entries, viewer, shard)
            let unknown = written.unknown
            let accepted = unknown.isEmpty ? entries : entries.filter { !Self.names(unknown, $0.index) }
            await activity.reported(accepted.map(\.row), in: viewer.household, shard)
            for session in written.ended { activity.ended(session, in: viewer.household) }
            for session in written.changed { await activity.changed(session, in: viewer.household, shard) }
            refused += unknown
            hints = written.hints
            playing = written.playing
            let hasEnded = entries.contains { $0.row.report.state == .ended } || !written.ended.isEmpty
            if hasEnded { onEnd(viewer.household) }
        }
        return ReportsTaken(refused: refused.sorted { $0.index < $1.index }, hints, playing)
    }

    /// What became of reports.
    private struct Written: Sendable {
        var unknown: [RefusedReport] = []
        var hints: ReportHints?
        /// Sessions that a limit has ended.
        var ended: [SessionID] = []
        /// What players should do now, by session.
        var playing: [PlaybackHints] = []
        /// Sessions that profiles had joined and have left at a limit.
        var changed: Set<SessionID> = []
    }

    private func write(_ entries: [Entry], _ viewer: Viewer, _ shard: Shard) async throws -> Written {
        let profile = try viewer.actingProfile
        let now = store.clocks.milliseconds(in: viewer.household)
        return try await shard.write { db in
            let taker = try ReportTaker(profile: profile, viewer: viewer, db)
            var written = Written()
            for entry in entries {
                guard let taken = try taker.take(entry.row) else {
                    written.unknown.append(RefusedReport(index: Int32(entry.index), problem: .unknownSession))
                    continue
                }
                if try !SlotTable.hear(entry.row.session.row, at: now, db) {
                    written.unknown.append(RefusedReport(index: Int32(entry.index), problem: .slotLost))
                }
                if try taker.end(taken.limited, at: now) { written.changed.insert(entry.row.session) }
                if let hints = taken.hints { written.playing.put(hints) }
            }
            guard let (verdict, mayFinish) = try taker.verdict(at: now) else { return written }
            written.hints = ReportHints(verdict, mayFinish: mayFinish)
            guard verdict.isBlocked, !mayFinish else { return written }
            for entry in entries where !Self.names(written.unknown, entry.index) {
                try SessionTable.end(entry.row.session.row, db)
                written.ended.append(entry.row.session)
            }
            return written
        }
    }

    private static func names(_ refused: [RefusedReport], _ index: Int) -> Bool {
        refused.contains { Int($0.index) == index }
    }

    private func end(_ request: PlaybackState.EndSession, for viewer: Viewer) async throws {
        let profile = try viewer.actingProfile
        guard let id = SessionID(request.session) else { throw PlaybackError.unknownSession }
        let shard = try await store.shard(for: viewer)
        let last = try request.last.map { report throws(PlaybackError) in
            var row = try read(report, session: request.session, viewer)
            row.report.state = .ended
            return row
        }
        try await shard.write { db in
            guard let row = try ProfileTable.row(of: profile, db), try SessionTable.has(id, profile: row, db) else {
                throw PlaybackError.unknownSession
            }
            if let last {
                _ = try ReportTaker(profile: profile, viewer: viewer, db).take(last)
            } else {
                try SessionTable.end(id.row, db)
            }
        }
        if let last { await activity.reported([last], in: viewer.household, shard) }
        activity.ended(id, in: viewer.household)
        onEnd(viewer.household)
    }

    private func read(
        _ report: ProgressReport, session: String, _ viewer: Viewer
    ) throws(PlaybackError) -> ReportTable.Report {
        try ReportTable.Report(report, of: session, store.clocks, in: viewer.household)
    }
}

extension ReportTable.Report {
    /// Reads a player's report.
    ///
    /// - Throws: ``PlaybackError/unknownSession``, ``PlaybackError/badReport``.
    init(
        _ report: ProgressReport, of session: String, _ clocks: HouseholdClocks, in household: String
    ) throws(PlaybackError) {
        guard let id = SessionID(session) else { throw .unknownSession }
        guard let reach = PlaybackPosition(position: report.position, duration: report.duration),
            let state = PlayerState(report.state ?? .playing), report.sequence ?? 1 >= 1
        else { throw .badReport }
        let stamp = clocks.stamp(report.elapsedMilliseconds, after: id.opened, in: household)
        self.init(
            session: id, report: .init(sequence: report.sequence ?? 0, stamp: stamp, reach: reach, state: state),
            hasInput: report.hasInput == true)
    }
}

/// What the response of reports says of a profile's limits.
private struct ReportHints: Sendable {
    var remainingMinutes: Int32?
    var warningMinutes: Int32?
    var mayFinish: Bool

    init(_ verdict: ScreenTimeRules.Verdict, mayFinish: Bool) {
        (remainingMinutes, warningMinutes) = (verdict.remainingMinutes, verdict.warning)
        self.mayFinish = mayFinish
    }
}

extension ReportsTaken {
    fileprivate init(refused: [RefusedReport], _ hints: ReportHints?, _ playing: [PlaybackHints]) {
        self.init(refused: refused)
        self.hints = playing.isEmpty ? nil : playing
        guard let hints else { return }
        (remainingMinutes, warningMinutes, mayFinish) = (hints.remainingMinutes, hints.warningMinutes, hints.mayFinish)
    }
}

extension [PlaybackHints] {
    /// The hints of a session's latest report replace those of one before it, except for what is told once.
    fileprivate mutating func put(_ hints: PlaybackHints) {
        guard let index = firstIndex(where: { $0.session == hints.session }) else { return append(hints) }
        var hints = hints
        (hints.prebuffer, hints.channels) = (
            hints.prebuffer ?? self[index].prebuffer, hints.channels ?? self[index].channels
        )
        self[index] = hints
    }
}

extension PlayerState {
    init?(_ phase: PlaybackPhase) {
        switch phase {
        case .buffering: self = .buffering
        case .playing: self = .playing
        case .pictureInPicture: self = .pictureInPicture
        case .paused: self = .paused
        case .ended: self = .ended
        default: return nil
        }
    }

    var phase: PlaybackPhase {
        switch self {
        case .buffering: .buffering
        case .playing: .playing
        case .pictureInPicture: .pictureInPicture
        case .paused: .paused
        case .ended: .ended
        }
    }
}
