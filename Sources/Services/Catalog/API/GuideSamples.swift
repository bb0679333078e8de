public import Household

/// What taking in a guide would change, the first ten of each: for one that is only tried out.
public struct GuideSamples: Codable, Sendable, Hashable {
    /// Programmes that would come where nothing begins at that time, as far as the caller may see them.
    public var added: [GuideSample]
    /// Programmes that would come in place of others that begin at the same time.
    public var changed: [GuideSample]
    /// Programmes that would go, and nothing in their place begins at that time.
    public var removed: [GuideSample]
    /// Channels of the catalog that would have their guide from it, and have it from elsewhere or not at all.
    public var channelsAdded: [Card]
    /// Channels of the catalog that would not have their guide from it any more.
    public var channelsRemoved: [Card]

    /// Lists nothing yet.
    public init() {
        (added, changed, removed) = ([], [], [])
        (channelsAdded, channelsRemoved) = ([], [])
    }
}

/// A programme of a guide that is not taken in yet.
public struct GuideSample: Codable, Sendable, Hashable {
    /// What the guide calls the channel.
    public var channel: String
    /// The channel of the catalog that it is; absent when there is none. Of several the first by id.
    public var card: Card?
    /// The programme. Its times are the guide's, as a channel may show it later.
    public var programme: Programme

    /// Describes a programme.
    public init(channel: String, card: Card? = nil, programme: Programme) {
        self.channel = channel
        self.card = card
        self.programme = programme
    }
}
