package import HTTPFetch
package import RPC

/// What this service has outside of its shards: the internet, and a disk for files. Simulations put others in their place.
package struct DownloadsDependencies: Sendable {
    /// Makes what fetches.
    package var fetcher: @Sendable (FetchConfiguration, any Runtime) throws -> HTTPFetcher
    /// Watches over the files; nil for the real disk alone.
    package var disk: (any DiskObserver)?

    /// The real internet and the real disk.
    package static let real = DownloadsDependencies { try HTTPFetcher($0, runtime: $1) }

    /// Names what is outside.
    package init(
        disk: (any DiskObserver)? = nil,
        fetcher: @escaping @Sendable (FetchConfiguration, any Runtime) throws -> HTTPFetcher
    ) {
        (self.disk, self.fetcher) = (disk, fetcher)
    }
}
