public import Foundation
public import RPC

extension Catalog {
    /// What the acting profile has looked for, the latest first, each text once.
    public struct ListRecentSearches: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = RecentSearches
        public static let method = "ListRecentSearches"
        public static let safety = CallSafety.readOnly

        /// Asks for the acting profile's searches.
        public init() {}
    }

    /// Notes that the acting profile has looked for something: a search that was meant, and not each letter of it.
    ///
    /// Where the profile keeps no history, nothing is noted.
    public struct NoteSearch: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = RecentSearches
        public static let method = "NoteSearch"
        public static let safety = CallSafety.idempotentByKey

        /// What was looked for, at most ``maximumCharacters``.
        public var text: String

        /// The longest text.
        public static let maximumCharacters = 200

        /// Notes a search.
        public init(text: String) { self.text = text }
    }

    /// Forgets what the acting profile has looked for: one text or all.
    public struct ForgetSearches: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = RecentSearches
        public static let method = "ForgetSearches"
        public static let safety = CallSafety.idempotentByKey

        /// The text, in any spelling that counts as the same; absent: all.
        public var text: String?

        /// Forgets a text, or all.
        public init(text: String? = nil) { self.text = text }
    }

    /// Sets whether what the acting profile looks for is kept. Switched off, what was kept is forgotten.
    public struct SetSearchHistory: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = RecentSearches
        public static let method = "SetSearchHistory"
        public static let safety = CallSafety.idempotentByKey

        /// Whether it is kept.
        public var isKept: Bool

        /// Switches the history on or off.
        public init(isKept: Bool) { self.isKept = isKept }
    }

    /// What is looked for in the household: the words of the last seven days that more than one profile has looked for, and
    /// that find something which the caller may see.
    public struct ListTrendingSearches: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = TrendingSearches
        public static let method = "ListTrendingSearches"
        public static let safety = CallSafety.readOnly

        /// Asks what is looked for.
        public init() {}
    }

    /// Completes a partly typed query from the profile's recent searches and the titles that the caller may see. An
    /// empty query returns the most recent searches.
    public struct Suggest: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = Suggestions
        public static let method = "Suggest"
        public static let safety = CallSafety.readOnly
        public static let timeout = Duration.seconds(1)

        /// What was typed so far.
        public var text: String
        /// How many at most, 1 to ``maximumSize``; absent: ``standardSize``.
        public var size: Int32?

        /// The number of suggestions when the request gives none.
        public static let standardSize: Int32 = 8
        /// The most that can be asked for.
        public static let maximumSize: Int32 = 20

        /// Asks how a text goes on.
        public init(text: String, size: Int32? = nil) {
            self.text = text
            self.size = size
        }
    }
}

/// What a profile has looked for.
public struct RecentSearches: Codable, Sendable, Hashable {
    /// Whether searches are kept.
    public var isKept: Bool
    /// The searches, the latest first, at most ``maximumCount``.
    public var searches: [RecentSearch]

    /// The most that are kept.
    public static let maximumCount = 20

    /// Lists searches.
    public init(isKept: Bool, searches: [RecentSearch]) {
        self.isKept = isKept
        self.searches = searches
    }
}

/// One search.
public struct RecentSearch: Codable, Sendable, Hashable {
    /// What was looked for, as it was typed the last time.
    public var text: String
    /// When that was.
    public var at: Date

    /// A search.
    public init(text: String, at: Date) {
        self.text = text
        self.at = at
    }
}

/// What is looked for in the household.
public struct TrendingSearches: Codable, Sendable, Hashable {
    /// The texts, those of most profiles first, at most ``maximumCount``.
    public var texts: [String]

    /// The most that are told.
    public static let maximumCount = 10

    /// Lists texts.
    public init(texts: [String]) { self.texts = texts }
}

/// How a text may go on.
public struct Suggestions: Codable, Sendable, Hashable {
    /// The suggestions: own searches first, then titles, the best known first.
    public var suggestions: [Suggestion]

    /// Lists suggestions.
    public init(suggestions: [Suggestion]) { self.suggestions = suggestions }
}
