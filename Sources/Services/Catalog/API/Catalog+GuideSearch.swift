public import Foundation
public import HearthModel
public import RPC

extension Catalog {
    /// Searches programmes by time, on the channels that the caller may see, by words of their titles, credits and
    /// categories.
    public struct SearchGuide: Request {
        public typealias Response = GuideHits
        public static let safety = CallSafety.readOnly
        public static let timeout = Duration.seconds(2)

        /// The text; its last word matches as a prefix.
        public var text: String
        /// Programmes that end after this time; absent: current and future ones.
        public var from: Date?
        /// Programmes that start before this time; absent: ``maximumDays`` after `from`.
        public var until: Date?
        /// The channels to search, at most ``NowNext/maximumChannels``; absent: all.
        public var channels: [ContentID]?
        /// The page; absent: the first.
        public var page: PageRequest?

        /// The longest time range in days.
        public static let maximumDays = 31

        /// Makes the request.
        public init(
            text: String, from: Date? = nil, until: Date? = nil, channels: [ContentID]? = nil, page: PageRequest? = nil
        ) {
            self.text = text
            self.from = from
            self.until = until
            self.channels = channels
            self.page = page
        }
    }

    /// Returns a programme with all its guide data: the one on a channel at a given time.
    ///
    /// NOT_FOUND when it does not exist or the caller may not see it.
    public struct GetProgramme: Request {
        public typealias Response = GuideHit
        public static let safety = CallSafety.readOnly

        /// The channel.
        public var channel: ContentID
        /// A time within the programme; absent: now.
        public var at: Date?

        /// Makes the request.
        public init(channel: ContentID, at: Date? = nil) {
            self.channel = channel
            self.at = at
        }
    }

    /// Resolves the catch-up address of a programme that has started, where its channel offers that.
    ///
    /// NOT_FOUND when it does not exist, is not offered, or the caller may not see it.
    public struct ResolveCatchup: Request {
        public typealias Response = ResolvedStream
        public static let safety = CallSafety.readOnly

        /// The channel.
        public var channel: ContentID
        /// A time within the programme.
        public var at: Date

        /// Makes the request.
        public init(channel: ContentID, at: Date) {
            self.channel = channel
            self.at = at
        }
    }
}

/// Programmes that a search found.
public struct GuideHits: Codable, Sendable, Hashable {
    /// The programmes, by start time.
    public var hits: [GuideHit]
    /// The number of matches, or ``SearchResults/maximumExactTotal`` when there are more.
    public var total: Int64
    /// Whether ``total`` is exact.
    public var isTotalExact: Bool
    /// The cursor of the next page; absent on the last one.
    public var cursor: String?

    /// Makes a page.
    public init(hits: [GuideHit], total: Int64, isTotalExact: Bool) {
        self.hits = hits
        self.total = total
        self.isTotalExact = isTotalExact
    }
}

/// A programme on a channel.
public struct GuideHit: Codable, Sendable, Hashable {
    /// The channel.
    public var channel: NumberedChannel
    /// The programme.
    public var programme: Programme
    /// Whether it has started and the channel offers it as catch-up.
    public var hasCatchup: Bool

    /// Makes a hit.
    public init(channel: NumberedChannel, programme: Programme, hasCatchup: Bool) {
        self.channel = channel
        self.programme = programme
        self.hasCatchup = hasCatchup
    }
}
