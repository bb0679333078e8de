internal import Access
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Completes titles, and says what plays next.
///
/// The catalog is read before the transaction. What is next is decided inside it, from the watch state and the queue as
/// they are then.
struct TitleCompleter: Sendable {
    private let series: SeriesReader
    private let activity: Activity
    private let suggestions: Suggestions
    private let onWatched: @Sendable (_ household: String) -> Void

    private var store: PlaybackStore { series.store }
    private var catalog: CatalogClient { series.catalog }

    /// - Parameters:
    ///   - suggestions: are asked for when neither the series nor the queue has a title left, and fill the queue then.
    ///   - onWatched: called when a title was completed in a household.
    init(
        series: SeriesReader, activity: Activity, suggestions: Suggestions,
        onWatched: @escaping @Sendable (_ household: String) -> Void
    ) {
        (self.series, self.activity, self.suggestions, self.onWatched) = (series, activity, suggestions, onWatched)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.CompleteTitle.self) { request, call in
            try await complete(request, call, for: call.viewer)
        }
    }

    /// What is completed.
    private enum Target: Sendable {
        case session(SessionID, last: ReportTable.Report?)
        case content(ContentID)
    }

    /// The response stored for retries, and the sessions that have ended with it.
    private struct Outcome: Codable, Sendable {
        var response: TitleCompleted
        var ended: [String]
    }

    /// What the catalog says, and what is suggested, before the transaction.
    private struct Prepared: Sendable {
        var lists = SeriesLists()
        var suggestions: [Card] = []
        var authorizer: ContentAuthorizer
    }

    private func complete(
        _ request: PlaybackState.CompleteTitle, _ call: ServerCall, for viewer: Viewer
    ) async throws -> TitleCompleted {
        let profile = try viewer.actingProfile
        let target = try target(of: request, viewer)
        let keyed = try store.keyed(call, profile, viewer)
        let shard = try await store.shard(for: viewer)
        let prepared = try await prepare(target, call, for: viewer, shard)
        // After the last report's.
        let stamp = store.clocks.next(in: viewer.household)
        let outcome = try await shard.write(once: keyed, deadline: call.deadline) { db in
            try run(target, prepared, at: stamp, for: viewer, profile, db)
        }
        if case .session(_, let last?) = target { await activity.reported([last], in: viewer.household, shard) }
        for text in outcome.ended {
            if let session = SessionID(text) { activity.ended(session, in: viewer.household) }
        }
        onWatched(viewer.household)
        await suggestions.fill(afterEnd: outcome.ended, call)
        return outcome.response
    }

    private func target(of request: PlaybackState.CompleteTitle, _ viewer: Viewer) throws -> Target {
        switch (request.session, request.content) {
        case (let text?, nil):
            guard let id = SessionID(text) else { throw PlaybackError.unknownSession }
            var last = try request.last.map { report throws(PlaybackError) in
                try ReportTable.Report(report, of: text, store.clocks, in: viewer.household)
            }
            last?.report.state = .ended
            return .session(id, last: last)
        case (nil, let content?):
            guard request.last == nil else {
                throw RPCError.invalidArgument("last", "is a session's last report: name the session.")
            }
            try ContentAuthorizer.checkForm(content, field: "content")
            return .content(content)
        default: throw RPCError.invalidArgument("session", "name a session or a title: one of the two.")
        }
    }

    private func prepare(
        _ target: Target, _ call: ServerCall, for viewer: Viewer, _ shard: Shard
    ) async throws -> Prepared {
        let profile = try viewer.actingProfile
        var (cards, completed) = (CatalogClient.Cards(), Card?.none)
        switch target {
        case .session(let session, _):
            completed = try await shard.read { db in
                guard let row = try ProfileTable.row(of: profile, db) else { return nil }
                return try TitleCompletion.subject(of: session, profile: row, db)?.card
            }
        case .content(let content):
            cards = await catalog.cards(of: [content], for: call)
            completed = cards.found[content]
            if completed == nil { completed = try await shard.read { try ContentTable.card(of: content, $0) } }
        }
        var prepared = Prepared(
            authorizer: ContentAuthorizer(
                viewer: viewer, cards: cards, kinds: [.movie, .episode], field: "content",
                refusal: "Movies and episodes can be completed; channels and series cannot."))
        if let own = completed?.series { await prepared.lists.load(own, catalog, for: call) }
        try await series.loadQueued(&prepared.lists, call, for: viewer)
        if let completed {
            prepared.suggestions = await suggestions.suggestions(after: completed.id, call, for: viewer)
        }
        return prepared
    }

    // MARK: In the transaction

    private func run(
        _ target: Target, _ prepared: Prepared, at stamp: HybridTimestamp, for viewer: Viewer, _ profile: String,
        _ db: Database
    ) throws -> Outcome {
        let row = try ProfileTable.make(profile, db)
        let content: (row: Int64, id: ContentID)
        var (isVisible, ended, hasChanged) = (true, [SessionID](), false)
        switch target {
        case .session(let session, let last):
            guard let subject = try TitleCompletion.subject(of: session, profile: row, db) else {
                throw PlaybackError.unknownSession
            }
            guard !subject.isTimed else {
                throw PlaybackError.unsupportedType(field: "session", prepared.authorizer.refusal)
            }
            content = (subject.row, subject.id)
            isVisible = Visibility(viewer).allows(audience: subject.audience, kind: subject.card?.kind.rawValue)
            hasChanged = try !WatchStateReader.watchState(of: row, content: content.row, db).isWatched
            if let last { _ = try ReportTaker(profile: profile, viewer: viewer, db).take(last) }
            try TitleCompletion.complete(session, subject, at: stamp, db)
            ended = [session]
        case .content(let requested):
            content = try prepared.authorizer.reference(requested, db)
            hasChanged = try !WatchStateReader.watchState(of: row, content: content.row, db).isWatched
            ended = try TitleCompletion.endSessions(of: row, content: content.row, db)
            try MarkTable.put(.watched, at: stamp, profile: row, content: content.row, db)
            try WatchedNoticeTable.put(content.id, of: profile, at: stamp, db)
        }
        let maximum = Int(try SettingTable.integer(.maxQueueSize, of: profile, db))
        var queue = try QueueTable.load(row, Visibility(viewer), maximum: maximum, db)
        if case .content = target { _ = queue.remove(content.row, alsoHidden: true) }
        var chooser = NextChooser(
            profile: row, lists: prepared.lists, suggestions: prepared.suggestions,
            hasResponse: prepared.authorizer.cards.hasResponse, db: db)
        let next = try chooser.next(after: content, in: &queue)
        try QueueTable.save(queue, of: row, db)
        let response = TitleCompleted(
            content: isVisible ? content.id : nil, hasChanged: hasChanged, next: next, problem: chooser.problem(next))
        return Outcome(response: response, ended: ended.map(\.text))
    }
}

