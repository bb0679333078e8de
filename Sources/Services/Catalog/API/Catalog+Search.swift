public import Household
public import RPC

extension Catalog {
    /// Finds movies, series and channels that match a text and filters, or lists all of them when the text is empty.
    ///
    /// Every word must be found, the last one as the beginning of a word, in the title, the groups or the overview; letters
    /// match without regard to case and accents. When little is found, words that nearly match are tried.
    public struct Search: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = SearchResults
        public static let method = "Search"
        public static let safety = CallSafety.readOnly
        public static let timeout = Duration.seconds(2)

        /// What to look for, as typed.
        public var text: String
        /// Kinds to look among; absent: movies, series and channels.
        public var kinds: [ContentKind]?
        /// Genres by TMDB's names: titles with one of them.
        public var genres: [String]?
        /// Ratings: titles with one of them.
        public var ratings: [ContentRating]?
        /// Groups of the playlists by name: titles in one of them.
        public var groups: [String]?
        /// The order; absent: by relevance, or by title when there is no text.
        public var sort: SearchSort?
        /// Which page; absent: the first.
        public var page: PageRequest?

        /// Asks for what matches a text.
        public init(
            text: String, kinds: [ContentKind]? = nil, genres: [String]? = nil, ratings: [ContentRating]? = nil,
            groups: [String]? = nil, sort: SearchSort? = nil, page: PageRequest? = nil
        ) {
            self.text = text
            self.kinds = kinds
            self.genres = genres
            self.ratings = ratings
            self.groups = groups
            self.sort = sort
            self.page = page
        }
    }
}

/// The order of search results.
public enum SearchSort: String, Codable, Sendable, CaseIterable {
    /// What matches best first.
    case relevance
    /// By title, without regard to case, accents and a leading article.
    case title
    /// What came into the catalog last first.
    case added
    /// The latest year first.
    case newest
    /// The mildest rating first, unrated last.
    case rating
    /// Channels by their number; what has none after.
    case number
}

/// One page of what a search found.
public struct SearchResults: Codable, Sendable, Hashable {
    /// The titles, in order.
    public var hits: [Card]
    /// How many match in all kinds asked for, or ``maximumExactTotal`` when there are more.
    public var total: Int64
    /// Whether ``total`` is exact.
    public var isTotalExact: Bool
    /// How many of them are of each kind; exact when the total is.
    public var kinds: [KindCount]
    /// The text that was looked for instead, when the one asked for found little.
    public var correctedText: String?
    /// Asks for the next page; absent on the last one.
    public var cursor: String?

    /// Totals are counted exactly up to here.
    public static let maximumExactTotal: Int64 = 10_000

    /// An empty page.
    public init() {
        hits = []
        total = 0
        isTotalExact = true
        kinds = []
    }
}

/// How many titles are of one kind.
public struct KindCount: Codable, Sendable, Hashable {
    /// The kind.
    public var kind: ContentKind
    /// How many.
    public var count: Int64

    /// Counts a kind.
    public init(kind: ContentKind, count: Int64) {
        self.kind = kind
        self.count = count
    }
}
