internal import CatalogAPI
internal import CatalogFormats
internal import HearthModel
internal import MetadataGatewayAPI
internal import RPC

extension MetadataClient {
    /// The longest that a search waits for outside titles.
    private static let outsideTimeout = Duration.milliseconds(1_200)

    /// Searches metadata-gateway for what a search of the library wants.
    ///
    /// The request has the token of the call being handled, so that metadata-gateway applies the caller's policy.
    ///
    /// - Parameter language: the household's, as TMDB takes it; nil for English.
    /// - Throws: `RPCError` when metadata-gateway cannot answer.
    func outsideTitles(_ search: Catalog.Search, in language: String?) async throws -> [Card] {
        let kinds = Set(search.kinds ?? [.movie, .series]).intersection([.movie, .series])
        let question = MetadataGateway.Discover(
            text: search.text.trimmingSpaces(), kind: kinds.count == 1 ? kinds.first : nil, language: language)
        return try await gateway.send(question, options: CallOptions(timeout: Self.outsideTimeout)).cards
    }
}
