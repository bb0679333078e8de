package import HTTPFetch
package import RPC

/// The external dependencies of this service: the internet, and a disk for files. Simulations replace them.
package struct DownloadsDependencies: Sendable {
    /// Makes the HTTP fetcher.
    package var fetcher: @Sendable (FetchConfiguration, any Runtime) throws -> HTTPFetcher
    /// Observes file operations; nil for the real disk alone.
    package var disk: (any DiskObserver)?

    /// The real internet and the real disk.
    package static let real = DownloadsDependencies { try HTTPFetcher($0, runtime: $1) }

    /// Makes the dependencies.
    package init(
        disk: (any DiskObserver)? = nil,
        fetcher: @escaping @Sendable (FetchConfiguration, any Runtime) throws -> HTTPFetcher
    ) {
        (self.disk, self.fetcher) = (disk, fetcher)
    }
}
