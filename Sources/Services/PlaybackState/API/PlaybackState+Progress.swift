public import Foundation
public import HearthModel
public import RPC

extension PlaybackState {
    /// Reads the caller's profile's watch state of titles.
    public struct GetProgress: Request {
        public typealias Response = ProgressList
        public static let safety = CallSafety.readOnly

        /// The titles, 1 to ``maximumCount``.
        public var contents: [ContentID]
        /// The progress from which on a title counts as watched, above 0 and up to 1; absent: 0.9.
        public var watchedThreshold: Double?

        /// The most titles in one call.
        public static let maximumCount = 200

        /// Creates the request.
        public init(contents: [ContentID], watchedThreshold: Double? = nil) {
            self.contents = contents
            self.watchedThreshold = watchedThreshold
        }
    }

    /// The caller's profile's titles that were started and not finished, the latest first; one episode per series: the
    /// latest, when it is not finished, else the next one by the rule of ``SetNextUpRule``. Specials are skipped, and
    /// without the catalog there are no next episodes.
    public struct ContinueWatching: Request {
        public typealias Response = ContinueList
        public static let safety = CallSafety.readOnly

        /// How many at most, 1 to 200; absent: 20.
        public var limit: Int32?
        /// The progress from which on a title counts as watched, above 0 and up to 1; absent: 0.9.
        public var watchedThreshold: Double?

        /// The default page size.
        public static let standardLimit: Int32 = 20

        /// Creates the request.
        public init(limit: Int32? = nil, watchedThreshold: Double? = nil) {
            self.limit = limit
            self.watchedThreshold = watchedThreshold
        }
    }

    /// Hides a title, or a series with all of its episodes, from continue watching until it is played again.
    public struct HideFromContinueWatching: Request {
        public typealias Response = Empty
        // By key: a retry would hide a title played since.
        public static let safety = CallSafety.idempotentByKey

        /// The title or the series.
        public var content: ContentID

        /// Creates the request.
        public init(content: ContentID) { self.content = content }
    }

    /// Marks movies and episodes as watched: all or none. A series stands for all of its episodes, or those of a season.
    /// Open sessions continue, and do not undo the mark.
    public struct MarkWatched: Request {
        public typealias Response = MarkChange
        public static let safety = CallSafety.idempotentByKey

        /// The titles, 1 to ``maximumCount``. A series stands for its episodes that the caller may see, as the catalog
        /// lists them: 10,000 at most.
        public var contents: [ContentID]
        /// Only episodes of this season, 0 for the specials; then all titles are series. Absent: all episodes.
        public var season: Int32?

        /// The most titles that can be marked at once.
        public static let maximumCount = 500

        /// Creates the request.
        public init(contents: [ContentID], season: Int32? = nil) {
            self.contents = contents
            self.season = season
        }
    }

    /// Marks movies and episodes as not watched: all or none. A series stands for all of its episodes, or those of a
    /// season. Everything that was reported before counts for nothing.
    public struct MarkUnwatched: Request {
        public typealias Response = MarkChange
        public static let safety = CallSafety.idempotentByKey

        /// The titles, 1 to ``MarkWatched/maximumCount``. A series stands for its episodes, as in ``MarkWatched``.
        public var contents: [ContentID]
        /// Only episodes of this season, 0 for the specials; then all titles are series. Absent: all episodes.
        public var season: Int32?

        /// Creates the request.
        public init(contents: [ContentID], season: Int32? = nil) {
            self.contents = contents
            self.season = season
        }
    }
}

/// A profile's watch state of titles.
public struct ProgressList: Codable, Sendable, Hashable {
    /// One entry per requested title, in that order. A title that is unknown, or that the caller may not see, is not
    /// started.
    public var titles: [TitleProgress]

    /// Lists titles.
    public init(titles: [TitleProgress]) { self.titles = titles }
}

