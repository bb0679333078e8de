public import RPC

extension Catalog {
    /// Lists the household's playlists and guides. Counts cover the titles that the caller may see.
    public struct ListSources: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = SourceList
        public static let method = "ListSources"
        public static let safety = CallSafety.readOnly
        public static let access = Catalog.keepers

        /// Makes the request.
        public init() {}
    }

    /// Removes a source with all titles that no other source has, as a job.
    public struct RemoveSource: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = ImportStarted
        public static let method = "RemoveSource"
        public static let safety = CallSafety.idempotent
        public static let access = Catalog.keepers
        public static let survivesCaller = true

        /// The source's name.
        public var source: String

        /// Makes the request.
        public init(source: String) { self.source = source }
    }
}
