internal import CatalogAPI
internal import CatalogFormats
internal import GRDB
internal import HearthModel
internal import Logging
internal import MetadataGatewayAPI
internal import RPC

extension Library {
    /// The longest that a search waits for outside titles.
    private static let outsideTimeout = Duration.milliseconds(1_200)

    /// Adds titles that metadata-gateway finds and the library does not have. The request has the caller's own token,
    /// so that metadata-gateway applies the caller's policy.
    func addOutsideTitles(
        _ request: Catalog.Search, to found: SearchResults, for viewer: Viewer
    ) async throws -> SearchResults {
        var found = found
        let kinds = Set(request.kinds ?? [.movie, .series]).intersection([.movie, .series])
        let question = MetadataGateway.Discover(
            text: request.text.trimmingSpaces(), kind: kinds.count == 1 ? kinds.first : nil)
        do {
            let cards = try await trending.source.discover(question, timeout: Self.outsideTimeout).cards
            found.outside = try await read(viewer) { db, columns in
                let lens = try ReadScope(db, policy: viewer.policy)
                let shelf = CardQuery(scene: SearchSnapshot(titles: try columns(lens.generation), lens: lens))
                return try cards.filter { try shelf.card(of: TrendingTitle($0), db) == nil }
            }
        } catch let error as RPCError {
            desk.logger.debug("Titles outside the library are unavailable.", metadata: ["error": "\(error)"])
            found.isOutsideMissing = true
        }
        return found
    }
}

extension Library {
    /// Matches TMDB titles with titles of the library.
    func match(_ request: Catalog.MatchTitles, for viewer: Viewer) async throws -> MatchedTitles {
        guard (1...Catalog.MatchTitles.maximumCount).contains(request.titles.count) else {
            throw RPCError.invalidArgument("titles", "1 to \(Catalog.MatchTitles.maximumCount) titles")
        }
        let wanted = try request.titles.map { title in
            guard let number = TMDBID(title.id) else {
                throw RPCError.invalidArgument("titles.id", "TMDB's id of a film or series, such as tmdb:movie:348")
            }
            guard title.name.count <= OutsideTitle.maximumCharacters else {
                throw RPCError.invalidArgument("titles.name", "at most \(OutsideTitle.maximumCharacters) characters")
            }
            return TrendingTitle(
                id: number.number, kind: number.kind, names: [title.name], year: title.year.map { Int($0) })
        }
        return try await read(viewer) { db, columns in
            let lens = try ReadScope(db, policy: viewer.policy)
            let shelf = CardQuery(scene: SearchSnapshot(titles: try columns(lens.generation), lens: lens))
            return MatchedTitles(
                titles: try zip(request.titles, wanted).compactMap { asked, title in
                    try shelf.card(of: title, db).map { MatchedTitle(id: asked.id, card: $0) }
                })
        }
    }
}

extension TrendingTitle {
    /// A TMDB title from its card.
    fileprivate init(_ card: Card) {
        self.init(
            id: TMDBID(of: card)?.number ?? 0, kind: card.kind, names: [card.title], year: card.year.map { Int($0) }
        )
    }
}

extension MetadataClient {
    /// Searches with the token of the call being handled.
    fileprivate func discover(
        _ request: MetadataGateway.Discover, timeout: Duration
    ) async throws -> DiscoveredTitles {
        try await gateway.send(request, options: CallOptions(timeout: timeout))
    }
}
