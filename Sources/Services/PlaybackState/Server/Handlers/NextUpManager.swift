internal import Access
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Says where profiles go on in series, and stores how the next episode is found.
struct NextUpManager: Sendable {
    private let store: PlaybackStore
    private let catalog: CatalogClient

    init(store: PlaybackStore, catalog: CatalogClient) { (self.store, self.catalog) = (store, catalog) }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.GetNextUp.self) { request, call in
            try await nextUp(request, call, for: call.viewer)
        }
        handlers.on(PlaybackState.SetNextUpRule.self) { request, call in
            try await setRule(request, call, for: call.viewer)
        }
    }

    private static let choosable: [NextUpRule] = [.afterLastWatched, .firstUnwatched]

    private func nextUp(
        _ request: PlaybackState.GetNextUp, _ call: ServerCall, for viewer: Viewer
    ) async throws -> SeriesNextUp {
        let profile = try viewer.actingProfile
        try ContentAuthorizer.checkForm(request.content, field: "content")
        let threshold = try ProgressManager.checked(request.watchedThreshold)
        guard let card = try await catalog.card(of: request.content), viewer.policy.allows(card) else {
            throw PlaybackError.unknownContent(request.content)
        }
        let series = try Self.series(of: card, field: "content")
        let episodes = try await catalog.allEpisodes(of: series, for: call).episodes
        return try await store.shard(for: viewer).read { db in
            let row = try ProfileTable.row(of: profile, db)
            let state = try SeriesState(series, episodes, of: row, threshold: threshold, db)
            let chosen = state.decision.goOn(state.choice.rule)
            let counts = state.decision.counts
            return SeriesNextUp(
                series: series, next: chosen.map { state.title($0, from: .nextEpisode) },
                choice: state.choice, isFinished: state.decision.isFinished, watched: Int32(clamping: counts.watched),
                total: Int32(clamping: counts.total))
        }
    }

    private static func series(of card: Card, field: String) throws(PlaybackError) -> ContentID {
        if card.kind == .series { return card.id }
        guard card.kind == .episode, let series = card.series else {
            throw .unsupportedType(field: field, "Only a series, or an episode of one, has a next episode.")
        }
        return series
    }

    private func setRule(
        _ request: PlaybackState.SetNextUpRule, _ call: ServerCall, for viewer: Viewer
    ) async throws -> NextUpChoice {
        let profile = try viewer.actingProfile
        if let rule = request.rule, !Self.choosable.contains(rule) {
            let names = Self.choosable.map(\.rawValue).joined(separator: " or ")
            throw RPCError.invalidArgument("rule", "must be \(names).")
        }
        if let series = request.series { try ContentAuthorizer.checkForm(series, field: "series") }
        let keyed = try store.keyed(call, profile, viewer)
        var cards = CatalogClient.Cards()
        if let series = request.series { cards = await catalog.cards(of: [series], for: call) }
        let authorizer = ContentAuthorizer(
            viewer: viewer, cards: cards, kinds: [.series, .episode], field: "series",
            refusal: "Only a series, or an episode of one, has a next episode.")
        return try await store.shard(for: viewer).write(once: keyed, deadline: call.deadline) { db in
            let row = try ProfileTable.make(profile, db)
            var series: ContentID?
            if let requested = request.series {
                let (content, id) = try authorizer.reference(requested, db)
                let card = try ContentTable.card(of: id, db)
                series = try card.map { card throws(PlaybackError) in try Self.series(of: card, field: "series") } ?? id
                // Choices name series by ID: nothing else may refer to this one.
                try ContentTable.removeUnused([content], db)
            }
            try NextUpRuleTable.set(request.rule, series: series, profile: row, db)
            return try NextUpRuleTable.choice(of: series, profile: row, db)
        }
    }
}
