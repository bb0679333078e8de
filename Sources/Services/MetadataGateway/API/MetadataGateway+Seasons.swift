public import RPC

extension MetadataGateway {
    /// A season of a show with its episodes and the requested extras, in one upstream request.
    public struct GetSeason: Request {
        public typealias Response = SeasonAnswer
        public static let safety = CallSafety.readOnly
        public static let timeout = Duration.seconds(20)
        public static let access = MetadataGateway.askers

        /// The show's number at TMDB.
        public var seriesId: Int64
        /// Which season; 0 are the specials.
        public var seasonNumber: Int32
        /// The extras: credits, all credits, images, videos, external IDs; absent: none.
        public var along: [TitleExtra]?
        /// The response's language, `de` or `de-DE`; absent: English.
        public var language: String?
        /// Whether the response bypasses the cache, as the caller keeps only a part of it: the guests of every episode
        /// make it large.
        public var isOnce: Bool?

        /// Creates the request.
        public init(seriesId: Int64, seasonNumber: Int32, along: [TitleExtra]? = nil, language: String? = nil) {
            self.seriesId = seriesId
            self.seasonNumber = seasonNumber
            self.along = along
            self.language = language
        }
    }
}

/// A season.
public struct SeasonAnswer: Codable, Sendable, Hashable {
    /// The season.
    public var season: TMDB.Season
    /// The source and age of the response.
    public var source: AnswerSource

    /// A season.
    public init(season: TMDB.Season, source: AnswerSource) {
        self.season = season
        self.source = source
    }
}
