public import Foundation
public import RPC

extension Catalog {
    /// Lists the acting profile's recent searches, the latest first, each text once.
    public struct ListRecentSearches: Request {
        public typealias Response = RecentSearches
        public static let safety = CallSafety.readOnly

        /// Makes the request.
        public init() {}
    }

    /// Adds a search to the acting profile's history: a submitted search, and not each letter of it.
    ///
    /// Does nothing where the profile's history is off.
    public struct NoteSearch: Request {
        public typealias Response = RecentSearches
        public static let safety = CallSafety.idempotentByKey

        /// The search text, at most ``maximumCharacters``.
        public var text: String

        /// The maximum length in characters.
        public static let maximumCharacters = 200

        /// Makes the request.
        public init(text: String) { self.text = text }
    }

    /// Deletes the acting profile's search history: one text or all.
    public struct ForgetSearches: Request {
        public typealias Response = RecentSearches
        public static let safety = CallSafety.idempotentByKey

        /// The text, in any equivalent spelling; absent: all.
        public var text: String?

        /// Makes the request.
        public init(text: String? = nil) { self.text = text }
    }

    /// Switches the acting profile's search history on or off. Switching it off deletes it. So does the profile's
    /// setting `keepSearchHistory` when it is changed: the later of both counts.
    public struct SetSearchHistory: Request {
        public typealias Response = RecentSearches
        public static let safety = CallSafety.idempotentByKey

        /// Whether searches are kept.
        public var isKept: Bool

        /// Makes the request.
        public init(isKept: Bool) { self.isKept = isKept }
    }

    /// Lists the trending searches of the household: the words of the last seven days that more than one profile has
    /// searched, and that find a title which the caller may see.
    public struct ListTrendingSearches: Request {
        public typealias Response = TrendingSearches
        public static let safety = CallSafety.readOnly

        /// Makes the request.
        public init() {}
    }

    /// Completes a partly typed query from the profile's recent searches and the titles that the caller may see. An
    /// empty query returns the most recent searches.
    public struct Suggest: Request {
        public typealias Response = Suggestions
        public static let safety = CallSafety.readOnly
        public static let timeout = Duration.seconds(1)

        /// The text typed so far.
        public var text: String
        /// The maximum number, 1 to ``maximumSize``; absent: ``standardSize``.
        public var size: Int32?

        /// The number of suggestions when the request gives none.
        public static let standardSize: Int32 = 8
        /// The maximum number of suggestions.
        public static let maximumSize: Int32 = 20

        /// Makes the request.
        public init(text: String, size: Int32? = nil) {
            self.text = text
            self.size = size
        }
    }
}

/// The search history of a profile.
public struct RecentSearches: Codable, Sendable, Hashable {
    /// Whether searches are kept.
    public var isKept: Bool
    /// The searches, the latest first, at most ``maximumCount``.
    public var searches: [RecentSearch]

    /// The maximum number of searches kept.
    public static let maximumCount = 20

    /// Makes the history.
    public init(isKept: Bool, searches: [RecentSearch]) {
        self.isKept = isKept
        self.searches = searches
    }
}

/// One search.
public struct RecentSearch: Codable, Sendable, Hashable {
    /// The text, as last typed.
    public var text: String
    /// The time of the search.
    public var at: Date

    /// Makes a search.
    public init(text: String, at: Date) {
        self.text = text
        self.at = at
    }
}

/// The trending searches of the household.
public struct TrendingSearches: Codable, Sendable, Hashable {
    /// The texts, those of the most profiles first, at most ``maximumCount``.
    public var texts: [String]

    /// The maximum number of texts.
    public static let maximumCount = 10

    /// Makes the list.
    public init(texts: [String]) { self.texts = texts }
}

/// Completions of a text.
public struct Suggestions: Codable, Sendable, Hashable {
    /// The suggestions: recent searches first, then titles, the most popular first.
    public var suggestions: [Suggestion]

    /// Makes the list.
    public init(suggestions: [Suggestion]) { self.suggestions = suggestions }
}
