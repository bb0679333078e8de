public import CatalogAPI
public import RPC
public import ReadingListAPI

extension Gateway {
    /// Searches the library, and the reading list and the guide where these are asked for.
    public struct Search: Request {
        public typealias Response = SearchScreen
        public static let safety = CallSafety.readOnly
        public static let timeout = Gateway.patience

        /// The search of the library.
        public var search: Catalog.Search
        /// Whether the reading list is searched, too: the first ``otherSize`` links. Not for an empty text.
        public var links: Bool?
        /// Whether the guide is searched, too: the first ``otherSize`` programmes. Not for an empty text.
        public var programmes: Bool?

        /// How many links and programmes there are at most: they are an addition to the titles.
        public static let otherSize: Int32 = 5

        /// Makes the request.
        public init(_ search: Catalog.Search, links: Bool? = nil, programmes: Bool? = nil) {
            self.search = search
            self.links = links
            self.programmes = programmes
        }
    }
}

/// The results of all searches.
public struct SearchScreen: Codable, Sendable, Hashable {
    /// The library's titles; absent while the catalog is down.
    public var titles: SearchResults?
    /// The reading list's links; absent when it was not searched.
    public var links: LinkList?
    /// The guide's programmes; absent when it was not searched.
    public var programmes: GuideHits?
    /// The missing parts, and why.
    public var missing: [MissingPart]

    /// Makes a screen without anything.
    public init() { missing = [] }
}
