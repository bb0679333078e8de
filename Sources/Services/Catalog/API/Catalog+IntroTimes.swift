public import HearthModel
public import RPC

extension Catalog {
    /// Returns the times of the intro, the credits and other parts of an episode or film.
    ///
    /// A correction takes precedence (``CorrectTitle``), then a playlist, then TheTVDB for an episode; without any of
    /// them an episode of more than ten minutes gets an intro of the first minute and a half, which is a guess and
    /// marked as one.
    public struct GetIntroTimes: Request {
        public typealias Response = IntroTimes
        public static let safety = CallSafety.readOnly

        /// The episode or film.
        public var id: ContentID

        /// Makes the request.
        public init(id: ContentID) { self.id = id }
    }

    /// Lists the episodes of a series that can be skipped, with the reason: recaps and fillers.
    public struct SkippableEpisodes: Request {
        public typealias Response = SkippableList
        public static let safety = CallSafety.readOnly

        /// The series.
        public var series: ContentID

        /// Makes the request.
        public init(series: ContentID) { self.series = series }
    }
}

/// The times of the intro, the credits and other parts, in seconds from the start.
public struct IntroTimes: Codable, Sendable, Hashable {
    /// The start of the intro.
    public var introStart: Double?
    /// The end of the intro.
    public var introEnd: Double?
    /// The start of the credits.
    public var creditStart: Double?
    /// What happened before; absent where there is none, or its times are not known.
    public var recap: PartTimes?
    /// What comes before the intro; absent likewise.
    public var teaser: PartTimes?
    /// What happens in the next episode; absent likewise.
    public var preview: PartTimes?
    /// Whether the times come from a correction or a source. A guess does not count: clients skip nothing automatically
    /// because of it.
    public var hasIntroData: Bool
    /// The source of the times.
    public var source: IntroSource

    /// Makes times; an intro from 0 to 0 means that there is none.
    public init(
        introStart: Double? = nil, introEnd: Double? = nil, creditStart: Double? = nil, hasIntroData: Bool,
        source: IntroSource
    ) {
        self.introStart = introStart
        self.introEnd = introEnd
        self.creditStart = creditStart
        self.hasIntroData = hasIntroData
        self.source = source
    }
}

/// Where a part of an episode or film is, in seconds from the start.
public struct PartTimes: Codable, Sendable, Hashable {
    /// Its start.
    public var start: Double
    /// Its end; absent: the end of the title.
    public var end: Double?

    /// Makes times; from 0 to 0 means that there is no such part.
    public init(start: Double, end: Double? = nil) { (self.start, self.end) = (start, end) }
}

/// The source of intro times, the most trusted first.
public struct IntroSource: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A correction.
    public static let hand = IntroSource(rawValue: "hand")
    /// A playlist.
    public static let playlist = IntroSource(rawValue: "playlist")
    /// TheTVDB.
    public static let tvdb = IntroSource(rawValue: "tvdb")
    /// A guess, without data from a source.
    public static let heuristic = IntroSource(rawValue: "heuristic")
    /// No data and no guess.
    public static let none = IntroSource(rawValue: "none")
}

/// The skippable episodes of a series.
public struct SkippableList: Codable, Sendable, Hashable {
    /// The episodes, by season and number, at most ``maximumCount``.
    public var episodes: [SkippableEpisode]

    /// The maximum number of episodes.
    public static let maximumCount = 1_000

    /// Makes the list.
    public init(episodes: [SkippableEpisode]) { self.episodes = episodes }
}

/// A skippable episode.
public struct SkippableEpisode: Codable, Sendable, Hashable {
    /// The episode.
    public var episode: Card
    /// The reason.
    public var reason: SkipReason
    /// Whether the mark comes from a correction, not from a playlist.
    public var isByHand: Bool

    /// Makes an episode.
    public init(episode: Card, reason: SkipReason, isByHand: Bool) {
        self.episode = episode
        self.reason = reason
        self.isByHand = isByHand
    }
}

/// Why an episode can be skipped.
public struct SkipReason: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A recap of earlier episodes.
    public static let recap = SkipReason(rawValue: "recap")
    /// A filler that does not advance the story.
    public static let filler = SkipReason(rawValue: "filler")
}
