package import HTTPFetch
package import RPC

/// The external dependency of this service: the internet. Simulations and tests replace it.
package struct CatalogDependencies: Sendable {
    /// Makes the HTTP fetcher.
    package var fetcher: @Sendable (FetchConfiguration, any Runtime) throws -> HTTPFetcher

    /// The real internet.
    package static let real = CatalogDependencies { try HTTPFetcher($0, runtime: $1) }

    /// Makes the dependencies.
    package init(fetcher: @escaping @Sendable (FetchConfiguration, any Runtime) throws -> HTTPFetcher) {
        self.fetcher = fetcher
    }
}
