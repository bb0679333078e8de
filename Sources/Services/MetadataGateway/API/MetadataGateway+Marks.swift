public import RPC

extension MetadataGateway {
    /// The times of intros and credits of a season's episodes, and where specials air, from TheTVDB: one upstream request for the season, and
    /// one to find the series.
    public struct GetSeasonMarks: Request {
        public typealias Response = SeasonMarks
        public static let safety = CallSafety.readOnly
        public static let timeout = Duration.seconds(20)
        public static let access = MetadataGateway.askers

        /// The series' title. An ambiguous title matches none.
        public var title: String
        /// The year of its first day, where it is known.
        public var year: Int32?
        /// Which season; 0 are the specials.
        public var seasonNumber: Int32

        /// Creates the request.
        public init(title: String, year: Int32? = nil, seasonNumber: Int32) {
            self.title = title
            self.year = year
            self.seasonNumber = seasonNumber
        }
    }
}

/// Where the intros and credits of a season's episodes are, and where specials air.
public struct SeasonMarks: Codable, Sendable, Hashable {
    /// The series' number at TheTVDB.
    public var seriesId: Int64
    /// The episodes with such data, by their numbers.
    public var episodes: [EpisodeMarks]
    /// The source and age of the response.
    public var source: AnswerSource

    /// The marks of a season.
    public init(seriesId: Int64, episodes: [EpisodeMarks], source: AnswerSource) {
        self.seriesId = seriesId
        self.episodes = episodes
        self.source = source
    }
}

/// Where the intro and the credits of an episode are, in seconds from the beginning; of a special also where it airs.
public struct EpisodeMarks: Codable, Sendable, Hashable {
    /// Which episode of its season.
    public var number: Int32
    /// The start of the intro; with ``introEnd``, which is later.
    public var introStart: Double?
    /// Where it ends.
    public var introEnd: Double?
    /// The start of the credits.
    public var creditStart: Double?
    /// A special airs before this season, or before ``airsBeforeEpisode`` of it.
    public var airsBeforeSeason: Int32?
    /// With ``airsBeforeSeason``.
    public var airsBeforeEpisode: Int32?
    /// A special airs after all episodes of this season.
    public var airsAfterSeason: Int32?

    /// The marks of an episode.
    public init(number: Int32, introStart: Double? = nil, introEnd: Double? = nil, creditStart: Double? = nil) {
        self.number = number
        self.introStart = introStart
        self.introEnd = introEnd
        self.creditStart = creditStart
    }
}
