public import Foundation
public import Household
public import RPC

extension PlaybackState {
    /// Where the caller's profile stands with titles.
    public struct GetProgress: RPCRequest {
        public typealias Service = PlaybackState
        public typealias Response = ProgressList
        public static let method = "GetProgress"
        public static let safety = CallSafety.readOnly

        /// The titles, 1 to ``maximumCount``.
        public var contents: [ContentID]
        /// The progress from which on a title counts as watched, above 0 and up to 1; absent: 0.9.
        public var watchedThreshold: Double?

        /// The most titles that can be asked after at once.
        public static let maximumCount = 200

        /// Asks after titles.
        public init(contents: [ContentID], watchedThreshold: Double? = nil) {
            self.contents = contents
            self.watchedThreshold = watchedThreshold
        }
    }

    /// What the caller's profile has begun and not finished, the latest first; of a series one episode: the latest,
    /// when it is not finished, else the one that comes next. Specials are left out of that, and without the catalog
    /// nothing comes next.
    public struct ContinueWatching: RPCRequest {
        public typealias Service = PlaybackState
        public typealias Response = ContinueList
        public static let method = "ContinueWatching"
        public static let safety = CallSafety.readOnly

        /// How many at most, 1 to 200; absent: 20.
        public var limit: Int32?
        /// The progress from which on a title counts as watched, above 0 and up to 1; absent: 0.9.
        public var watchedThreshold: Double?

        /// The default page size.
        public static let standardLimit: Int32 = 20

        /// Asks what to go on with.
        public init(limit: Int32? = nil, watchedThreshold: Double? = nil) {
            self.limit = limit
            self.watchedThreshold = watchedThreshold
        }
    }

    /// Keeps a title, or a series with all of its episodes, out of what to continue, until it is played again.
    public struct HideFromContinueWatching: RPCRequest {
        public typealias Service = PlaybackState
        public typealias Response = Empty
        public static let method = "HideFromContinueWatching"
        // By key: hiding again would hide what was played since.
        public static let safety = CallSafety.idempotentByKey

        /// The title or the series.
        public var content: ContentID

        /// Asks to hide something.
        public init(content: ContentID) { self.content = content }
    }

    /// Marks movies and episodes as watched: all or none. Sessions that are open go on, and do not take the mark back.
    public struct MarkWatched: RPCRequest {
        public typealias Service = PlaybackState
        public typealias Response = MarkChange
        public static let method = "MarkWatched"
        public static let safety = CallSafety.idempotentByKey

        /// The titles, 1 to ``maximumCount``.
        public var contents: [ContentID]

        /// The most titles that can be marked at once.
        public static let maximumCount = 500

        /// Asks to mark titles.
        public init(contents: [ContentID]) { self.contents = contents }
    }

    /// Marks movies and episodes as not watched: all or none. Everything that was reported before counts for nothing.
    public struct MarkUnwatched: RPCRequest {
        public typealias Service = PlaybackState
        public typealias Response = MarkChange
        public static let method = "MarkUnwatched"
        public static let safety = CallSafety.idempotentByKey

        /// The titles, 1 to ``MarkWatched/maximumCount``.
        public var contents: [ContentID]

        /// Asks to mark titles.
        public init(contents: [ContentID]) { self.contents = contents }
    }
}

/// Where a profile stands with titles.
public struct ProgressList: Codable, Sendable, Hashable {
    /// One entry for each title asked after, in that order. What is not known, or not for the caller, is not begun.
    public var titles: [TitleProgress]

    /// Lists titles.
    public init(titles: [TitleProgress]) { self.titles = titles }
}

/// Where a profile stands with a title.
public struct TitleProgress: Codable, Sendable, Hashable {
    /// The title.
    public var content: ContentID
    /// The part that is behind, 0 to 1; 0 when the length is not known, and for channels.
    public var progress: Double
    /// The position in seconds.
    public var position: Double
    /// The length in seconds; absent when it is not known.
    public var duration: Double?
    /// Where to go on, in seconds; absent when it was not begun, or was played to its end the last time. What is
    /// watched and being watched again has one.
    public var resume: Double?
    /// The link that was played last, by its id.
    public var variant: String?
    /// Whether it counts as watched: it stays so while it is played again, until it is started over or marked as not
    /// watched. A channel never does.
    public var isWatched: Bool
    /// How often it was watched to the end.
    public var playCount: Int32
    /// The seconds of all sessions together: what counts for a channel.
    public var secondsWatched: Double
    /// When it was last watched, or marked as watched.
    public var lastWatched: Date?
    /// The same for each link that was played, by its id.
    public var variants: [VariantProgress]

    /// A title that was not begun.
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

/// Where a profile stands with one link of a title.
public struct VariantProgress: Codable, Sendable, Hashable {
    /// The link's id.
    public var variant: String
    /// The part that is behind, 0 to 1.
    public var progress: Double
    /// The position in seconds.
    public var position: Double
    /// The length in seconds; absent when it is not known.
    public var duration: Double?
    /// Where to go on in this link when it was the only one, in seconds; absent when it was watched to the end.
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

/// What to go on with.
public struct ContinueList: Codable, Sendable, Hashable {
    /// The titles, the latest first.
    public var titles: [ContinueEntry]

    /// Lists titles.
    public init(titles: [ContinueEntry]) { self.titles = titles }
}

/// A title that was begun.
public struct ContinueEntry: Codable, Sendable, Hashable {
    /// The title.
    public var content: ContentID
    /// The title in short; absent until the catalog has answered, and then adults alone see the entry.
    public var card: Card?
    /// The part that is behind, 0 to 1.
    public var progress: Double
    /// Where to go on, in seconds.
    public var resume: Double
    /// The length in seconds; absent when it is not known.
    public var duration: Double?
    /// The link that was played last, by its id.
    public var variant: String?
    /// When it was last watched; of what comes next, when the episode before it was.
    public var lastWatched: Date
    /// Why an episode that was not begun comes next; absent for what was begun.
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

    /// It is the first behind the last one watched that was not watched.
    public static let afterLastWatched = NextUpRule(rawValue: "afterLastWatched")
    /// The series is watched again, and it is the one behind the last one watched.
    public static let rewatch = NextUpRule(rawValue: "rewatch")
}

/// What became of marks.
public struct MarkChange: Codable, Sendable, Hashable {
    /// How many titles were not so before.
    public var changed: Int32

    /// Describes a change.
    public init(changed: Int32) { self.changed = changed }
}
