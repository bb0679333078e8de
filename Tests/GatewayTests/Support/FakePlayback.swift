import Foundation
public import HearthModel
import PlaybackStateAPI
import RPC
import Synchronization

/// The playback-state service as its contract has it, in memory: one film, one session, one queue.
final class FakePlayback: Sendable {
    private struct State {
        var reports: [ProgressReport] = []
        var ended: ProgressReport?
        var queue: [ContentID] = []
        var marked: [ContentID] = []
        var removed: [PlaybackState.RemoveHistory] = []
        var hidden: [ContentID] = []
        var plays: [PlaybackState.Play] = []
        var kind = ContentKind.movie
        var markedSeason: Int32?
        var excluded: [ContentID] = []
        var householdPIN: String?
        var hints: PlaybackHints?
        /// What plays after each session, in order.
        var next: [ContentID] = []
        var played: [PlaybackState.PlayNext] = []
        var cancelled = 0
        var switched: [String] = []
        /// Nil while the session was never joined.
        var hasJoined: Bool?
    }

    private let state = Mutex(State())
    let sync = FakeSync()
    static let date = Date(timeIntervalSince1970: 1_767_225_600)
    /// An address that no command may ever show.
    static let secret = "http://tv.example/s3cret/1.ts"

    var reports: [ProgressReport] { state.withLock { $0.reports } }
    var ended: ProgressReport? { state.withLock { $0.ended } }
    var marked: [ContentID] { state.withLock { $0.marked } }
    var removed: [PlaybackState.RemoveHistory] { state.withLock { $0.removed } }
    var hidden: [ContentID] { state.withLock { $0.hidden } }
    var plays: [PlaybackState.Play] { state.withLock { $0.plays } }

    var markedSeason: Int32? { state.withLock { $0.markedSeason } }
    /// The household's PIN, as profiles would check it for this service.
    var householdPIN: String? {
        get { state.withLock { $0.householdPIN } }
        set { state.withLock { $0.householdPIN = newValue } }
    }

    /// What is never suggested.
    var excluded: [ContentID] { state.withLock { $0.excluded } }

    /// Excludes a title; false when it was excluded before.
    func exclude(_ content: ContentID) -> Bool {
        state.withLock { state in
            guard !state.excluded.contains(content) else { return false }
            state.excluded.append(content)
            return true
        }
    }

    /// Takes that back; false when it was not excluded.
    func suggestAgain(_ content: ContentID) -> Bool {
        state.withLock { state in
            defer { state.excluded.removeAll { $0 == content } }
            return state.excluded.contains(content)
        }
    }

    /// What is played from now on.
    func setKind(_ kind: ContentKind) { state.withLock { $0.kind = kind } }

    /// What reports are told from now on.
    func setHints(_ hints: PlaybackHints?) { state.withLock { $0.hints = hints } }
    /// What plays after the sessions, in order.
    func setNext(_ next: [ContentID]) { state.withLock { $0.next = next } }
    var played: [PlaybackState.PlayNext] { state.withLock { $0.played } }
    var cancelled: Int { state.withLock { $0.cancelled } }
    var switched: [String] { state.withLock { $0.switched } }

    var handlers: RPCHandlers<PlaybackState> {
        var handlers = RPCHandlers<PlaybackState>()
        addSessions(to: &handlers)
        addHistory(to: &handlers)
        addQueue(to: &handlers)
        addScreenTime(to: &handlers)
        addNextUp(to: &handlers)
        addSlots(to: &handlers)
        addStatistics(to: &handlers)
        addPlaying(to: &handlers)
        sync.add(to: &handlers)
        return handlers
    }

