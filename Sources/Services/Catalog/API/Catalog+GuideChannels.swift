public import HearthModel
public import RPC

extension Catalog {
    /// Lists the channels of guides, from which a correction chooses a channel's own: ``TitleChanges/guideID``.
    ///
    /// By guide, and as each one names them. Guide channels of channels that the caller may not see are omitted.
    public struct ListGuideChannels: Request {
        public typealias Response = GuideChannelList
        public static let safety = CallSafety.readOnly
        public static let access = Catalog.ownerAndAdults

        /// Words that the id or the names contain, each as a prefix; absent or empty: all.
        public var text: String?
        /// Only of this guide, by its source's name; absent: all guides.
        public var source: String?
        /// The page; absent: the first.
        public var page: PageRequest?

        /// Makes the request.
        public init(text: String? = nil, source: String? = nil, page: PageRequest? = nil) {
            self.text = text
            self.source = source
            self.page = page
        }
    }
}

/// A page of guide channels.
public struct GuideChannelList: Codable, Sendable, Hashable {
    /// The channels.
    public var channels: [GuideChannel]
    /// The cursor of the next page; absent on the last one.
    public var cursor: String?

    /// Makes a page.
    public init(channels: [GuideChannel], cursor: String? = nil) {
        self.channels = channels
        self.cursor = cursor
    }
}

/// A channel of a guide.
public struct GuideChannel: Codable, Sendable, Hashable {
    /// The guide's id of the channel, such as `bbcone.uk`.
    public var id: String
    /// The guide, by its source's name.
    public var source: String
    /// The guide's names of the channel.
    public var names: [String]
    /// Whether the guide has current or future programmes of it.
    public var hasProgrammes: Bool
    /// The number of the household's channels that use it.
    public var channels: Int64

    /// Makes a guide channel.
    public init(id: String, source: String, names: [String], hasProgrammes: Bool, channels: Int64) {
        self.id = id
        self.source = source
        self.names = names
        self.hasProgrammes = hasProgrammes
        self.channels = channels
    }
}
