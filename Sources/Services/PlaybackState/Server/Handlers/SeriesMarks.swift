internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import RPC
internal import ServiceKit

/// Replaces series by their episodes in what is marked.
struct SeriesMarks: Sendable {
    let catalog: CatalogClient
    let shard: Shard

    /// The titles to mark.
    struct Expanded: Sendable {
        var contents: [ContentID]
        /// The catalog's cards of them.
        var cards: CatalogClient.Cards
        /// The episodes that stand for series.
        var episodes: Set<ContentID> = []
    }

    /// - Parameter season: only episodes of this season; nil for all.
    /// - Throws: INVALID_ARGUMENT for a season of what is no series; ``PlaybackError``; the catalog's `RPCError`, as its
    ///   episodes are needed.
    func expand(
        _ contents: [ContentID], season: Int32?, _ cards: CatalogClient.Cards, _ call: ServerCall
    ) async throws -> Expanded {
        var expanded = Expanded(contents: [], cards: cards)
        var seen: Set<ContentID> = []
        for content in contents {
            guard try await isSeries(content, cards) else {
                guard season == nil else {
                    throw RPCError.invalidArgument("season", "is for series only, and \"\(content)\" is none.")
                }
                if seen.insert(content).inserted { expanded.contents.append(content) }
                continue
            }
            let list = try await catalog.allEpisodes(of: content, season: season, for: call)
            guard !list.episodes.cards.isEmpty else { throw PlaybackError.noEpisodes(content, season: season) }
            for card in list.episodes.cards where seen.insert(card.id).inserted {
                expanded.contents.append(card.id)
                expanded.cards.found[card.id] = card
                expanded.episodes.insert(card.id)
            }
            guard list.isWhole, expanded.episodes.count <= PlaybackLimits.seriesEpisodes else {
                throw PlaybackError.tooMany(
                    "One call marks up to \(PlaybackLimits.seriesEpisodes) episodes. Mark the series by season.")
            }
        }
        return expanded
    }

    private func isSeries(_ content: ContentID, _ cards: CatalogClient.Cards) async throws -> Bool {
        if let card = cards.found[content] { return card.kind == .series }
        guard !cards.hasResponse else { return false }
        if let card = try await shard.read({ try ContentTable.card(of: content, $0) }) { return card.kind == .series }
        // What it is can be told by its ID alone while the catalog is down. As a series it needs the catalog, which says so.
        return content.rawValue.hasPrefix(Self.seriesPrefix)
    }

    /// What IDs of the library's series begin with.
    private static let seriesPrefix = "sr_"
}
