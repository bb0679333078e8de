internal import Access
internal import CatalogAPI
internal import DownloadsAPI
internal import Household
internal import RPC

/// Asks the catalog where links lead to just now, for this service itself: addresses are never kept.
struct LinkResolver: Sendable {
    let catalog: RPCClient<Catalog>
    let tokens: ServiceTokenSource

    /// A title's stream, for this service itself: it is handed also what the caller's profile is not, since the address
    /// never leaves the service. Whether the caller may see the title is asked before, with the caller's own token.
    ///
    /// - Throws: the catalog's `RPCError`.
    func stream(of content: ContentID, variant: String?, in household: String) async throws -> ResolvedStream {
        let options = CallOptions(token: try await tokens.token(for: household))
        return try await catalog.send(Catalog.ResolveStream(id: content, variant: variant), options: options)
    }

    /// Where a link leads to.
    ///
    /// - Throws: `RPCError`; ``DownloadsError`` when the library has no such link any more.
    func source(of content: ContentID, variant: String, in household: String) async throws -> MediaSource {
        do {
            let stream = try await stream(of: content, variant: variant, in: household)
            return try MediaSource(url: stream.url, headers: stream.headers)
        } catch let error as RPCError where error.code == .notFound {
            throw DownloadsError.trouble(.refused, "The library has lost the link that this is fetched from.")
        }
    }

    /// Tells the catalog how a link went, so that players are given another one first. It is as well when that is lost.
    func report(_ outcome: StreamOutcome, of content: ContentID, variant: String, in household: String) async {
        guard let token = try? await tokens.token(for: household) else { return }
        let options = CallOptions(timeout: Self.reportTimeout, token: token, criticality: .sheddable)
        let request = Catalog.ReportStream(id: content, variant: variant, outcome: outcome)
        _ = try? await catalog.send(request, options: options)
    }

    /// The timeout of the stream report when a download ends.
    static let reportTimeout = Duration.seconds(1)
}
