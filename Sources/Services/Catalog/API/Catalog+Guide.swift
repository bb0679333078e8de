public import Foundation
public import HearthModel
public import RPC

extension Catalog {
    /// Lists the current and next programmes of all channels by number, or of the requested ones.
    public struct NowNext: Request {
        public typealias Response = NowNextPage
        public static let safety = CallSafety.readOnly

        /// The channels, at most ``maximumChannels`` and in the order of the response; absent: all, page by page.
        public var channels: [ContentID]?
        /// Whether to omit channels without a guide.
        public var onlyWithGuide: Bool?
        /// The time; absent: now.
        public var at: Date?
        /// The page; absent: the first. Channels requested by id come in one page.
        public var page: PageRequest?

        /// The maximum number of channels requested by id.
        public static let maximumChannels = 500

        /// Makes the request.
        public init(
            channels: [ContentID]? = nil, onlyWithGuide: Bool? = nil, at: Date? = nil, page: PageRequest? = nil
        ) {
            self.channels = channels
            self.onlyWithGuide = onlyWithGuide
            self.at = at
            self.page = page
        }
    }

    /// Lists the programmes of some channels in a time range.
    public struct GuideGrid: Request {
        public typealias Response = Grid
        public static let safety = CallSafety.readOnly

        /// The channels, at most ``maximumChannels``.
        public var channels: [ContentID]
        /// The start of the range.
        public var from: Date
        /// The end of the range, at most ``maximumHours`` later.
        public var until: Date

        /// The maximum number of channels.
        public static let maximumChannels = 100
        /// The longest range in hours.
        public static let maximumHours = 48
        /// The maximum programmes of one channel in a response.
        public static let maximumProgrammes = 500

        /// Makes the request.
        public init(channels: [ContentID], from: Date, until: Date) {
            self.channels = channels
            self.from = from
            self.until = until
        }
    }
}

/// A page of channels with their current programmes.
public struct NowNextPage: Codable, Sendable, Hashable {
    /// The channels.
    public var channels: [ChannelNow]
    /// The number of channels on all pages.
    public var total: Int64
    /// The cursor of the next page; absent on the last one.
    public var cursor: String?

    /// Makes a page.
    public init(channels: [ChannelNow], total: Int64, cursor: String? = nil) {
        self.channels = channels
        self.total = total
        self.cursor = cursor
    }
}

/// A channel with its current programme.
public struct ChannelNow: Codable, Sendable, Hashable {
    /// The channel.
    public var channel: Card
    /// Its number, such as `2.1`.
    public var number: String?
    /// The current programme; absent when the guide has none, or the caller may not see it.
    public var now: Programme?
    /// The next programme that the caller may see.
    public var next: Programme?

    /// Makes a channel without programmes.
    public init(channel: Card) { self.channel = channel }
}

/// A programme of the guide.
public struct Programme: Codable, Sendable, Hashable {
    /// The start time.
    public var start: Date
    /// The end time.
    public var stop: Date
    /// Its title.
    public var title: String
    /// The episode's title.
    public var subtitle: String?
    /// The overview.
    public var overview: String?
    /// The season of an episode.
    public var season: Int32?
    /// The number of an episode.
    public var episode: Int32?
    /// Genres by TMDB's names.
    public var genres: [String]
    /// Its rating.
    public var rating: ContentRating
    /// Whether it is marked adult.
    public var isAdult: Bool
    /// Whether the guide marks it as new, or as a premiere.
    public var isNew: Bool
    /// A picture's URL.
    public var picture: String?
    /// The guide's categories beyond the genres, at most ten, such as `Football`.
    public var categories: [String]?
    /// Its first rating as the guide writes it, such as `TV-14`.
    public var certification: String?
    /// Whether the guide marks it as a premiere; absent: no.
    public var isPremiere: Bool?
    /// Whether the guide marks it as a repeat; absent: no.
    public var isRepeat: Bool?
    /// Whether the guide marks it as live; absent: no.
    public var isLive: Bool?
    /// The credits, at most twenty; only of single programmes and of search results.
    public var credits: [ProgrammeCredit]?

    /// Makes a programme.
    public init(start: Date, stop: Date, title: String) {
        self.start = start
        self.stop = stop
        self.title = title
        genres = []
        rating = .unrated
        isAdult = false
        isNew = false
    }
}

/// A guide grid: the programmes of some channels.
public struct Grid: Codable, Sendable, Hashable {
    /// The channels that exist and that the caller may see, in the requested order.
    public var rows: [GridRow]

    /// Makes a grid.
    public init(rows: [GridRow]) { self.rows = rows }
}

/// The programmes of a channel.
public struct GridRow: Codable, Sendable, Hashable {
    /// The channel.
    public var channel: Card
    /// Its number, such as `2.1`.
    public var number: String?
    /// Its programmes that the caller may see, by start time.
    public var programmes: [Programme]

    /// Makes a row.
    public init(channel: Card, programmes: [Programme]) {
        self.channel = channel
        self.programmes = programmes
    }
}
