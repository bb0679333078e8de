public import HearthModel
public import RPC

extension Catalog {
    /// Searches movies, series and channels by text and filters, or lists all of them when the text is empty.
    ///
    /// Every word must match, the last one as a prefix, in the title, the groups or the overview; case and accents are
    /// ignored. When few titles match, spelling corrections are tried. A title passes a filter with one of its values,
    /// and must pass all of them.
    public struct Search: Request {
        public typealias Response = SearchResults
        public static let safety = CallSafety.readOnly
        public static let timeout = Duration.seconds(2)

        /// The text, as typed.
        public var text: String
        /// The kinds to search; absent: movies, series and channels.
        public var kinds: [ContentKind]?
        /// Genres by TMDB's names: titles with one of them.
        public var genres: [String]?
        /// Ratings: titles with one of them.
        public var ratings: [ContentRating]?
        /// Groups of the playlists by name: titles in one of them.
        public var groups: [String]?
        /// The order; absent: by relevance, or by title when there is no text.
        public var sort: SearchSort?
        /// The page; absent: the first.
        public var page: PageRequest?
        /// Years: titles of one of these ranges.
        public var years: [YearRange]?
        /// Languages by ISO 639-1: titles with a link in one of them.
        public var languages: [String]?
        /// Qualities: titles with a link in one of them.
        public var qualities: [PictureQuality]?
        /// The maximum duration in minutes; titles of unknown duration do not match.
        public var maximumMinutes: Int32?
        /// The minimum duration in minutes.
        public var minimumMinutes: Int32?
        /// Titles similar to this one, the most similar first.
        public var similarTo: ContentID?
        /// The facets to count: each value with the number of titles that it would find under the other filters.
        public var facets: [SearchFacet]?
        /// Whether the text is natural language: "action movies like Die Hard from the nineties". The response has the
        /// interpretation.
        public var isNatural: Bool?
        /// Whether to search outside of the library too, with a text of at least ``minimumOutsideCharacters``; absent:
        /// no.
        public var scope: SearchScope?
        /// Watch providers by TMDB's ids: films and series that one of them has in the household's region.
        public var providers: [Int64]?
        /// Whether to find only films and series of providers that the acting profile subscribes to.
        /// FAILED_PRECONDITION without subscriptions or a region of the household.
        public var onlySubscribed: Bool?
        /// `true`: only radio stations; `false`: everything else; absent: both.
        public var isRadio: Bool?

        /// Shorter texts are searched in the library only.
        public static let minimumOutsideCharacters = 2

        /// Makes the request.
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

/// The scope of a search.
public enum SearchScope: String, Codable, Sendable, CaseIterable {
    /// The library.
    case library
    /// TMDB as well, for films and series that the library does not have.
    case everywhere
}

/// The order of search results.
public enum SearchSort: String, Codable, Sendable, CaseIterable {
    /// The best match first; of equal matches, the most popular.
    case relevance
    /// By title, ignoring case, accents and a leading article.
    case title
    /// The latest addition to the catalog first.
    case added
    /// The latest release first, by day where it is known; titles with only a year are at the end of that year.
    case newest
    /// The mildest rating first, unrated last.
    case rating
    /// Channels by number; those without one last.
    case number
    /// The most popular first.
    case popularity
    /// The highest score first, titles without one last.
    case score
}

/// A range of years, inclusive.
public struct YearRange: Codable, Sendable, Hashable {
    /// The first year; absent: no lower bound.
    public var from: Int32?
    /// The last year; absent: no upper bound.
    public var through: Int32?

    /// Makes a range.
    public init(_ from: Int32? = nil, through: Int32? = nil) {
        self.from = from
        self.through = through
    }

    /// The range as text: `1990-1999`, `2020-`, `-1989`; a single year: `1999`.
    public var text: String {
        if let from, from == through { return String(from) }
        return "\(from.map { String($0) } ?? "")-\(through.map { String($0) } ?? "")"
    }

    /// Parses ``text``; nil for anything else.
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

/// The resolution class of a picture.
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

    /// All known qualities.
    public static let all: [PictureQuality] = [.sd, .hd, .fullHD, .ultraHD, .eightK]
}

/// A page of search results.
public struct SearchResults: Codable, Sendable, Hashable {
    /// The titles, in order.
    public var hits: [Card]
    /// The number of matches in the requested kinds, or ``maximumExactTotal`` when there are more.
    public var total: Int64
    /// Whether ``total`` is exact.
    public var isTotalExact: Bool
    /// The number of matches of each kind under the other filters: movies, series and channels, and any other requested
    /// kind, also where only some kinds are requested. Counts are exact, also where the total is not.
    public var kinds: [KindCount]
    /// The corrected text that was searched as well, when the typed one found little: fewer than three titles, none of
    /// which has the text as its name. Titles that only this one finds come last, in every order.
    public var correctedText: String?
    /// The cursor of the next page; absent on the last one.
    public var cursor: String?
    /// The requested facets, in the requested order.
    public var facets: [FacetCounts]?
    /// The interpretation of a natural-language text.
    public var understood: Understanding?
    /// Films and series that are not in the library, under TMDB's ids, with the first page of a search everywhere.
    public var outside: [Card]?
    /// Whether the titles outside the library could not be fetched.
    public var isOutsideMissing: Bool?
    /// How many of the total match the typed text itself, beside a ``correctedText``; absent without one.
    public var exactTotal: Int64?

    /// Totals up to here are exact.
    public static let maximumExactTotal: Int64 = 10_000

    /// Makes an empty page.
    public init() {
        hits = []
        total = 0
        isTotalExact = true
        kinds = []
    }
}

/// The number of titles of one kind.
public struct KindCount: Codable, Sendable, Hashable {
    /// The kind.
    public var kind: ContentKind
    /// The count.
    public var count: Int64

    /// Makes a count.
    public init(kind: ContentKind, count: Int64) {
        self.kind = kind
        self.count = count
    }
}
