package import HTTPFetch
package import RPC

/// What this service has outside of its shards: the internet. Simulations and tests put another in its place.
package struct CatalogDependencies: Sendable {
    /// Makes what fetches.
    package var fetcher: @Sendable (FetchConfiguration, any Runtime) throws -> HTTPFetcher

    /// The real internet.
    package static let real = CatalogDependencies { try HTTPFetcher($0, runtime: $1) }

    /// Names what is outside.
    package init(fetcher: @escaping @Sendable (FetchConfiguration, any Runtime) throws -> HTTPFetcher) {
        self.fetcher = fetcher
    }
}
