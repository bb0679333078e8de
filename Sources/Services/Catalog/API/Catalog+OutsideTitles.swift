public import HearthModel
public import RPC

extension Catalog {
    /// Matches TMDB titles with titles of the library: all those of a screen in one call.
    ///
    /// A title matches by its number. Where no title of the library has that number, it matches by its whole name and a
    /// year at most one off, unless the library's title has another number. Titles that do not exist or that the caller
    /// may not see are omitted.
    public struct MatchTitles: Request {
        public typealias Response = MatchedTitles
        public static let safety = CallSafety.readOnly

        /// The titles, 1 to ``maximumCount``.
        public var titles: [OutsideTitle]

        /// The maximum number of titles in one request.
        public static let maximumCount = 200

        /// Makes the request.
        public init(titles: [OutsideTitle]) { self.titles = titles }
    }
}

/// A TMDB title.
public struct OutsideTitle: Codable, Sendable, Hashable {
    /// Its id: `tmdb:movie:N` or `tmdb:tv:N`.
    public var id: ContentID
    /// Its name, at most ``maximumCharacters``.
    public var name: String
    /// The year of its first release or broadcast.
    public var year: Int32?

    /// The maximum length of a name in characters.
    public static let maximumCharacters = 500

    /// Makes a title.
    public init(id: ContentID, name: String, year: Int32? = nil) {
        self.id = id
        self.name = name
        self.year = year
    }
}

/// TMDB titles that the library has.
public struct MatchedTitles: Codable, Sendable, Hashable {
    /// The matches, in the requested order.
    public var titles: [MatchedTitle]

    /// Makes the list.
    public init(titles: [MatchedTitle]) { self.titles = titles }
}

/// A TMDB title that the library has.
public struct MatchedTitle: Codable, Sendable, Hashable {
    /// The requested id.
    public var id: ContentID
    /// The library's title.
    public var card: Card

    /// Makes a match.
    public init(id: ContentID, card: Card) {
        self.id = id
        self.card = card
    }
}
