public import Household
public import RPC

extension Catalog {
    /// Lists the discovery sections of the library. All callers with the same viewing policy get the same sections;
    /// profiles adds personal recommendations.
    public struct ListDiscovery: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = DiscoveryPage
        public static let method = "ListDiscovery"
        public static let safety = CallSafety.readOnly

        /// The sections, in the order of the answer; absent: all but the genres.
        public var sections: [DiscoverySectionName]?
        /// How many titles a section has at most, 1 to ``maximumSize``; absent: ``standardSize``.
        public var size: Int32?

        /// The section size when the request gives none.
        public static let standardSize: Int32 = 10
        /// The most titles of a section.
        public static let maximumSize: Int32 = 100

        /// Asks for sections.
        public init(sections: [DiscoverySectionName]? = nil, size: Int32? = nil) {
            self.sections = sections
            self.size = size
        }
    }

    /// The genres of films and series that are there for the caller, the largest first: each is a row that ``Search`` lists.
    public struct ListGenres: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = GenreRows
        public static let method = "ListGenres"
        public static let safety = CallSafety.readOnly

        /// Films alone, or series alone; absent: both.
        public var kind: ContentKind?

        /// Asks for the genres.
        public init(kind: ContentKind? = nil) { self.kind = kind }
    }

    /// Titles of the library that are like one of them, the most alike first.
    ///
    /// NOT_FOUND when that one is not there, or not for the caller.
    public struct ListSimilar: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = CardList
        public static let method = "ListSimilar"
        public static let safety = CallSafety.readOnly

        /// The title.
        public var id: ContentID
        /// How many at most, 1 to ``ListDiscovery/maximumSize``; absent: ``ListDiscovery/standardSize``.
        public var size: Int32?

        /// Asks what is like a title.
        public init(id: ContentID, size: Int32? = nil) {
            self.id = id
            self.size = size
        }
    }
}

/// A section of what there is to discover.
public struct DiscoverySectionName: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Films of the library that are on TMDB's list of the week, in its order.
    public static let trendingMovies = DiscoverySectionName(rawValue: "trendingMovies")
    /// Series of the library that are on that list.
    public static let trendingSeries = DiscoverySectionName(rawValue: "trendingSeries")
    /// Films and series that came in last.
    public static let new = DiscoverySectionName(rawValue: "new")
    /// The best known films and series.
    public static let popular = DiscoverySectionName(rawValue: "popular")
    /// Films and series with the highest scores, those of many before those of few.
    public static let top = DiscoverySectionName(rawValue: "top")
    /// A section for each genre, with its best known films and series.
    public static let genres = DiscoverySectionName(rawValue: "genres")

    /// All that are known.
    public static let all: [DiscoverySectionName] = [.trendingMovies, .trendingSeries, .new, .popular, .top, .genres]
}

/// Sections of what there is to discover.
public struct DiscoveryPage: Codable, Sendable, Hashable {
    /// The sections that have something, in the order asked for.
    public var sections: [DiscoverySection]
    /// The sections that cannot be told now, as metadata-gateway does not answer.
    public var missing: [DiscoverySectionName]

    /// Lists sections.
    public init(sections: [DiscoverySection], missing: [DiscoverySectionName] = []) {
        self.sections = sections
        self.missing = missing
    }
}

/// One section.
public struct DiscoverySection: Codable, Sendable, Hashable {
    /// Which.
    public var name: DiscoverySectionName
    /// The genre of a section of ``DiscoverySectionName/genres``.
    public var genre: String?
    /// Its titles, in order.
    public var cards: [Card]

    /// A section.
    public init(name: DiscoverySectionName, genre: String? = nil, cards: [Card]) {
        self.name = name
        self.genre = genre
        self.cards = cards
    }
}

/// The genres that there are.
public struct GenreRows: Codable, Sendable, Hashable {
    /// The genres, the largest first.
    public var rows: [GenreRow]

    /// Lists genres.
    public init(rows: [GenreRow]) { self.rows = rows }
}

/// A genre that there is something of.
public struct GenreRow: Codable, Sendable, Hashable {
    /// Its name, as ``Search/genres`` takes it.
    public var genre: String
    /// TMDB's number of it.
    public var tmdbID: Int64
    /// How many titles it has.
    public var count: Int64

    /// A genre.
    public init(genre: String, tmdbID: Int64, count: Int64) {
        self.genre = genre
        self.tmdbID = tmdbID
        self.count = count
    }
}
