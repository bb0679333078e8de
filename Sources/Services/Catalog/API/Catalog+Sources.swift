public import RPC

extension Catalog {
    /// Lists the household's playlists and guides. Counts cover the titles that the caller may see.
    public struct ListSources: Request {
        public typealias Response = SourceList
        public static let safety = CallSafety.readOnly
        public static let access = Catalog.ownerAndAdults

        /// Makes the request.
        public init() {}
    }

    /// Removes a source with all titles that no other source has, as a job.
    public struct RemoveSource: Request {
        public typealias Response = ImportStarted
        public static let safety = CallSafety.idempotent
        public static let access = Catalog.ownerAndAdults
        public static let survivesCaller = true

        /// The source's name.
        public var source: String

        /// Makes the request.
        public init(source: String) { self.source = source }
    }
}
