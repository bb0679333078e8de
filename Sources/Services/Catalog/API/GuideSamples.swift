public import HearthModel

/// The first ten changes of each sort that a guide import would make: for a dry run.
public struct GuideSamples: Codable, Sendable, Hashable {
    /// Programmes that would be added at a time at which none starts, as far as the caller may see them.
    public var added: [GuideSample]
    /// Programmes that would replace others with the same start.
    public var changed: [GuideSample]
    /// Programmes that would be removed without another that starts at that time.
    public var removed: [GuideSample]
    /// Channels of the catalog that would use this guide, and use another or none now.
    public var channelsAdded: [Card]
    /// Channels of the catalog that would no longer use this guide.
    public var channelsRemoved: [Card]

    /// Makes empty samples.
    public init() {
        (added, changed, removed) = ([], [], [])
        (channelsAdded, channelsRemoved) = ([], [])
    }
}

/// A programme of a guide that is not imported yet.
public struct GuideSample: Codable, Sendable, Hashable {
    /// The guide's name of the channel.
    public var channel: String
    /// The matching channel of the catalog, the first by id; absent when there is none.
    public var card: Card?
    /// The programme, with the guide's own times, which a channel may shift.
    public var programme: Programme

    /// Makes a sample.
    public init(channel: String, card: Card? = nil, programme: Programme) {
        self.channel = channel
        self.card = card
        self.programme = programme
    }
}
