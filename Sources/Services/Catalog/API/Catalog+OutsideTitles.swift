public import Household
public import RPC

extension Catalog {
    /// Which titles of the library some of TMDB's titles are: all of a screen's in one call.
    ///
    /// A title is known by its number. Where no title of the library has that number, it is known by its whole name and a year that
    /// differs by one at most, unless the library's title has another number. What is not there, or not for the caller, is left
    /// out.
    public struct MatchTitles: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = MatchedTitles
        public static let method = "MatchTitles"
        public static let safety = CallSafety.readOnly

        /// The titles, 1 to ``maximumCount``.
        public var titles: [OutsideTitle]

        /// The most that can be asked for at once.
        public static let maximumCount = 200

        /// Asks which titles are in the library.
        public init(titles: [OutsideTitle]) { self.titles = titles }
    }
}

/// A title of TMDB's.
public struct OutsideTitle: Codable, Sendable, Hashable {
    /// Its id: `tmdb:movie:N` or `tmdb:tv:N`.
    public var id: ContentID
    /// What it is called, at most ``maximumCharacters``.
    public var name: String
    /// The year of its first day.
    public var year: Int32?

    /// Characters that a name may have.
    public static let maximumCharacters = 500

    /// Names a title.
    public init(id: ContentID, name: String, year: Int32? = nil) {
        self.id = id
        self.name = name
        self.year = year
    }
}

/// Titles of TMDB's that the library has.
public struct MatchedTitles: Codable, Sendable, Hashable {
    /// Those that it has, in the order in which they were asked for.
    public var titles: [MatchedTitle]

    /// Lists titles.
    public init(titles: [MatchedTitle]) { self.titles = titles }
}

/// A title of TMDB's that the library has.
public struct MatchedTitle: Codable, Sendable, Hashable {
    /// Its id as it was asked for.
    public var id: ContentID
    /// The library's title.
    public var card: Card

    /// A title that the library has.
    public init(id: ContentID, card: Card) {
        self.id = id
        self.card = card
    }
}