/// Chooses what plays after a completed title: an episode of its series, the queue's head, or a suggestion.
private struct NextChooser {
    let profile: Int64
    let lists: SeriesLists
    let suggestions: [Card]
    /// False when the catalog did not say what the completed title is.
    let hasResponse: Bool
    let db: Database
    /// Whether the series' next episode could not be found out.
    private(set) var isUnknown = false

    init(profile: Int64, lists: SeriesLists, suggestions: [Card], hasResponse: Bool, db: Database) {
        (self.profile, self.lists, self.suggestions, self.hasResponse) = (profile, lists, suggestions, hasResponse)
        self.db = db
    }

    /// - Parameter queue: loses the series of which all episodes are watched.
    mutating func next(
        after content: (row: Int64, id: ContentID), in queue: inout QueueTable.Queue
    ) throws -> NextTitle? {
        if let episode = try episode(after: content, in: &queue) { return episode }
        let found = try NextInLine(profile: profile, lists: lists).find(try QueueTable.entries(of: queue, db), db)
        for series in found.finished {
            if let row = try ContentTable.row(of: series, db) { _ = queue.remove(row) }
        }
        if found.isUnknown { isUnknown = true }
        return try found.next ?? suggestion(besides: content.id)
    }

    func problem(_ next: NextTitle?) -> NextTitleProblem? {
        if isUnknown { return .catalogUnavailable }
        return next == nil ? .nothingLeft : nil
    }

    private mutating func episode(
        after content: (row: Int64, id: ContentID), in queue: inout QueueTable.Queue
    ) throws -> NextTitle? {
        guard let card = try ContentTable.card(of: content.id, db) else {
            // It may be an episode.
            if !hasResponse { isUnknown = true }
            return nil
        }
        guard let series = card.series else { return nil }
        guard let episodes = lists[series] else {
            isUnknown = true
            return nil
        }
        let state = try SeriesState(series, episodes, of: profile, db)
        // Wherever it is queued: it would be passed over.
        if state.decision.isFinished, let row = try ContentTable.row(of: series, db) { _ = queue.remove(row) }
        let completed = try WatchStateReader.watchState(of: profile, content: content.row, db)
        // A special without a place has no episode behind it.
        guard let place = episodes.place(of: content.id) ?? EpisodePlace(card) else { return nil }
        let chosen = state.decision.next(state.choice.rule, after: place, isRewatch: completed.playCount > 1)
        return chosen.map { state.title($0, from: .nextEpisode) }
    }

    private func suggestion(besides content: ContentID) throws -> NextTitle? {
        let card = try suggestions.first { card in
            guard card.id != content else { return false }
            guard let row = try ContentTable.row(of: card.id, db) else { return true }
            return try !WatchStateReader.watchState(of: profile, content: row, db).isWatched
        }
        return card.map { NextTitle(content: $0.id, card: $0, source: .suggestion) }
    }
}
