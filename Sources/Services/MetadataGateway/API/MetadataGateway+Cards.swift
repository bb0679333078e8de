public import HearthModel
public import RPC

extension MetadataGateway {
    /// Titles to discover, in the library or not: one of TMDB's lists, or a search.
    ///
    /// Every profile may call it: each title is filtered by the caller's policy with its certificate. A title whose
    /// certificate is not known in time is returned to callers without restrictions only.
    public struct Discover: Request {
        public typealias Response = DiscoveredTitles
        public static let safety = CallSafety.readOnly
        public static let timeout = Duration.seconds(20)

        /// A name or a part of it to search; absent: a list is returned.
        public var text: String?
        /// The list, without a text; absent: this week's trending titles.
        public var list: TitleListName?
        /// Films only, or series only; absent: both.
        public var kind: ContentKind?
        /// Which page, 1 to 500; absent: the first.
        public var page: Int32?
        /// The language of the titles, `de` or `de-DE`; absent: English.
        public var language: String?

        /// Creates the request.
        public init(
            text: String? = nil, list: TitleListName? = nil, kind: ContentKind? = nil, page: Int32? = nil,
            language: String? = nil
        ) {
            self.text = text
            self.list = list
            self.kind = kind
            self.page = page
            self.language = language
        }
    }

    /// The cards of titles outside the library, for services that store them with their references.
    ///
    /// Titles that TMDB does not have, or that the caller may not see, are left out.
    public struct GetCards: Request {
        public typealias Response = OutsideCards
        public static let safety = CallSafety.readOnly
        public static let timeout = Duration.seconds(20)
        public static let access = CallAccess.caller.orServices(.profiles, .scheduler)

        /// The titles, `tmdb:movie:N` or `tmdb:tv:N`, at most ``maximumCount``.
        public var ids: [ContentID]

        /// The most titles in one call.
        public static let maximumCount = 40

        /// Creates the request.
        public init(ids: [ContentID]) { self.ids = ids }
    }
}

/// Titles to discover.
public struct DiscoveredTitles: Codable, Sendable, Hashable {
    /// The titles that the caller may see, in TMDB's order. Their IDs are TMDB's, even of titles in the library.
    public var cards: [Card]
    /// How many titles were left out because their ratings were not known in time.
    public var unrated: Int32
    /// The next page, where there is one.
    public var nextPage: Int32?
    /// The source and age of the response.
    public var source: AnswerSource

    /// Lists titles.
    public init(cards: [Card], unrated: Int32, nextPage: Int32?, source: AnswerSource) {
        self.cards = cards
        self.unrated = unrated
        self.nextPage = nextPage
        self.source = source
    }
}

/// Cards of titles outside of the library.
public struct OutsideCards: Codable, Sendable, Hashable {
    /// The cards, in the requested order.
    public var cards: [Card]
    /// The titles whose details were not known in time; a retry may return them.
    public var unanswered: [ContentID]
    /// The source and age of the oldest response used; absent without any.
    public var source: AnswerSource?

    /// Lists cards.
    public init(cards: [Card], unanswered: [ContentID] = [], source: AnswerSource? = nil) {
        self.cards = cards
        self.unanswered = unanswered
        self.source = source
    }
}
