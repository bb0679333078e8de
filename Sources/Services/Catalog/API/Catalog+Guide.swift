public import Foundation
public import Household
public import RPC

extension Catalog {
    /// What is on, and what comes next, on all channels by number, or on those asked for.
    public struct NowNext: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = NowNextPage
        public static let method = "NowNext"
        public static let safety = CallSafety.readOnly

        /// The channels, at most ``maximumChannels`` and in the order of the answer; absent: all, page by page.
        public var channels: [ContentID]?
        /// Whether channels without a guide are left out.
        public var onlyWithGuide: Bool?
        /// The moment asked for; absent: now.
        public var at: Date?
        /// Which page; absent: the first. Channels asked for by id come in one page.
        public var page: PageRequest?

        /// The most channels that can be asked for by id.
        public static let maximumChannels = 500

        /// Asks what is on.
        public init(
            channels: [ContentID]? = nil, onlyWithGuide: Bool? = nil, at: Date? = nil, page: PageRequest? = nil
        ) {
            self.channels = channels
            self.onlyWithGuide = onlyWithGuide
            self.at = at
            self.page = page
        }
    }

    /// The programmes of some channels in a range of time.
    public struct GuideGrid: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = Grid
        public static let method = "GuideGrid"
        public static let safety = CallSafety.readOnly

        /// The channels, at most ``maximumChannels``.
        public var channels: [ContentID]
        /// Where the range begins.
        public var from: Date
        /// Where it ends, at most ``maximumHours`` later.
        public var until: Date

        /// The most channels that can be asked for.
        public static let maximumChannels = 100
        /// The longest range.
        public static let maximumHours = 48
        /// The most programmes of one channel in an answer.
        public static let maximumProgrammes = 500

        /// Asks for a grid.
        public init(channels: [ContentID], from: Date, until: Date) {
            self.channels = channels
            self.from = from
            self.until = until
        }
    }
}

/// One page of channels with what is on.
public struct NowNextPage: Codable, Sendable, Hashable {
    /// The channels.
    public var channels: [ChannelNow]
    /// How many channels there are on all pages.
    public var total: Int64
    /// Asks for the next page; absent on the last one.
    public var cursor: String?

    /// A page of channels.
    public init(channels: [ChannelNow], total: Int64, cursor: String? = nil) {
        self.channels = channels
        self.total = total
        self.cursor = cursor
    }
}

/// A channel with what is on.
public struct ChannelNow: Codable, Sendable, Hashable {
    /// The channel.
    public var channel: Card
    /// Its number, such as `2.1`.
    public var number: String?
    /// What is on; absent when the guide does not say, or the caller may not see it.
    public var now: Programme?
    /// What comes next of what the caller may see.
    public var next: Programme?

    /// A channel of which nothing is known.
    public init(channel: Card) { self.channel = channel }
}

/// A programme of the guide.
public struct Programme: Codable, Sendable, Hashable {
    /// When it begins.
    public var start: Date
    /// When it ends.
    public var stop: Date
    /// Its title.
    public var title: String
    /// The episode's title.
    public var subtitle: String?
    /// What it is about.
    public var overview: String?
    /// An episode's season.
    public var season: Int32?
    /// An episode's number.
    public var episode: Int32?
    /// Genres by TMDB's names.
    public var genres: [String]
    /// Its rating.
    public var rating: ContentRating
    /// Whether it is marked adult.
    public var isAdult: Bool
    /// Whether the guide marks it as new, or as a premiere.
    public var isNew: Bool
    /// A picture's URL as text.
    public var picture: String?
    /// What the guide calls it beyond the genres, at most ten: what is none of them, such as `Football`.
    public var categories: [String]?
    /// The first of its ratings as the guide writes it, such as `TV-14`.
    public var certification: String?
    /// Whether the guide marks it as a premiere; absent for no.
    public var isPremiere: Bool?
    /// Whether the guide says that it was shown before; absent for no.
    public var isRepeat: Bool?
    /// Whether the guide says that it is live; absent for no.
    public var isLive: Bool?
    /// Who takes part, at most twenty; told of single programmes and of those that a search has found.
    public var credits: [ProgrammeCredit]?

    /// A programme of which little is known.
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

/// The programmes of some channels.
public struct Grid: Codable, Sendable, Hashable {
    /// The channels that are there and that the caller may see, in the order asked for.
    public var rows: [GridRow]

    /// A grid.
    public init(rows: [GridRow]) { self.rows = rows }
}

/// The programmes of a channel.
public struct GridRow: Codable, Sendable, Hashable {
    /// The channel.
    public var channel: Card
    /// Its number, such as `2.1`.
    public var number: String?
    /// Its programmes by their beginning, those that the caller may see.
    public var programmes: [Programme]

    /// A row of a grid.
    public init(channel: Card, programmes: [Programme]) {
        self.channel = channel
        self.programmes = programmes
    }
}
