public import Foundation
public import Household
public import RPC

extension Catalog {
    /// Finds programmes of the guide by time, on the channels that the caller may see, by words of their titles, of who takes
    /// part and of what the guide calls them beyond the genres.
    public struct SearchGuide: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = GuideHits
        public static let method = "SearchGuide"
        public static let safety = CallSafety.readOnly
        public static let timeout = Duration.seconds(2)

        /// What to look for; the last word counts as the beginning of one.
        public var text: String
        /// Programmes that end after this moment; absent: those that are on and those that come.
        public var from: Date?
        /// Programmes that begin before this moment; absent: ``maximumDays`` after `from`.
        public var until: Date?
        /// The channels looked at, at most ``NowNext/maximumChannels``; absent: all.
        public var channels: [ContentID]?
        /// Which page; absent: the first.
        public var page: PageRequest?

        /// The longest time that is looked at.
        public static let maximumDays = 31

        /// Asks for programmes.
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

    /// A programme with everything that the guide says of it: the one that is on a channel at some moment.
    ///
    /// NOT_FOUND for what is not there, or not for the caller.
    public struct GetProgramme: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = GuideHit
        public static let method = "GetProgramme"
        public static let safety = CallSafety.readOnly

        /// The channel.
        public var channel: ContentID
        /// A moment within the programme; absent: now.
        public var at: Date?

        /// Asks for a programme.
        public init(channel: ContentID, at: Date? = nil) {
            self.channel = channel
            self.at = at
        }
    }

    /// The address at which a programme can be watched that has begun already, where its channel offers that.
    ///
    /// NOT_FOUND for what is not there, not for the caller, or not offered.
    public struct ResolveCatchup: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = ResolvedStream
        public static let method = "ResolveCatchup"
        public static let safety = CallSafety.readOnly

        /// The channel.
        public var channel: ContentID
        /// A moment within the programme.
        public var at: Date

        /// Asks for a programme's address.
        public init(channel: ContentID, at: Date) {
            self.channel = channel
            self.at = at
        }
    }
}

/// Programmes that were found.
public struct GuideHits: Codable, Sendable, Hashable {
    /// The programmes, by their beginning.
    public var hits: [GuideHit]
    /// How many there are, or ``SearchResults/maximumExactTotal`` when there are more.
    public var total: Int64
    /// Whether ``total`` is exact.
    public var isTotalExact: Bool
    /// Asks for the next page; absent on the last one.
    public var cursor: String?

    /// A page of programmes.
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
    /// Whether it has begun, and the channel offers it still.
    public var hasCatchup: Bool

    /// A programme on a channel.
    public init(channel: NumberedChannel, programme: Programme, hasCatchup: Bool) {
        self.channel = channel
        self.programme = programme
        self.hasCatchup = hasCatchup
    }
}
