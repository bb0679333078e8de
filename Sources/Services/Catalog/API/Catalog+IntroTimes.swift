public import Household
public import RPC

extension Catalog {
    /// Where the intro and the credits of an episode or film are.
    ///
    /// What a person has said counts most (``CorrectTitle``), then what a playlist says, then what TheTVDB has told of an episode;
    /// without any of them an episode of more than ten minutes is said to begin with an intro of a minute and a half, which is a
    /// guess and marked as one.
    public struct GetIntroTimes: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = IntroTimes
        public static let method = "GetIntroTimes"
        public static let safety = CallSafety.readOnly

        /// The episode or film.
        public var id: ContentID

        /// Asks for times.
        public init(id: ContentID) { self.id = id }
    }

    /// The episodes of a series that can be left out, and why: those that tell again what was told before, and fillers.
    public struct SkippableEpisodes: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = SkippableList
        public static let method = "SkippableEpisodes"
        public static let safety = CallSafety.readOnly

        /// The series.
        public var series: ContentID

        /// Asks for episodes.
        public init(series: ContentID) { self.series = series }
    }
}

/// Where the intro and the credits are, in seconds from the beginning.
public struct IntroTimes: Codable, Sendable, Hashable {
    /// Where the intro begins.
    public var introStart: Double?
    /// Where it ends.
    public var introEnd: Double?
    /// Where the credits begin.
    public var creditStart: Double?
    /// Whether the times come from a correction or a source. A guess does not count: clients skip nothing automatically
    /// because of it.
    public var hasIntroData: Bool
    /// Who has said so.
    public var source: IntroSource

    /// Tells times; an intro from zero to zero is none.
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

/// Who says where an intro is, the most trusted first.
public struct IntroSource: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A person.
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

/// The episodes of a series that can be left out.
public struct SkippableList: Codable, Sendable, Hashable {
    /// The episodes, by season and number, at most ``maximumCount``.
    public var episodes: [SkippableEpisode]

    /// The most that are listed.
    public static let maximumCount = 1_000

    /// Lists episodes.
    public init(episodes: [SkippableEpisode]) { self.episodes = episodes }
}

/// An episode that can be left out.
public struct SkippableEpisode: Codable, Sendable, Hashable {
    /// The episode.
    public var episode: Card
    /// What it is.
    public var reason: SkipReason
    /// Whether a person has said so, and not a playlist.
    public var isByHand: Bool

    /// An episode with a reason.
    public init(episode: Card, reason: SkipReason, isByHand: Bool) {
        self.episode = episode
        self.reason = reason
        self.isByHand = isByHand
    }
}

/// Why an episode can be left out.
public struct SkipReason: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It tells again what was told before.
    public static let recap = SkipReason(rawValue: "recap")
    /// It does not carry the story on.
    public static let filler = SkipReason(rawValue: "filler")
}
