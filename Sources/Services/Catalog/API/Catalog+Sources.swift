public import Foundation
public import RPC

extension Catalog {
    /// Lists the household's playlists and guides. Counts are those of what the caller may see.
    public struct ListSources: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = SourceList
        public static let method = "ListSources"
        public static let safety = CallSafety.readOnly
        public static let access = Catalog.keepers

        /// Asks for the sources.
        public init() {}
    }

    /// Removes a source with everything that no other source has, as a job.
    public struct RemoveSource: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = ImportStarted
        public static let method = "RemoveSource"
        public static let safety = CallSafety.idempotent
        public static let access = Catalog.keepers
        public static let survivesCaller = true

        /// The source's name.
        public var source: String

        /// Asks to remove a source.
        public init(source: String) { self.source = source }
    }
}

/// A household's sources.
public struct SourceList: Codable, Sendable, Hashable {
    /// Every source, by name.
    public var sources: [CatalogSource]

    /// Lists sources.
    public init(sources: [CatalogSource]) { self.sources = sources }
}

/// A playlist or a guide that the household takes in.
public struct CatalogSource: Codable, Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Playlist or guide.
    public var kind: ImportKind
    /// The file that it was read from last.
    public var path: String
    /// When that was published.
    public var imported: Date
    /// Movies that it has links to and the caller may see.
    public var movies: Int64
    /// Episodes, likewise.
    public var episodes: Int64
    /// Channels, likewise: of the catalog for a playlist, of the guide for a guide.
    public var channels: Int64
    /// Titles, likewise, that are missing from it since less than seven days.
    public var stale: Int64

    /// Describes a source that has nothing.
    public init(name: String, kind: ImportKind, path: String, imported: Date) {
        self.name = name
        self.kind = kind
        self.path = path
        self.imported = imported
        movies = 0
        episodes = 0
        channels = 0
        stale = 0
    }
}