    /// A quarter of an hour and more was watched today, and a week before.
    private func addScreenTime(to handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.GetScreenTime.self) { request, _ in
            ScreenTime(
                profile: request.profile ?? "p-kids", day: "2026-11-27", usedMinutes: 25, limitMinutes: 60,
                remainingMinutes: 35, limit: .minutes)
        }
        handlers.on(PlaybackState.GetWeeklyReport.self) { request, _ in
            WeeklyReport(
                profile: request.profile, week: request.week ?? "2026-W48",
                days: [ReportedDay(day: "2026-11-27", minutes: 75)],
                watched: [ReportedTitle(content: "m2", title: "Film m2", minutes: 75)],
                refused: [RefusedTitle(content: "m3", title: "Film m3", limit: .hours, count: 2)])
        }
    }

    /// There is one session.
    private static func check(_ session: String) throws {
        guard session == "1-2-3" else { throw unknownSession }
    }

    private static let unknownSession = RPCError(
        .notFound, "There is no such session.", details: [RPCErrorDetail(PlaybackProblem(.unknownSession))])

    /// One session, whose next titles are those that were set.
    private func addPlaying(to handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.PlayNext.self) { [self] request, _ in
            try Self.check(request.session)
            return try state.withLock { state in
                state.played.append(request)
                guard !state.next.isEmpty else {
                    throw RPCError(
                        .notFound, "Nothing comes after this title.",
                        details: [RPCErrorDetail(PlaybackProblem(.nothingNext))])
                }
                state.hints = nil
                return Playback(
                    session: "1-2-3", card: Self.card(state.next.removeFirst()), variant: "v1", url: Self.secret,
                    headers: [:], fallbacks: [], resume: nil, progress: 0, reportSeconds: 10)
            }
        }
        handlers.on(PlaybackState.CancelNextUp.self) { [self] request, _ in
            try Self.check(request.session)
            state.withLock { $0.cancelled += 1 }
            return Empty()
        }
        handlers.on(PlaybackState.SwitchVariant.self) { [self] request, _ in
            try Self.check(request.session)
            guard ["v1", "v2", "v3"].contains(request.variant) else {
                throw RPCError(
                    .notFound, "The title has no such link.",
                    details: [RPCErrorDetail(PlaybackProblem(.unknownVariant))])
            }
            state.withLock { $0.switched.append(request.variant) }
            return Playback(
                session: "1-2-3", card: Self.card("m1"), variant: request.variant, url: Self.secret, headers: [:],
                fallbacks: [], resume: 100, progress: 0, reportSeconds: 10)
        }
    }

    private static func card(_ id: ContentID, _ kind: ContentKind = .movie) -> Card {
        Card(id: id, kind: kind, title: "Title of \(id)")
    }

    private static var active: ActiveSession {
        ActiveSession(
            session: "1-2-3", profile: "p-kids", content: "m1", card: card("m1"), device: "tv", state: .paused,
            position: 75, duration: 3_700, progress: 0.02, started: date)
    }

    private func addSessions(to handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.Play.self) { [self] request, _ in
            let kind = state.withLock { state in
                state.plays.append(request)
                return state.kind
            }
            if kind == .series { return Self.episode(of: request.content) }
            return Playback(
                session: "1-2-3", card: Self.card(request.content, kind), variant: "v1", url: Self.secret, headers: [:],
                fallbacks: ["v2", "v3"], resume: kind == .movie ? 60 : nil, progress: 0, reportSeconds: 10)
        }
        handlers.on(PlaybackState.ReportProgress.self) { [self] request, _ in
            state.withLock { state in
                state.reports += request.reports
                var taken = ReportsTaken()
                taken.hints = state.hints.map { [$0] }
                return taken
            }
        }
        handlers.on(PlaybackState.EndSession.self) { [self] request, _ in
            state.withLock { $0.ended = request.last }
            return Empty()
        }
        handlers.on(PlaybackState.ListActive.self) { [self] request, _ in
            guard request.household != true, state.withLock({ $0.hasJoined == true }) else {
                return ActiveSessions(sessions: request.household == true ? [Self.active] : [])
            }
            var joined = Self.active
            joined.watchingTogether = ["p-1"]
            return ActiveSessions(sessions: [joined])
        }
        handlers.on(PlaybackState.JoinSession.self) { [self] request, _ in
            try Self.check(request.session)
            state.withLock { $0.hasJoined = true }
            var session = Self.active
            session.watchingTogether = ["p-1"]
            return JoinedSession(session: session, variant: "v1", tracks: TrackChoice(audioLanguage: "de"))
        }
        handlers.on(PlaybackState.LeaveSession.self) { [self] request, _ in
            try Self.check(request.session)
            try state.withLock { state in
                guard state.hasJoined != nil else { throw Self.unknownSession }
                state.hasJoined = false
            }
            return Empty()
        }
        handlers.on(PlaybackState.FollowActivity.self) { _, writer, _ in
            try await writer.write(ActivityItem(snapshot: []))
            var session = Self.active
            for (kind, position) in [(ActivityKind.started, 0.0), (.updated, 75), (.ended, 90)] {
                session.position = position
                try await writer.write(ActivityItem(event: ActivityEvent(kind: kind, session: session)))
            }
        }
        handlers.on(PlaybackState.GetProgress.self) { [self] request, _ in
            let marked = marked
            return ProgressList(
                titles: request.contents.map { content in
                    var progress = TitleProgress(content: content)
                    progress.isWatched = marked.contains(content)
                    return progress
                })
        }
    }

    private func addHistory(to handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.ContinueWatching.self) { [self] _, _ in
            let isHidden = state.withLock { !$0.hidden.isEmpty }
            let entry = ContinueEntry(
                content: "m1", card: Self.card("m1"), progress: 0.5, resume: 1_795, duration: 3_600, variant: "v1",
                lastWatched: Self.date)
            return ContinueList(titles: isHidden ? [] : [entry])
        }
        handlers.on(PlaybackState.HideFromContinueWatching.self) { [self] request, _ in
            state.withLock { $0.hidden.append(request.content) }
            return Empty()
        }
        handlers.on(PlaybackState.MarkWatched.self) { [self] request, _ in
            state.withLock { ($0.marked, $0.markedSeason) = (request.contents, request.season) }
            return MarkChange(changed: Int32(request.contents.count))
        }
        handlers.on(PlaybackState.MarkUnwatched.self) { [self] request, _ in
            state.withLock { $0.marked.removeAll { request.contents.contains($0) } }
            return MarkChange(changed: Int32(request.contents.count))
        }
        handlers.on(PlaybackState.ListHistory.self) { request, _ in
            let entry = HistoryEntry(
                session: "1-2-3", content: "m1", card: Self.card("m1"), isAvailable: false, variant: "v1", device: "tv",
                started: Self.date, lastWatched: Self.date, position: 1_800, duration: 3_600, progress: 0.5)
            return HistoryList(entries: [entry], total: 3, cursor: request.page?.cursor == nil ? "next" : nil)
        }
        handlers.on(PlaybackState.RemoveHistory.self) { [self] request, _ in
            state.withLock { $0.removed.append(request) }
            return HistoryRemoved(sessions: 1)
        }
    }

    private func addQueue(to handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.AddToQueue.self) { [self] request, _ in
            try state.withLock { state in
                guard !state.queue.contains(request.content) else {
                    throw RPCError(
                        .alreadyExists, "It is in the queue already.",
                        details: [RPCErrorDetail(PlaybackProblem(.alreadyQueued))])
                }
                state.queue.insert(request.content, at: request.place == .next ? 0 : state.queue.count)
                return Self.change(request.content, state.queue, hasChanged: true)
            }
        }
        handlers.on(PlaybackState.RemoveFromQueue.self) { [self] request, _ in
            state.withLock { state in
                let count = state.queue.count
                state.queue.removeAll { $0 == request.content }
                return Self.change(request.content, state.queue, hasChanged: state.queue.count < count)
            }
        }
        handlers.on(PlaybackState.MoveInQueue.self) { [self] request, _ in
            state.withLock { state in
                state.queue.removeAll { $0 == request.content }
                state.queue.insert(request.content, at: Int(request.position))
                return Self.change(request.content, state.queue, hasChanged: true)
            }
        }
        handlers.on(PlaybackState.ReorderQueue.self) { [self] request, _ in
            state.withLock { state in
                state.queue = request.contents + state.queue.filter { !request.contents.contains($0) }
                return Self.list(state.queue)
            }
        }
        handlers.on(PlaybackState.ClearQueue.self) { [self] _, _ in
            state.withLock { state in
                defer { state.queue = [] }
                return QueueCleared(removed: Int32(state.queue.count), total: 0, autoAdded: 0)
            }
        }
        handlers.on(PlaybackState.ListQueue.self) { [self] _, _ in state.withLock { Self.list($0.queue) } }
        handlers.on(PlaybackState.IsQueued.self) { [self] request, _ in
            let place = state.withLock { $0.queue.firstIndex(of: request.content) }
            return QueueAnswer(isQueued: place != nil, position: place.map { Int32($0) })
        }
        handlers.on(PlaybackState.NextInQueue.self) { [self] _, _ in
            let list = state.withLock { Self.list($0.queue) }
            let next = list.entries.first.map { NextTitle(content: $0.content, card: $0.card, source: .queue) }
            return QueueNext(entry: list.entries.first, total: list.total, autoAdded: 0, next: next)
        }
    }

    private static func list(_ queue: [ContentID]) -> QueueList {
        let entries = queue.enumerated().map { position, id in
            QueueEntry(position: Int32(position), content: id, card: card(id), added: date, isAutoAdded: false)
        }
        return QueueList(entries: entries, total: Int32(queue.count), autoAdded: 0)
    }

    private static func change(_ id: ContentID, _ queue: [ContentID], hasChanged: Bool) -> QueueChange {
        QueueChange(
            content: id, position: queue.firstIndex(of: id).map { Int32($0) }, hasChanged: hasChanged,
            total: Int32(queue.count), autoAdded: 0)
    }
}

extension ContentID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}
