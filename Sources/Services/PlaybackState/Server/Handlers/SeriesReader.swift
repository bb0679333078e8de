internal import Access
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Reads series from the catalog, for methods that need their episodes.
struct SeriesReader: Sendable {
    let store: PlaybackStore
    let catalog: CatalogClient

    /// The episode that is played when a series is.
    ///
    /// - Throws: ``PlaybackError/noEpisodes(_:season:)``; the catalog's `RPCError`.
    func episode(of series: Card, _ call: ServerCall, for viewer: Viewer) async throws -> NextTitle {
        let profile = try viewer.actingProfile
        let episodes = try await catalog.allEpisodes(of: series.id, for: call).episodes
        guard let first = episodes.cards.first else { throw PlaybackError.noEpisodes(series.id, season: nil) }
        return try await store.shard(for: viewer).read { db in
            let row = try ProfileTable.row(of: profile, db)
            let state = try SeriesState(series.id, episodes, of: row, db)
            // Without numbers there is no order, and the first one is as good as any.
            guard let chosen = state.decision.played(state.choice.rule) else {
                return NextTitle(content: first.id, card: first, source: .nextEpisode)
            }
            return state.title(chosen, from: .nextEpisode)
        }
    }

    /// Reads the episodes of the series at the queue's head, up to the first entry with something left to play.
    func loadQueued(_ lists: inout SeriesLists, _ call: ServerCall, for viewer: Viewer) async throws {
        let (profile, visibility) = (try viewer.actingProfile, Visibility(viewer))
        let shard = try await store.shard(for: viewer)
        for _ in 0..<PlaybackLimits.queuedSeries {
            let known = lists
            let open = try await shard.read { db -> ContentID? in
                guard let row = try ProfileTable.row(of: profile, db) else { return nil }
                let queue = try QueueTable.load(row, visibility, maximum: PlaybackLimits.queueSize, db)
                let found = try NextInLine(profile: row, lists: known).find(try QueueTable.entries(of: queue, db), db)
                return found.isUnknown ? found.entry?.content : nil
            }
            guard let open, !lists.isSilent else { return }
            await lists.load(open, catalog, for: call)
        }
    }
}
