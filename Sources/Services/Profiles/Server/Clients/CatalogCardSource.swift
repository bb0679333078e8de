internal import Access
internal import CatalogAPI
internal import HearthModel
internal import Logging
internal import RPC

/// The catalog's cards.
struct CatalogCardSource: CardSource {
    private let catalog: RPCClient<Catalog>
    private let tokens: ServiceTokenSource
    private let logger: Logger

    init(channel: any RPCChannel, tokens: ServiceTokenSource, logger: Logger) {
        catalog = RPCClient(channel)
        self.tokens = tokens
        self.logger = logger
    }

    func card(of content: ContentID, within timeout: Duration) async -> CardResult {
        do {
            // With the caller's own token, which calls forward by default: titles that the caller may not see are not
            // found.
            let options = CallOptions(timeout: timeout)
            let found = try await catalog.send(Catalog.GetCards(ids: [content]), options: options).cards
            return found.first.map { .found($0) } ?? .unknown
        } catch {
            // The title is not logged: favourites are private.
            logger.info("The catalog returned no card.", metadata: ["error": "\(error)"])
            return .unavailable
        }
    }

    /// The cards of many titles, for the service itself: regardless of visibility.
    ///
    /// - Throws: `RPCError` when the catalog does not answer, and errors of signing.
    func cards(of contents: [ContentID], in household: String) async throws -> [Card] {
        let options = CallOptions(token: try await tokens.token(for: household), criticality: .sheddable)
        return try await catalog.send(Catalog.GetCards(ids: contents), options: options).cards
    }
}
