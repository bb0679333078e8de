public import HearthModel
public import RPC

extension Catalog {
    /// Lists the discovery sections of the library. All callers with the same viewing policy get the same sections;
    /// profiles adds personal recommendations.
    public struct ListDiscovery: Request {
        public typealias Response = DiscoveryPage
        public static let safety = CallSafety.readOnly

        /// The sections, in the order of the response; absent: all but the genres.
        public var sections: [DiscoverySectionName]?
        /// The maximum titles of a section, 1 to ``maximumSize``; absent: ``standardSize``.
        public var size: Int32?

        /// The section size when the request gives none.
        public static let standardSize: Int32 = 10
        /// The maximum titles of a section.
        public static let maximumSize: Int32 = 100

        /// Makes the request.
        public init(sections: [DiscoverySectionName]? = nil, size: Int32? = nil) {
            self.sections = sections
            self.size = size
        }
    }

    /// Lists the genres of films and series that the caller may see, the largest first: each is a row that ``Search``
    /// lists.
    public struct ListGenres: Request {
        public typealias Response = GenreRows
        public static let safety = CallSafety.readOnly

        /// Only films or only series; absent: both.
        public var kind: ContentKind?

        /// Makes the request.
        public init(kind: ContentKind? = nil) { self.kind = kind }
    }

    /// Lists titles of the library similar to one of them, the most similar first.
    ///
    /// NOT_FOUND when the title does not exist or the caller may not see it.
    public struct ListSimilar: Request {
        public typealias Response = CardList
        public static let safety = CallSafety.readOnly

        /// The title.
        public var id: ContentID
        /// The maximum number, 1 to ``ListDiscovery/maximumSize``; absent: ``ListDiscovery/standardSize``.
        public var size: Int32?

        /// Makes the request.
        public init(id: ContentID, size: Int32? = nil) {
            self.id = id
            self.size = size
        }
    }
}

/// A discovery section.
public struct DiscoverySectionName: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Films of the library on TMDB's weekly trending list, in its order.
    public static let trendingMovies = DiscoverySectionName(rawValue: "trendingMovies")
    /// Series of the library on that list.
    public static let trendingSeries = DiscoverySectionName(rawValue: "trendingSeries")
    /// The latest films and series.
    public static let new = DiscoverySectionName(rawValue: "new")
    /// The most popular films and series.
    public static let popular = DiscoverySectionName(rawValue: "popular")
    /// The films and series with the highest scores, weighted by votes.
    public static let top = DiscoverySectionName(rawValue: "top")
    /// A section for each genre, with its most popular films and series.
    public static let genres = DiscoverySectionName(rawValue: "genres")

    /// All known sections.
    public static let all: [DiscoverySectionName] = [.trendingMovies, .trendingSeries, .new, .popular, .top, .genres]
}

/// Discovery sections.
public struct DiscoveryPage: Codable, Sendable, Hashable {
    /// The sections that are not empty, in the requested order.
    public var sections: [DiscoverySection]
    /// The sections that are unavailable because metadata-gateway does not answer.
    public var missing: [DiscoverySectionName]

    /// Makes the page.
    public init(sections: [DiscoverySection], missing: [DiscoverySectionName] = []) {
        self.sections = sections
        self.missing = missing
    }
}

/// One section.
public struct DiscoverySection: Codable, Sendable, Hashable {
    /// The section's name.
    public var name: DiscoverySectionName
    /// The genre, for a section of ``DiscoverySectionName/genres``.
    public var genre: String?
    /// Its titles, in order.
    public var cards: [Card]

    /// Makes a section.
    public init(name: DiscoverySectionName, genre: String? = nil, cards: [Card]) {
        self.name = name
        self.genre = genre
        self.cards = cards
    }
}

/// The genres of the library.
public struct GenreRows: Codable, Sendable, Hashable {
    /// The genres, the largest first.
    public var rows: [GenreRow]

    /// Makes the list.
    public init(rows: [GenreRow]) { self.rows = rows }
}

/// A genre with at least one title.
public struct GenreRow: Codable, Sendable, Hashable {
    /// Its name, as ``Search/genres`` accepts it.
    public var genre: String
    /// TMDB's id of the genre.
    public var tmdbID: Int64
    /// The number of its titles.
    public var count: Int64

    /// Makes a genre.
    public init(genre: String, tmdbID: Int64, count: Int64) {
        self.genre = genre
        self.tmdbID = tmdbID
        self.count = count
    }
}
