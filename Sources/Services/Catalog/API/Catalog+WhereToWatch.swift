public import Household
public import RPC

extension Catalog {
    /// The providers that the acting profile subscribes to.
    public struct GetSubscriptions: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = Subscriptions
        public static let method = "GetSubscriptions"
        public static let safety = CallSafety.readOnly

        /// Asks for the acting profile's subscriptions.
        public init() {}
    }

    /// Sets to which providers the acting profile subscribes, in place of those before.
    public struct SetSubscriptions: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = Subscriptions
        public static let method = "SetSubscriptions"
        public static let safety = CallSafety.idempotentByKey

        /// TMDB's numbers of the providers, at most ``maximumCount``; empty: none.
        public var providers: [Int64]

        /// The most that a profile subscribes to.
        public static let maximumCount = 50

        /// Sets subscriptions.
        public init(providers: [Int64]) { self.providers = providers }
    }
}

/// What a profile subscribes to.
public struct Subscriptions: Codable, Sendable, Hashable {
    /// The providers, by number.
    public var providers: [WatchProvider]
    /// The household's country (ISO 3166-1), for which watch providers are listed; absent while it is not set.
    public var region: String?

    /// Lists subscriptions.
    public init(providers: [WatchProvider], region: String?) {
        self.providers = providers
        self.region = region
    }
}

/// Where a title can be watched beside the library, without paying for it alone.
public struct WhereToWatch: Codable, Sendable, Hashable {
    /// The country, ISO 3166-1.
    public var region: String
    /// By what it can be watched there: what is subscribed to first, then what is free, each in TMDB's order.
    public var providers: [WatchProvider]
    /// TMDB's page that leads to them.
    public var link: String?
    /// Whose word it is; must be shown with it.
    public var attribution: String

    /// Whose word it is that TMDB hands on.
    public static let justWatch = "JustWatch"

    /// Tells where.
    public init(region: String, providers: [WatchProvider], link: String?, attribution: String = Self.justWatch) {
        self.region = region
        self.providers = providers
        self.link = link
        self.attribution = attribution
    }
}

/// A provider of films and series.
public struct WatchProvider: Codable, Sendable, Hashable {
    /// TMDB's number.
    public var id: Int64
    /// What it is called; absent where no title of the library has told.
    public var name: String?
    /// How a title can be had there; absent where it is about no title.
    public var ways: [WatchWay]?

    /// Names a provider.
    public init(id: Int64, name: String?, ways: [WatchWay]? = nil) {
        self.id = id
        self.name = name
        self.ways = ways
    }
}

/// How a provider shows a title.
public struct WatchWay: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// To those who subscribe.
    public static let subscription = WatchWay(rawValue: "subscription")
    /// For nothing.
    public static let free = WatchWay(rawValue: "free")
    /// With advertisements.
    public static let advertisements = WatchWay(rawValue: "advertisements")
}
