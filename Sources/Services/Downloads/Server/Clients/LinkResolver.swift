internal import Access
internal import CatalogAPI
internal import DownloadsAPI
internal import HearthModel
internal import RPC

/// Resolves links by the catalog, with this service's own token: addresses are never stored.
struct LinkResolver: Sendable {
    let catalog: RPCClient<Catalog>
    let tokens: ServiceTokenSource

    /// A title's stream, for this service itself: it receives also links that the catalog withholds from the caller's
    /// profile, since the address never leaves the service. Whether the caller may see the title is checked before,
    /// with the caller's own token.
    ///
    /// - Throws: the catalog's `RPCError`.
    func stream(of content: ContentID, variant: String?, in household: String) async throws -> ResolvedStream {
        let options = CallOptions(token: try await tokens.token(for: household))
        return try await catalog.send(Catalog.ResolveStream(id: content, variant: variant), options: options)
    }

    /// Resolves a link.
    ///
    /// - Throws: `RPCError`; ``DownloadsError`` when the library no longer has the link.
    func source(of content: ContentID, variant: String, in household: String) async throws -> MediaSource {
        do {
            let stream = try await stream(of: content, variant: variant, in: household)
            return try MediaSource(url: stream.url, headers: stream.headers)
        } catch let error as RPCError where error.code == .notFound {
            throw DownloadsError.trouble(.refused, "The library no longer has the link of this download.")
        }
    }

    /// Reports to the catalog whether a link worked, so that players get a better one first. Best effort.
    func report(_ outcome: StreamOutcome, of content: ContentID, variant: String, in household: String) async {
        guard let token = try? await tokens.token(for: household) else { return }
        let options = CallOptions(timeout: Self.reportTimeout, token: token, criticality: .sheddable)
        let request = Catalog.ReportStream(id: content, variant: variant, outcome: outcome)
        _ = try? await catalog.send(request, options: options)
    }

    /// The timeout of the stream report when a download ends.
    static let reportTimeout = Duration.seconds(1)
}
