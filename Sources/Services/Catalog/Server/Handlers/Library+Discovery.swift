internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit

extension Library {
    /// Reads with the title index of the published snapshot.
    func read<Value: Sendable>(
        _ viewer: Viewer,
        titles body: @escaping @Sendable (Database, (_ generation: Int64) throws -> TitleIndex) throws -> Value
    ) async throws -> Value {
        let shard = try await shards.shard(for: viewer.household)
        return try await shard.read { [desk] db in
            try body(db) { try desk.titles.columns(of: shard, generation: $0, db) }
        }
    }

    func discovery(_ request: Catalog.ListDiscovery, for viewer: Viewer) async throws -> DiscoveryPage {
        let discovery = try DiscoveryReader(request, policy: viewer.policy)
        let week = discovery.includesTrending ? await trending.week(household: viewer.household) : []
        return try await read(viewer, titles: { try discovery.run($0, week: week, $1) })
    }

    func genres(_ request: Catalog.ListGenres, for viewer: Viewer) async throws -> GenreRows {
        let kinds: Int64
        switch request.kind {
        case nil: kinds = KindBit.movie | KindBit.series
        case .movie?: kinds = KindBit.movie
        case .series?: kinds = KindBit.series
        default: throw RPCError.invalidArgument("kind", "movie or series")
        }
        return try await read(viewer) { db, columns in
            let lens = try ReadScope(db, policy: viewer.policy)
            let shelf = CardQuery(scene: SearchSnapshot(titles: try columns(lens.generation), lens: lens))
            return GenreRows(rows: shelf.genres(shelf.filter(kinds: kinds)))
        }
    }

    func neighbours(_ request: Catalog.ListNeighbours, for viewer: Viewer) async throws -> ChannelNeighbours {
        let reader = try NeighbourReader(request, policy: viewer.policy)
        return try await read(viewer, titles: { try reader.run($0, $1) })
    }

    func searchGuide(_ request: Catalog.SearchGuide, for viewer: Viewer) async throws -> GuideHits {
        let search = try GuideSearch(request, policy: viewer.policy, now: now)
        return try await read(viewer) { try search.run($0) }
    }

    func guideChannels(_ request: Catalog.ListGuideChannels, for viewer: Viewer) async throws -> GuideChannelList {
        let reader = try GuideChannelReader(request, policy: viewer.policy, now: now)
        return try await read(viewer) { try reader.run($0) }
    }

    func programme(_ request: Catalog.GetProgramme, for viewer: Viewer) async throws -> GuideHit {
        let lookup = try ProgrammeLookup(request, policy: viewer.policy, now: now)
        return try await read(viewer) { try lookup.run($0) }
    }

    func catchup(_ request: Catalog.ResolveCatchup, for viewer: Viewer) async throws -> ResolvedStream {
        let reader = try CatchupReader(request, policy: viewer.policy, now: now)
        return try await read(viewer) { try reader.run($0) }
    }

    func similar(_ request: Catalog.ListSimilar, for viewer: Viewer) async throws -> CardList {
        guard request.id.isWellFormed else { throw RPCError.invalidArgument("id", "not a content id") }
        let size = try DiscoveryReader.checked(request.size)
        return try await read(viewer) { db, columns in
            let lens = try ReadScope(db, policy: viewer.policy)
            let scene = SearchSnapshot(titles: try columns(lens.generation), lens: lens)
            let shelf = CardQuery(scene: scene)
            var filter = shelf.filter(kinds: KindBit.searched)
            filter.similarity = try Similarity.of(request.id, scene, db)
            return CardList(cards: try shelf.cards(filter, .alike, size, db))
        }
    }
}
