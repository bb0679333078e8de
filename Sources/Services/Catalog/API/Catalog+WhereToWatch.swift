public import HearthModel
public import RPC

extension Catalog {
    /// Returns the providers that the acting profile subscribes to.
    public struct GetSubscriptions: Request {
        public typealias Response = Subscriptions
        public static let safety = CallSafety.readOnly

        /// Makes the request.
        public init() {}
    }

    /// Replaces the acting profile's subscriptions.
    public struct SetSubscriptions: Request {
        public typealias Response = Subscriptions
        public static let safety = CallSafety.idempotentByKey

        /// TMDB's ids of the providers, at most ``maximumCount``; empty: none.
        public var providers: [Int64]

        /// The maximum number of a profile's subscriptions.
        public static let maximumCount = 50

        /// Makes the request.
        public init(providers: [Int64]) { self.providers = providers }
    }
}

/// The subscriptions of a profile.
public struct Subscriptions: Codable, Sendable, Hashable {
    /// The providers, by id.
    public var providers: [WatchProvider]
    /// The household's country (ISO 3166-1), for which watch providers are listed; absent while it is not set.
    public var region: String?

    /// Makes the subscriptions.
    public init(providers: [WatchProvider], region: String?) {
        self.providers = providers
        self.region = region
    }
}

/// The watch providers of a title outside of the library, without renting or buying it.
public struct WhereToWatch: Codable, Sendable, Hashable {
    /// The country, ISO 3166-1.
    public var region: String
    /// The providers there: subscribed ones first, then free ones, each in TMDB's order.
    public var providers: [WatchProvider]
    /// TMDB's page with links to them.
    public var link: String?
    /// The data's origin; must be shown with it.
    public var attribution: String

    /// The origin of TMDB's provider data.
    public static let justWatch = "JustWatch"

    /// Makes the providers of a title.
    public init(region: String, providers: [WatchProvider], link: String?, attribution: String = Self.justWatch) {
        self.region = region
        self.providers = providers
        self.link = link
        self.attribution = attribution
    }
}

/// A provider of films and series.
public struct WatchProvider: Codable, Sendable, Hashable {
    /// TMDB's id.
    public var id: Int64
    /// The name; absent where no title of the library has it.
    public var name: String?
    /// How it offers a title; absent without a title.
    public var ways: [WatchWay]?

    /// Makes a provider.
    public init(id: Int64, name: String?, ways: [WatchWay]? = nil) {
        self.id = id
        self.name = name
        self.ways = ways
    }
}

/// How a provider offers a title.
public struct WatchWay: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// By subscription.
    public static let subscription = WatchWay(rawValue: "subscription")
    /// Free.
    public static let free = WatchWay(rawValue: "free")
    /// With advertisements.
    public static let advertisements = WatchWay(rawValue: "advertisements")
}
