public import Household
public import RPC

extension Catalog {
    /// The channels that guides have, to say which of them is a channel's own: ``TitleChanges/guideID``.
    ///
    /// By guide, and as each one names them. Those whose channels the caller may not see are left out.
    public struct ListGuideChannels: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = GuideChannelList
        public static let method = "ListGuideChannels"
        public static let safety = CallSafety.readOnly
        public static let access = Catalog.keepers

        /// Words that the id or the names have, each as the beginning of a word; absent or empty: all.
        public var text: String?
        /// Only of this guide, by its source's name; absent: of all.
        public var source: String?
        /// Which page; absent: the first.
        public var page: PageRequest?

        /// Asks for the channels of guides.
        public init(text: String? = nil, source: String? = nil, page: PageRequest? = nil) {
            self.text = text
            self.source = source
            self.page = page
        }
    }
}

/// One page of the channels that guides have.
public struct GuideChannelList: Codable, Sendable, Hashable {
    /// The channels.
    public var channels: [GuideChannel]
    /// Asks for the next page; absent on the last one.
    public var cursor: String?

    /// A page of channels.
    public init(channels: [GuideChannel], cursor: String? = nil) {
        self.channels = channels
        self.cursor = cursor
    }
}

/// A channel as a guide has it.
public struct GuideChannel: Codable, Sendable, Hashable {
    /// The guide's id of it, such as `bbcone.uk`.
    public var id: String
    /// The guide, by its source's name.
    public var source: String
    /// What the guide calls it.
    public var names: [String]
    /// Whether the guide has programmes of it that are on or to come.
    public var hasProgrammes: Bool
    /// How many of the household's channels have their programmes from it.
    public var channels: Int64

    /// Describes a channel.
    public init(id: String, source: String, names: [String], hasProgrammes: Bool, channels: Int64) {
        self.id = id
        self.source = source
        self.names = names
        self.hasProgrammes = hasProgrammes
        self.channels = channels
    }
}
