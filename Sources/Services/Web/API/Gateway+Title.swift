public import CatalogAPI
public import DownloadsAPI
public import HearthModel
public import PlaybackStateAPI
public import RPC

extension Gateway {
    /// Returns what all services have of one title.
    ///
    /// NOT_FOUND when none of them has it, or the caller may not see it.
    public struct Title: Request {
        public typealias Response = TitleScreen
        public static let safety = CallSafety.readOnly
        public static let timeout = Gateway.patience

        /// The title.
        public var id: ContentID
        /// The episodes of one season, of a series; absent: the first episodes.
        public var season: Int32?
        /// The page of episodes; absent: the first.
        public var cursor: String?

        /// Makes the request.
        public init(id: ContentID, season: Int32? = nil, cursor: String? = nil) {
            self.id = id
            self.season = season
            self.cursor = cursor
        }
    }
}

/// All services' data of one title. The data of a service that is down is absent.
public struct TitleScreen: Codable, Sendable, Hashable {
    /// The catalog's data.
    public var title: CatalogAPI.Title?
    /// The title's card, from the first service that has it.
    public var card: Card?
    /// The profile's watch state of it.
    public var progress: TitleProgress?
    /// Its position in the queue.
    public var queue: QueueAnswer?
    /// Whether it is a favourite.
    public var isFavourite: Bool?
    /// The profile's download of it.
    public var download: Download?
    /// What a channel broadcasts.
    public var onNow: ChannelNow?
    /// The first episodes, of a series.
    public var episodes: EpisodeList?
    /// The profile's watch state of each episode.
    public var episodeProgress: [TitleProgress]?
    /// The episode with which the profile goes on, of a series.
    public var nextUp: SeriesNextUp?
    /// The missing parts, and why.
    public var missing: [MissingPart]

    /// Makes a screen without anything.
    public init() { missing = [] }
}
