public import RPC

extension MetadataGateway {
    /// Another order of a show's episodes, with its episodes: TMDB's `/tv/episode_group/ID`.
    ///
    /// The orders of a show come with it (``TitleExtra/episodeGroups``). The group of another show is NOT_FOUND.
    public struct GetEpisodeGroup: Request {
        public typealias Response = EpisodeGroupResponse
        public static let safety = CallSafety.readOnly
        public static let timeout = Duration.seconds(20)
        public static let access = MetadataGateway.askers

        /// The show's number at TMDB.
        public var seriesId: Int64
        /// The group's id at TMDB: 1 to ``maximumIDLength`` letters and digits.
        public var groupId: String

        /// The longest id; TMDB's have 24 characters.
        public static let maximumIDLength = 40

        /// Creates the request.
        public init(seriesId: Int64, groupId: String) {
            self.seriesId = seriesId
            self.groupId = groupId
        }
    }
}

/// Another order of a show's episodes.
public struct EpisodeGroupResponse: Codable, Sendable, Hashable {
    /// The order.
    public var group: TMDB.EpisodeGroupDetails
    /// The source and age of the response.
    public var source: AnswerSource

    /// An order.
    public init(group: TMDB.EpisodeGroupDetails, source: AnswerSource) {
        self.group = group
        self.source = source
    }
}
