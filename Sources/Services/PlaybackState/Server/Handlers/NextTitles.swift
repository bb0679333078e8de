internal import Access
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// What plays after a session: its cancellation, and playing it now.
struct NextTitles: Sendable {
    private let store: PlaybackStore
    private let starter: SessionStarter
    private let series: SeriesReader
    private let suggestions: Suggestions
    private let onEnd: @Sendable (_ household: String) -> Void

    /// - Parameter onEnd: called when sessions of a household have ended.
    init(
        series: SeriesReader, starter: SessionStarter, suggestions: Suggestions,
        onEnd: @escaping @Sendable (_ household: String) -> Void
    ) {
        (store, self.series, self.starter, self.onEnd) = (series.store, series, starter, onEnd)
        self.suggestions = suggestions
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.CancelNextUp.self) { request, call in
            try await cancel(request.session, for: call.viewer)
            return Empty()
        }
        handlers.on(PlaybackState.PlayNext.self) { request, call in
            try await playNext(request, call, for: call.viewer)
        }
    }

    private func cancel(_ session: String, for viewer: Viewer) async throws {
        let profile = try viewer.actingProfile
        try await store.shard(for: viewer).write { db in
            let context = try SessionContext.read(session, of: profile, db)
            guard var playing = try PlayingTable.find(context.id.row, db) else { return }
            playing.isNextUpCancelled = true
            playing.takeInput(at: playing.stamp, playing.position ?? 0)
            try PlayingTable.save(playing, of: context.id.row, db)
        }
    }

    /// Opens what comes next first, so that a title that cannot be opened leaves the session as it is; a retry after a
    /// crash in between completes it.
    private func playNext(
        _ request: PlaybackState.PlayNext, _ call: ServerCall, for viewer: Viewer
    ) async throws -> Playback {
        let profile = try viewer.actingProfile
        let shard = try await store.shard(for: viewer)
        let playsByItself = request.playsByItself == true
        var queued = SeriesLists()
        try await series.loadQueued(&queued, call, for: viewer)
        let (context, next) = try await shard.write { [queued] db in
            let context = try SessionContext.read(request.session, of: profile, db)
            // It ends what was asked: the viewer is there.
            if !playsByItself, var playing = try PlayingTable.find(context.id.row, db), !context.isEnded {
                playing.takeInput(at: playing.stamp, playing.position ?? 0)
                try PlayingTable.save(playing, of: context.id.row, db)
            }
            return (context, try Self.next(after: context, of: profile, viewer, queued, db))
        }
        guard let next else { throw PlaybackError.nothingNext }
        // A kids profile watches for itself.
        let others = viewer.role == .child ? [] : context.viewers.map(\.id).filter { $0 != profile }
        let playback = try await starter.play(
            PlaybackState.Play(
                content: next, device: context.device, watchingTogether: others.isEmpty ? nil : others,
                playsByItself: request.playsByItself), call, for: viewer)
        let stamp = store.clocks.next(in: viewer.household)
        try await shard.write { try Self.end(context, of: profile, at: stamp, $0) }
        onEnd(viewer.household)
        await suggestions.fill(afterEnd: [request.session], call)
        return playback
    }

    /// What comes after a session's title: the next episode, else the head of the queue, else nothing. A retry finds what
    /// the first call has chosen, although that has left the queue since.
    private static func next(
        after context: SessionContext, of profile: String, _ viewer: Viewer, _ queued: SeriesLists, _ db: Database
    ) throws -> ContentID? {
        if let chosen = try PlayingTable.chosen(after: context.id.row, db) { return chosen }
        guard let next = try candidate(after: context, of: profile, viewer, queued, db) else { return nil }
        try PlayingTable.choose(next, after: context.id.row, db)
        return next
    }

    private static func candidate(
        after context: SessionContext, of profile: String, _ viewer: Viewer, _ queued: SeriesLists, _ db: Database
    ) throws -> ContentID? {
        if let next = try PlayingTable.facts(of: context.id.row, db)?.next, viewer.policy.allows(next.card) {
            return next.card.id
        }
        guard let row = try ProfileTable.row(of: profile, db) else { return nil }
        let queue = try QueueTable.load(row, Visibility(viewer), maximum: PlaybackLimits.queueSize, db)
        let entries = try QueueTable.entries(of: queue, db).filter { $0.content != context.content }
        // Of a queued series its next unwatched episode; one without is passed over, or it would begin again for ever.
        let found = try NextInLine(profile: row, lists: queued).find(entries, db)
        return found.isUnknown ? nil : found.next?.content
    }

    /// Ends a session, and completes its title where it has come close to its end.
    private static func end(
        _ context: SessionContext, of profile: String, at stamp: HybridTimestamp, _ db: Database
    ) throws {
        let facts = try PlayingTable.facts(of: context.id.row, db) ?? SessionFacts()
        let reach = context.reach
        let moment = HintRules.Moment(
            position: reach.position, duration: reach.duration > 0 ? reach.duration : nil)
        let isClose = HintRules(facts: facts, settings: HintRules.Settings()).isCloseToEnd(at: moment)
        if isClose, !context.isTimed, let row = try ProfileTable.row(of: profile, db),
            let subject = try TitleCompletion.subject(of: context.id, profile: row, db)
        {
            try TitleCompletion.complete(context.id, subject, at: stamp, db)
        }
        try SessionTable.end(context.id.row, db)
    }
}
