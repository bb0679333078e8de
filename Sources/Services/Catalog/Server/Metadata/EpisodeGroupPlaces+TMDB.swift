internal import CatalogAPI
internal import MetadataGatewayAPI
internal import RPC

extension EpisodeOrder {
    /// The types of TMDB's episode groups (the documentation of `/tv/{id}/episode_groups`).
    private static let types: [Int64: EpisodeOrder] = [
        1: .aired, 2: .absolute, 3: .dvd, 4: .digital, 5: .storyArc, 6: .production, 7: .television,
    ]

    /// The order of one of TMDB's types; nil for an unknown one.
    init?(type: Int64?) {
        guard let type, let order = Self.types[type] else { return nil }
        self = order
    }

    /// The orders that can be chosen.
    static var all: [EpisodeOrder] { types.sorted { $0.key < $1.key }.map(\.value) }
}

extension EpisodeGroupPlaces {
    /// The most parts of a group, episodes of a part, and episodes; what is beyond is not in the order.
    private static let parts = 1_000
    private static let episodesOfPart = 10_000
    private static let episodes = 20_000

    /// The places of a group. Parts and episodes count in the order of their numbers, which TMDB's editors leave gaps in.
    init(_ group: TMDB.EpisodeGroupDetails) {
        let parts = group.groups.sorted { $0.order < $1.order }.prefix(Self.parts)
        // A part of order 0 is that of specials, unless there is no other.
        let hasSpecials = parts.count > 1 && parts.first?.order == 0
        var entries: [Entry] = []
        for (index, part) in parts.enumerated() {
            let episodes = (part.episodes ?? []).sorted { $0.order < $1.order }.prefix(Self.episodesOfPart)
            entries += episodes.enumerated().map { place, episode in
                Entry(
                    season: episode.seasonNumber, number: episode.episodeNumber,
                    part: Int64(hasSpecials ? index : index + 1), place: Int64(place + 1))
            }
        }
        self.init(name: group.name, entries: Array(entries.prefix(Self.episodes)))
    }
}

extension MetadataClient {
    /// TMDB's other orders of a series' episodes.
    ///
    /// - Throws: `RPCError` when metadata-gateway cannot answer, and errors of signing.
    func episodeGroups(of tmdbID: Int64, household: String) async throws -> [TMDB.EpisodeGroup] {
        let request = MetadataGateway.GetShow(id: tmdbID, along: [.episodeGroups])
        return try await fetch(request, household: household, timeout: Self.groupTimeout).show.episodeGroups?.results
            ?? []
    }

    /// The places of a series' episodes in an order: of TMDB's groups of this type the one with the most episodes.
    ///
    /// - Throws: `RPCError` when metadata-gateway cannot answer, and errors of signing.
    func learn(_ requested: EpisodeOrderTable.Request, household: String) async throws -> EpisodeOrderTable.Outcome {
        do {
            let groups = try await episodeGroups(of: requested.tmdbID, household: household)
            let fitting = groups.filter { EpisodeOrder(type: $0.type) == requested.kind }
            let best = fitting.max { first, second in
                (first.episodeCount ?? 0, second.id) < (second.episodeCount ?? 0, first.id)
            }
            guard let best else { return .unknown }
            let request = MetadataGateway.GetEpisodeGroup(seriesId: requested.tmdbID, groupId: best.id)
            let group = try await fetch(request, household: household, timeout: Self.groupTimeout).group
            return .learned(EpisodeGroupPlaces(group))
        } catch let error as RPCError where error.code == .notFound {
            return .unknown
        }
    }

    /// How long a response is waited for.
    private static let groupTimeout = Duration.seconds(10)
}
