internal import Access
internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC
internal import ServiceKit

/// Tells who has watched titles.
struct Viewers: Sendable {
    private let store: PlaybackStore
    private let catalog: CatalogClient
    private let profiles: RPCClient<Profiles>

    init(store: PlaybackStore, catalog: CatalogClient, profiles: RPCClient<Profiles>) {
        (self.store, self.catalog, self.profiles) = (store, catalog, profiles)
    }

    /// Adds the methods of this type.
    func register(on handlers: inout RPCHandlers<PlaybackState>) {
        handlers.on(PlaybackState.WhoWatched.self) { request, call in
            try await viewers(request, call, for: call.viewer)
        }
    }

    /// A title that the caller may see.
    private struct Asked: Sendable {
        var content: ContentID
        var card: Card?
        /// Of a series the episodes that the library has, without specials; nil when the catalog does not answer.
        var episodes: Set<ContentID>?
    }

    private func viewers(
        _ request: PlaybackState.WhoWatched, _ call: ServerCall, for viewer: Viewer
    ) async throws -> ViewerList {
        guard (1...PlaybackState.WhoWatched.maximumCount).contains(request.contents.count) else {
            throw RPCError.invalidArgument("contents", "1 to \(PlaybackState.WhoWatched.maximumCount) titles.")
        }
        for content in request.contents { try ContentAuthorizer.checkForm(content, field: "contents") }
        let threshold = try ProgressManager.checked(request.watchedThreshold)
        let shard = try await store.shard(for: viewer)
        let listed = try await listed(viewer)
        let asked = try await asked(request.contents, call, viewer, shard)
        return try await shard.read { db in
            let hidden = try QuarantineTable.profiles(db)
            let profiles = try (listed ?? ProfileTable.all(db)).filter { !hidden.contains($0) }
            return ViewerList(
                titles: try asked.map { title in
                    TitleViewers(
                        content: title.content, card: title.card,
                        profiles: try profiles.map { try Self.viewing(of: $0, title, threshold, db) })
                })
        }
    }

    /// The profiles to list, the oldest first: a child's own alone. Nil while profiles does not respond: then those with
    /// data here are.
    private func listed(_ viewer: Viewer) async throws -> [String]? {
        if viewer.role == .child { return [try viewer.actingProfile] }
        let options = CallOptions(timeout: PlaybackLimits.limitsTimeout)
        return try? await profiles.send(Profiles.ListProfiles(), options: options).profiles.map(\.id)
    }

    /// The titles that the caller may see: those that the catalog returns, and while it does not answer those whose stored
    /// cards the policy allows.
    private func asked(
        _ contents: [ContentID], _ call: ServerCall, _ viewer: Viewer, _ shard: Shard
    ) async throws -> [Asked] {
        let cards = await catalog.cards(of: contents, for: call)
        var (asked, series): ([Asked], Int) = ([], 0)
        for content in contents {
            var card = cards.found[content]
            // A title that the library has lost is in the history still; of what else is not there a child is told nothing.
            if card == nil, !cards.hasResponse || viewer.role != .child {
                card = try await shard.read { try ContentTable.card(of: content, $0) }
            }
            if card == nil, !viewer.seesUnclassified || cards.hasResponse && content.isOfLibrary { continue }
            if let card, !viewer.policy.allows(card) { continue }
            var title = Asked(content: card?.id ?? content, card: card)
            if card?.kind == .series, cards.hasResponse, series < PlaybackLimits.viewedSeries {
                series += 1
                title.episodes = await episodes(of: title.content, call)
            }
            asked.append(title)
        }
        return asked
    }

    private func episodes(of series: ContentID, _ call: ServerCall) async -> Set<ContentID>? {
        var (found, cursor): (Set<ContentID>, String?) = ([], nil)
        do {
            repeat {
                let page = try await catalog.episodes(of: series, season: nil, cursor: cursor, for: call)
                for card in page.episodes where (card.season ?? 0) > 0 { found.insert(card.id) }
                cursor = page.cursor
            } while cursor != nil
        } catch let error {
            catalog.note(error)
            return nil
        }
        return found
    }

    private static func viewing(
        of profile: String, _ title: Asked, _ threshold: Double, _ db: Database
    ) throws -> ProfileViewing {
        let row = try ProfileTable.row(of: profile, db)
        guard title.card?.kind == .series else {
            guard let row, let content = try ContentTable.row(of: title.content, db) else {
                return ProfileViewing(profile: profile, state: .notBegun)
            }
            return ViewerState.title(
                profile, try WatchStateReader.watchState(of: row, content: content, threshold: threshold, db))
        }
        guard let row else { return ViewerState.series(profile, [], library: title.episodes) }
        // Those that it has played or marked alone: a series may have a thousand episodes.
        let statement = try db.cachedStatement(
            sql: """
                SELECT row, id, card FROM content c WHERE series = ?1 AND (
                    EXISTS (SELECT 1 FROM viewing WHERE profile = ?2 AND content = c.row)
                    OR EXISTS (SELECT 1 FROM mark WHERE profile = ?2 AND content = c.row))
                """)
        let seen = try Row.fetchAll(statement, arguments: [title.content.rawValue, row]).map { found in
            ViewerState.Episode(
                id: ContentID(rawValue: found[1]), season: try ContentTable.decode(found[2])?.season,
                watchState: try WatchStateReader.watchState(of: row, content: found[0], threshold: threshold, db))
        }
        return ViewerState.series(profile, seen, library: title.episodes)
    }
}