/// A profile's watch state of a title.
public struct TitleProgress: Codable, Sendable, Hashable {
    /// The title.
    public var content: ContentID
    /// The watched part, 0 to 1; 0 when the length is unknown, and for channels.
    public var progress: Double
    /// The position in seconds.
    public var position: Double
    /// The length in seconds; absent when unknown.
    public var duration: Double?
    /// The resume point in seconds; absent when the title was not started, or its last session was completed. A watched
    /// title that is played again has one.
    public var resume: Double?
    /// The link that was played last, by its id.
    public var variant: String?
    /// Whether it counts as watched: it stays so while it is played again, until it is started over or marked as not
    /// watched. A channel never does.
    public var isWatched: Bool
    /// How often it was watched to the end.
    public var playCount: Int32
    /// The seconds of all sessions together: the progress of a channel.
    public var secondsWatched: Double
    /// When it was last watched, or marked as watched.
    public var lastWatched: Date?
    /// The same for each link that was played, by its id.
    public var variants: [VariantProgress]
    /// The seconds really watched in all sessions: a jump is no watching. Absent when none were counted.
    public var secondsPlayed: Double?

    /// A title that was not started.
    public init(content: ContentID) {
        self.content = content
        progress = 0
        position = 0
        isWatched = false
        playCount = 0
        secondsWatched = 0
        variants = []
    }
}

/// A profile's watch state of one link of a title.
public struct VariantProgress: Codable, Sendable, Hashable {
    /// The link's id.
    public var variant: String
    /// The watched part, 0 to 1.
    public var progress: Double
    /// The position in seconds.
    public var position: Double
    /// The length in seconds; absent when unknown.
    public var duration: Double?
    /// The resume point in this link as if it were the only one, in seconds; absent when it was completed.
    public var resume: Double?

    /// Describes a link's progress.
    public init(variant: String, progress: Double, position: Double, duration: Double?, resume: Double?) {
        self.variant = variant
        self.progress = progress
        self.position = position
        self.duration = duration
        self.resume = resume
    }
}

/// The titles to continue watching.
public struct ContinueList: Codable, Sendable, Hashable {
    /// The titles, the latest first.
    public var titles: [ContinueEntry]
    /// How many series are left out, as the catalog did not tell their next episodes; absent: none.
    public var unknownSeries: Int32?

    /// Lists titles.
    public init(titles: [ContinueEntry], unknownSeries: Int32? = nil) {
        (self.titles, self.unknownSeries) = (titles, unknownSeries)
    }
}

/// A started title, or a next episode.
public struct ContinueEntry: Codable, Sendable, Hashable {
    /// The title.
    public var content: ContentID
    /// The title's card; absent until the catalog has answered, and then only adults see the entry.
    public var card: Card?
    /// The watched part, 0 to 1.
    public var progress: Double
    /// The resume point in seconds.
    public var resume: Double
    /// The length in seconds; absent when unknown.
    public var duration: Double?
    /// The link that was played last, by its id.
    public var variant: String?
    /// When it was last watched; of a next episode, when the episode before it was.
    public var lastWatched: Date
    /// Why an episode comes next; absent for a started title.
    public var rule: NextUpRule?

    /// Describes a title.
    public init(
        content: ContentID, card: Card?, progress: Double, resume: Double, duration: Double?, variant: String?,
        lastWatched: Date, rule: NextUpRule? = nil
    ) {
        self.rule = rule
        self.content = content
        self.card = card
        self.progress = progress
        self.resume = resume
        self.duration = duration
        self.variant = variant
        self.lastWatched = lastWatched
    }
}

/// Why an episode comes next.
public struct NextUpRule: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The first unwatched episode after the last watched one; of a series without any, the first one.
    public static let afterLastWatched = NextUpRule(rawValue: "afterLastWatched")
    /// The series is watched again, and this is the episode after the last watched one.
    public static let rewatch = NextUpRule(rawValue: "rewatch")
    /// The first unwatched episode of all.
    public static let firstUnwatched = NextUpRule(rawValue: "firstUnwatched")
}

/// The result of marks.
public struct MarkChange: Codable, Sendable, Hashable {
    /// How many titles were not so before; of a series, episodes.
    public var changed: Int32

    /// Describes a change.
    public init(changed: Int32) { self.changed = changed }
}
