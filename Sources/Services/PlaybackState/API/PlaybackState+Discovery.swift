public import HearthModel
public import RPC

extension PlaybackState {
    /// Counts how the caller's profile has found something to watch, for the household's own statistics
    /// (``WatchStatistics/discovery``). What was found is not told, and nothing of it leaves the household.
    public struct NoteDiscovery: Request {
        public typealias Response = Empty
        // By key: a retry must not count twice.
        public static let safety = CallSafety.idempotentByKey

        /// What has happened.
        public var kind: DiscoveryKind
        /// How long it took in seconds, up to ``longestSeconds``; of searches absent.
        public var seconds: Double?

        /// A longer time counts as this: a page that was left open.
        public static let longestSeconds = 86_400.0

        /// Creates the request.
        public init(_ kind: DiscoveryKind, seconds: Double? = nil) { (self.kind, self.seconds) = (kind, seconds) }
    }
}

/// A way to find something to watch. Saving is putting a title on one's list, a watchlist or the queue.
public struct DiscoveryKind: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The first save of a visit, and how long after its beginning.
    public static let firstSave = DiscoveryKind(rawValue: "firstSave")
    /// Titles were swiped through, and for how long.
    public static let swipes = DiscoveryKind(rawValue: "swipes")
    /// A search whose results were looked at.
    public static let search = DiscoveryKind(rawValue: "search")
    /// The first save of a title among the results of such a search.
    public static let searchSave = DiscoveryKind(rawValue: "searchSave")
}

/// How something to watch was found in a span of days.
public struct DiscoveryStatistics: Codable, Sendable, Hashable {
    /// Visits in which something was saved.
    public var firstSaves: Int64
    /// The mean time from the beginning of a visit to its first save, in seconds; 0 without any.
    public var meanSecondsToSave: Double
    /// How often titles were swiped through.
    public var swipes: Int64
    /// The mean length of that in seconds; 0 without any.
    public var meanSwipeSeconds: Double
    /// Searches whose results were looked at.
    public var searches: Int64
    /// Those of them that ended in a save.
    public var savedSearches: Int64

    /// Describes the span.
    public init(
        firstSaves: Int64, meanSecondsToSave: Double, swipes: Int64, meanSwipeSeconds: Double, searches: Int64,
        savedSearches: Int64
    ) {
        (self.firstSaves, self.meanSecondsToSave) = (firstSaves, meanSecondsToSave)
        (self.swipes, self.meanSwipeSeconds) = (swipes, meanSwipeSeconds)
        (self.searches, self.savedSearches) = (searches, savedSearches)
    }
}
