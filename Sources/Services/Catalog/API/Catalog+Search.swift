public import Household
public import RPC

extension Catalog {
    /// Finds movies, series and channels that match a text and filters, or lists all of them when the text is empty.
    ///
    /// Every word must be found, the last one as the beginning of a word, in the title, the groups or the overview; letters
    /// match without regard to case and accents. When little is found, words that nearly match are tried. A title passes a
    /// filter with one of its values, and must pass all of them.
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
        /// Years: titles of one of these ranges.
        public var years: [YearRange]?
        /// Languages by ISO 639-1: titles with a link in one of them.
        public var languages: [String]?
        /// Qualities: titles with a link in one of them.
        public var qualities: [PictureQuality]?
        /// The maximum duration in minutes; titles of unknown duration do not match.
        public var maximumMinutes: Int32?
        /// The fewest minutes.
        public var minimumMinutes: Int32?
        /// Titles that are like this one, the most alike first.
        public var similarTo: ContentID?
        /// What to count beside the hits: each value with how many titles it would find under the other filters.
        public var facets: [SearchFacet]?
        /// Whether the text is read as people speak: "action movies like Die Hard from the nineties". What was understood is
        /// in the answer.
        public var isNatural: Bool?
        /// Whether it is also looked for outside of the library, in a text of ``minimumOutsideCharacters`` at least; absent: no.
        public var scope: SearchScope?
        /// Providers by TMDB's numbers: films and series that can be watched by one of them in the household's region.
        public var providers: [Int64]?
        /// Whether only films and series are found that can be watched by what the acting profile subscribes to. Without
        /// subscriptions, or a region of the household, it is FAILED_PRECONDITION.
        public var onlySubscribed: Bool?
        /// `true`: radio stations alone; `false`: everything but these; absent: both.
        public var isRadio: Bool?

        /// Shorter texts are looked for in the library alone.
        public static let minimumOutsideCharacters = 2

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

/// Where is looked.
public enum SearchScope: String, Codable, Sendable, CaseIterable {
    /// In the library.
    case library
    /// Also at TMDB, for films and series that the library does not have.
    case everywhere
}

/// The order of search results.
public enum SearchSort: String, Codable, Sendable, CaseIterable {
    /// What matches best first; of what matches as well, the best known.
    case relevance
    /// By title, without regard to case, accents and a leading article.
    case title
    /// What came into the catalog last first.
    case added
    /// What came out last first, by the day where it is known; what has a year alone is at the end of it.
    case newest
    /// The mildest rating first, unrated last.
    case rating
    /// Channels by their number; what has none after.
    case number
    /// The best known first.
    case popularity
    /// The highest score first, what has none last.
    case score
}

/// Years from one to another, both included.
public struct YearRange: Codable, Sendable, Hashable {
    /// The first year; absent: from the beginning.
    public var from: Int32?
    /// The last year; absent: up to now and beyond.
    public var through: Int32?

    /// Makes a range.
    public init(_ from: Int32? = nil, through: Int32? = nil) {
        self.from = from
        self.through = through
    }

    /// The range as text: `1990-1999`, `2020-`, `-1989`; one year alone: `1999`.
    public var text: String {
        if let from, from == through { return String(from) }
        return "\(from.map { String($0) } ?? "")-\(through.map { String($0) } ?? "")"
    }

    /// Reads ``text``; nil for anything else.
    public init?(text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let years = parts.map { Int32($0) }
        guard zip(parts, years).allSatisfy({ $0.isEmpty || $1 != nil }), text.contains(where: \.isNumber) else {
            return nil
        }
        switch years.count {
        case 1: self.init(years[0], through: years[0])
        case 2: self.init(years[0], through: years[1])
        default: return nil
        }
    }
}

/// How sharp a picture is.
public struct PictureQuality: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Fewer than 700 lines.
    public static let sd = PictureQuality(rawValue: "SD")
    /// From 700 lines on.
    public static let hd = PictureQuality(rawValue: "HD")
    /// From 1,000 lines on.
    public static let fullHD = PictureQuality(rawValue: "Full HD")
    /// From 2,000 lines on.
    public static let ultraHD = PictureQuality(rawValue: "4K")
    /// From 4,000 lines on.
    public static let eightK = PictureQuality(rawValue: "8K")

    /// All that are known.
    public static let all: [PictureQuality] = [.sd, .hd, .fullHD, .ultraHD, .eightK]
}

/// One page of what a search found.
public struct SearchResults: Codable, Sendable, Hashable {
    /// The titles, in order.
    public var hits: [Card]
    /// How many match in the kinds asked for, or ``maximumExactTotal`` when there are more.
    public var total: Int64
    /// Whether ``total`` is exact.
    public var isTotalExact: Bool
    /// How many there are of each kind under the other filters: movies, series and channels, and what else is asked for, also
    /// where only some kinds are asked for. Counts are exact, also where the total is not.
    public var kinds: [KindCount]
    /// The text that was looked for as well, when the one asked for found little: fewer than three titles, of which none is
    /// called by the text. What only this one finds comes behind, in every order.
    public var correctedText: String?
    /// Asks for the next page; absent on the last one.
    public var cursor: String?
    /// The facets asked for, in the order asked for.
    public var facets: [FacetCounts]?
    /// What was understood of a text that was to be read as people speak.
    public var understood: Understanding?
    /// Films and series that are not in the library, under TMDB's ids, beside the first page of a search everywhere.
    public var outside: [Card]?
    /// Whether the titles outside the library could not be fetched.
    public var isOutsideMissing: Bool?
    /// How many of the total have the text itself, beside a ``correctedText``; absent without one.
    public var exactTotal: Int64?

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
