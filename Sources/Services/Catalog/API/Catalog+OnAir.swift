public import Foundation
public import HearthModel
public import RPC

extension Catalog {
    /// Streams the current and next programmes of all channels by number: a short record for each, for a client that
    /// shows all of them at once.
    ///
    /// The data are those of ``NowNext``, which has the whole programmes. All records are of one time and one snapshot
    /// of the catalog.
    public struct ListOnAir: ServerStream {
        public typealias ResponseItem = OnAirBatch
        public static let safety = CallSafety.readOnly

        /// Whether to omit channels without a guide.
        public var onlyWithGuide: Bool?
        /// The time; absent: now.
        public var at: Date?

        /// Makes the request.
        public init(onlyWithGuide: Bool? = nil, at: Date? = nil) {
            self.onlyWithGuide = onlyWithGuide
            self.at = at
        }
    }
}

/// A batch of channels with their current programmes.
public struct OnAirBatch: Codable, Sendable, Hashable {
    /// The channels, at most 200.
    public var channels: [ChannelOnAir]

    /// Makes a batch.
    public init(channels: [ChannelOnAir]) { self.channels = channels }
}

/// A channel with its current programme, in short.
public struct ChannelOnAir: Codable, Sendable, Hashable {
    /// The channel's id.
    public var id: ContentID
    /// Its name.
    public var name: String
    /// Its number, such as `2.1`.
    public var number: String?
    /// The current programme's title; absent, as are its times, when the guide has none, or the caller may not see it.
    public var title: String?
    /// The start of the current programme.
    public var start: Date?
    /// The end of the current programme.
    public var stop: Date?
    /// The title of the next programme that the caller may see; absent, as are its times, when there is none.
    public var nextTitle: String?
    /// The start of the next programme.
    public var nextStart: Date?
    /// The end of the next programme.
    public var nextStop: Date?

    /// Makes a channel without programmes.
    public init(id: ContentID, name: String) {
        self.id = id
        self.name = name
    }
}
