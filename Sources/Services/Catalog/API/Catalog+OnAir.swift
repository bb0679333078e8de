public import Foundation
public import Household
public import RPC

extension Catalog {
    /// What is on, and what comes next, on all channels by number, as a stream: a short record for each, for who wants to see
    /// all of them at once.
    ///
    /// It tells of each channel what ``NowNext`` does, which has the whole programmes. All records are of one moment and one
    /// state of the catalog.
    public struct ListOnAir: RPCServerStream {
        public typealias Service = Catalog
        public typealias ResponseItem = OnAirBatch
        public static let method = "ListOnAir"
        public static let safety = CallSafety.readOnly

        /// Whether channels without a guide are left out.
        public var onlyWithGuide: Bool?
        /// The moment asked for; absent: now.
        public var at: Date?

        /// Asks what is on.
        public init(onlyWithGuide: Bool? = nil, at: Date? = nil) {
            self.onlyWithGuide = onlyWithGuide
            self.at = at
        }
    }
}

/// Some of the channels with what is on.
public struct OnAirBatch: Codable, Sendable, Hashable {
    /// The channels, at most 200.
    public var channels: [ChannelOnAir]

    /// Lists channels.
    public init(channels: [ChannelOnAir]) { self.channels = channels }
}

/// A channel with what is on, in short.
public struct ChannelOnAir: Codable, Sendable, Hashable {
    /// The channel's id.
    public var id: ContentID
    /// Its name.
    public var name: String
    /// Its number, such as `2.1`.
    public var number: String?
    /// The title of what is on; absent, as its times are, when the guide does not say, or the caller may not see it.
    public var title: String?
    /// When it has begun.
    public var start: Date?
    /// When it ends.
    public var stop: Date?
    /// The title of what comes next of what the caller may see; absent, as its times are, when there is nothing.
    public var nextTitle: String?
    /// When that begins.
    public var nextStart: Date?
    /// When that ends.
    public var nextStop: Date?

    /// A channel of which nothing is known.
    public init(id: ContentID, name: String) {
        self.id = id
        self.name = name
    }
}
