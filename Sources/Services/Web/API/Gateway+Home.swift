public import CatalogAPI
public import DownloadsAPI
public import HearthModel
public import PlaybackStateAPI
public import ProfilesAPI
public import RPC
public import ReadingListAPI
public import SchedulerAPI

extension Gateway {
    /// Returns the rows of the home screen.
    public struct Home: Request {
        public typealias Response = HomeScreen
        public static let safety = CallSafety.readOnly
        public static let timeout = Gateway.patience

        /// The rows; absent: all of ``HomeRowName/all``, those first that the household has put first.
        public var rows: [HomeRowName]?
        /// Genres of which there is a row each, at most ``maximumGenres``.
        public var genres: [String]?
        /// Discovery sections of which there is a row each.
        public var discovery: [DiscoverySectionName]?
        /// How many there are in a row, 1 to ``maximumSize``; absent: ``standardSize``.
        public var size: Int32?

        /// The size of a row when the request gives none.
        public static let standardSize: Int32 = 10
        /// The largest size of a row.
        public static let maximumSize = PageRequest.maximumSize
        /// The most genres.
        public static let maximumGenres = 20

        /// Makes the request.
        public init(
            rows: [HomeRowName]? = nil, genres: [String]? = nil, discovery: [DiscoverySectionName]? = nil,
            size: Int32? = nil
        ) {
            self.rows = rows
            self.genres = genres
            self.discovery = discovery
            self.size = size
        }
    }
}

/// The name of a row of the home screen.
public struct HomeRowName: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Titles that were begun.
    public static let continueWatching = HomeRowName(rawValue: "continue-watching")
    /// The first titles of the queue.
    public static let upNext = HomeRowName(rawValue: "up-next")
    /// The household's own programme: now and next.
    public static let programme = HomeRowName(rawValue: "programme")
    /// What channels broadcast now: favourite ones, or else the first ones.
    public static let onNow = HomeRowName(rawValue: "on-now")
    /// Favourites.
    public static let favourites = HomeRowName(rawValue: "favourites")
    /// Titles that were watched, each once.
    public static let recentlyWatched = HomeRowName(rawValue: "recently-watched")
    /// The latest additions to the library.
    public static let new = HomeRowName(rawValue: "new")
    /// Links that were saved to read.
    public static let toRead = HomeRowName(rawValue: "to-read")
    /// Downloads.
    public static let downloads = HomeRowName(rawValue: "downloads")

    /// Every row but those of genres and discovery, in the usual order.
    public static let all: [HomeRowName] = [
        .continueWatching, .upNext, .programme, .onNow, .favourites, .recentlyWatched, .new, .toRead, .downloads,
    ]

    /// The row of a genre: `genre:Drama`.
    public static func genre(_ genre: String) -> HomeRowName { HomeRowName(rawValue: "genre:\(genre)") }

    /// The row of a discovery section: `discovery:top`.
    public static func discovery(_ section: DiscoverySectionName) -> HomeRowName {
        HomeRowName(rawValue: "discovery:\(section.rawValue)")
    }
}

/// The home screen.
public struct HomeScreen: Codable, Sendable, Hashable {
    /// The rows, in order, also empty ones.
    public var rows: [HomeRow]
    /// The rows that are not there, and why.
    public var missing: [MissingPart]

    /// Makes the screen.
    public init(rows: [HomeRow] = [], missing: [MissingPart] = []) {
        self.rows = rows
        self.missing = missing
    }
}

/// A row of the home screen: its name, and one of the other fields, as the service that has it returned it.
public struct HomeRow: Codable, Sendable, Hashable {
    /// The name.
    public var name: HomeRowName
    /// The genre, of a row of one.
    public var genre: String?
    /// What was begun.
    public var continued: ContinueList?
    /// The beginning of the queue.
    public var queue: QueueList?
    /// The household's programme.
    public var programme: ProgrammeNow?
    /// Channels with what they broadcast.
    public var channels: [ChannelNow]?
    /// Favourites.
    public var favourites: FavouriteList?
    /// What was watched.
    public var history: HistoryList?
    /// Titles of the library.
    public var titles: [Card]?
    /// Links.
    public var links: LinkList?
    /// Downloads.
    public var downloads: DownloadList?

    /// Makes a row without anything.
    public init(_ name: HomeRowName) { self.name = name }
}
