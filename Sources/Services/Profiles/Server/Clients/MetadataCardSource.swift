internal import Access
internal import Foundation
internal import HearthModel
internal import Logging
internal import MetadataGatewayAPI
internal import RPC

/// The cards of titles outside the library, from metadata-gateway. A household works without it: titles without a card
/// are shown to adults only.
struct MetadataCardSource: Sendable {
    private let metadata: RPCClient<MetadataGateway>
    private let tokens: ServiceTokenSource
    private let logger: Logger

    init(channel: any RPCChannel, tokens: ServiceTokenSource, logger: Logger) {
        metadata = RPCClient(channel)
        self.tokens = tokens
        self.logger = logger
    }

    /// The card of a title as the running call's caller sees it.
    func card(of content: ContentID, within timeout: Duration) async -> CardResult {
        // TMDB has no other ids than these.
        guard TMDBID(content) != nil else { return .unknown }
        do {
            let request = MetadataGateway.GetCards(ids: [content])
            let found = try await metadata.send(request, options: CallOptions(timeout: timeout))
            guard let card = found.cards.first else { return found.unanswered.isEmpty ? .unknown : .unavailable }
            return .found(card, fetched: found.source?.fetchedAt)
        } catch {
            // The title is not logged: favourites are private.
            logger.info("metadata-gateway returned no card.", metadata: ["error": "\(error)"])
            return .unavailable
        }
    }

    /// The cards of many titles, for the service itself: regardless of visibility.
    ///
    /// - Returns: the cards, and when TMDB gave the oldest of them.
    /// - Throws: `RPCError` when no card can be fetched, and errors of signing.
    func cards(of contents: [ContentID], in household: String) async throws -> ([Card], fetched: Date?) {
        let options = CallOptions(token: try await tokens.token(for: household), criticality: .sheddable)
        let found = try await metadata.send(MetadataGateway.GetCards(ids: contents), options: options)
        return (found.cards, found.source?.fetchedAt)
    }
}
