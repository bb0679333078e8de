public import HearthModel
public import RPC

extension Catalog {
    /// Returns the channels before and after one, among those that the caller may see: for the up and down of a remote
    /// control.
    ///
    /// NOT_FOUND when the channel does not exist or the caller may not see it.
    public struct ListNeighbours: Request {
        public typealias Response = ChannelNeighbours
        public static let safety = CallSafety.readOnly

        /// The channel.
        public var channel: ContentID
        /// The order; absent: by number.
        public var order: ChannelOrder?
        /// For ``ChannelOrder/group``, the group; absent: the channel's first.
        public var group: String?

        /// Makes the request.
        public init(channel: ContentID, order: ChannelOrder? = nil, group: String? = nil) {
            self.channel = channel
            self.order = order
            self.group = group
        }
    }
}

/// The order of channels.
public enum ChannelOrder: String, Codable, Sendable, CaseIterable {
    /// By number; channels without one last, by name.
    case number
    /// By name, ignoring case, accents and a leading article.
    case name
    /// Within a group, by number.
    case group
}

/// The neighbours of a channel.
public struct ChannelNeighbours: Codable, Sendable, Hashable {
    /// The channel before it; absent for the first one.
    public var previous: NumberedChannel?
    /// The channel after it; absent for the last one.
    public var next: NumberedChannel?

    /// Makes the neighbours.
    public init(previous: NumberedChannel?, next: NumberedChannel?) {
        self.previous = previous
        self.next = next
    }
}

/// A channel with its number.
public struct NumberedChannel: Codable, Sendable, Hashable {
    /// The channel.
    public var card: Card
    /// Its number, such as `2.1`.
    public var number: String?

    /// Makes a numbered channel.
    public init(card: Card, number: String?) {
        self.card = card
        self.number = number
    }
}
