public import HearthModel
public import MetadataGatewayAPI
public import RPC

extension Gateway {
    /// Returns titles to discover: one of TMDB's lists or a search there, marked with what the household has, next to the
    /// library's titles.
    public struct Discover: Request {
        public typealias Response = DiscoverScreen
        public static let safety = CallSafety.readOnly
        public static let timeout = Gateway.patience

        /// A name or a part of it to search; absent: a list is returned.
        public var text: String?
        /// The list, without a text; absent: this week's trending titles.
        public var list: TitleListName?
        /// Films only, or series only; absent: both.
        public var kind: ContentKind?
        /// Which page of TMDB's titles, 1 to ``maximumPage``; absent: the first.
        public var page: Int32?
        /// The language of TMDB's titles, `de` or `de-DE`; absent: English.
        public var language: String?
        /// How many of the library's titles there are, 1 to ``maximumSize``; absent: ``standardSize``.
        public var size: Int32?

        /// The last page of TMDB's lists.
        public static let maximumPage: Int32 = 500
        /// How many of the library's titles there are when the request does not say.
        public static let standardSize: Int32 = 5
        /// The most of the library's titles.
        public static let maximumSize = PageRequest.maximumSize

        /// Makes the request.
        public init(
            text: String? = nil, list: TitleListName? = nil, kind: ContentKind? = nil, page: Int32? = nil,
            language: String? = nil, size: Int32? = nil
        ) {
            self.text = text
            self.list = list
            self.kind = kind
            self.page = page
            self.language = language
            self.size = size
        }
    }
}

/// Titles to discover: TMDB's titles with the household's marks, and some of the library.
public struct DiscoverScreen: Codable, Sendable, Hashable {
    /// The titles of a TMDB list or search, in its order; absent when it failed.
    public var titles: [DiscoveredTitle]?
    /// How many titles were left out because their ratings were not known in time.
    public var unrated: Int32?
    /// The next page, where there is one.
    public var nextPage: Int32?
    /// The source and age of the titles.
    public var source: AnswerSource?
    /// The library's titles: those of the search, or the newest; absent when it failed.
    public var library: [Card]?
    /// The missing parts, and why.
    public var missing: [MissingPart]

    /// Makes a screen without anything.
    public init() { missing = [] }
}

/// A title of TMDB's with the household's marks. The data of a service that is down is absent.
public struct DiscoveredTitle: Codable, Sendable, Hashable {
    /// The title, with its id at TMDB.
    public var card: Card
    /// Whether the library has it.
    public var isInLibrary: Bool?
    /// Its id in the library.
    public var library: ContentID?
    /// Whether it is a favourite of the acting profile.
    public var isFavourite: Bool?
    /// Whether the acting profile has watched it, of a film that the library has.
    public var isWatched: Bool?

    /// Makes a title without marks.
    public init(card: Card) { self.card = card }
}
