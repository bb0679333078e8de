internal import CatalogAPI
internal import GRDB
internal import Household
internal import Logging
internal import MetadataGatewayAPI
internal import RPC

extension Library {
    /// Who searches waits no longer for what is outside.
    private static let outsidePatience = Duration.milliseconds(1_200)

    /// Adds what metadata-gateway finds that the library does not have. It is asked with the caller's own token, and holds
    /// what it tells to the caller's policy.
    func addOutside(
        _ request: Catalog.Search, to found: SearchResults, for viewer: Viewer
    ) async throws -> SearchResults {
        var found = found
        let kinds = Set(request.kinds ?? [.movie, .series]).intersection([.movie, .series])
        let question = MetadataGateway.Discover(
            text: request.text.trimmingSpaces(), kind: kinds.count == 1 ? kinds.first : nil)
        do {
            let cards = try await trending.source.discover(question, timeout: Self.outsidePatience).cards
            found.outside = try await read(viewer) { db, columns in
                let lens = try Lens(db, policy: viewer.policy)
                let shelf = TitleShelf(scene: SearchScene(titles: try columns(lens.generation), lens: lens))
                return try cards.filter { try shelf.card(of: TrendingTitle($0), db) == nil }
            }
        } catch let error as RPCError {
            desk.logger.debug("What is outside cannot be told.", metadata: ["error": "\(error)"])
            found.isOutsideMissing = true
        }
        return found
    }
}

extension TrendingTitle {
    /// A title of TMDB's by its card.
    fileprivate init(_ card: Card) {
        self.init(
            id: TMDBNumber(of: card)?.number ?? 0, kind: card.kind, names: [card.title], year: card.year.map { Int($0) }
        )
    }
}

extension MetadataSource {
    /// Asks as the caller of the method that is being handled.
    fileprivate func discover(
        _ request: MetadataGateway.Discover, timeout: Duration
    ) async throws -> DiscoveredTitles {
        try await gateway.send(request, options: CallOptions(timeout: timeout))
    }
}
