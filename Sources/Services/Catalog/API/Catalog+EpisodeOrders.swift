public import HearthModel
public import RPC

extension Catalog {
    /// Lists the orders that a series' episodes can have: by their first broadcast, and those of TMDB's episode groups.
    ///
    /// TMDB is asked at the time of the call; without it there are only the orders known here.
    public struct ListEpisodeOrders: Request {
        public typealias Response = EpisodeOrderList
        public static let safety = CallSafety.readOnly

        /// The series.
        public var series: ContentID

        /// Makes the request.
        public init(series: ContentID) { self.series = series }
    }

    /// Sets the order of a series' episodes for the household. Progress and marks belong to the episodes, and stay.
    ///
    /// FAILED_PRECONDITION when TMDB has no such order of the series, or the series has no match at TMDB; UNAVAILABLE
    /// while TMDB cannot be asked.
    public struct SetEpisodeOrder: Request {
        public typealias Response = EpisodeOrderList
        public static let safety = CallSafety.idempotent
        public static let access = Catalog.ownerAndAdults

        /// The series.
        public var series: ContentID
        /// The order.
        public var order: EpisodeOrder

        /// Makes the request.
        public init(series: ContentID, order: EpisodeOrder) {
            self.series = series
            self.order = order
        }
    }
}

/// An order of a series' episodes, by the names of TMDB's types of episode groups.
public struct EpisodeOrder: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// By season and number as first broadcast: the numbers in cards.
    public static let aired = EpisodeOrder(rawValue: "aired")
    /// Numbered through from the first to the last, specials at the end.
    public static let absolute = EpisodeOrder(rawValue: "absolute")
    /// As on its discs.
    public static let dvd = EpisodeOrder(rawValue: "dvd")
    /// As sold or streamed.
    public static let digital = EpisodeOrder(rawValue: "digital")
    /// By story arcs.
    public static let storyArc = EpisodeOrder(rawValue: "storyArc")
    /// As produced.
    public static let production = EpisodeOrder(rawValue: "production")
    /// As repeated on television.
    public static let television = EpisodeOrder(rawValue: "television")
}

/// The orders of a series' episodes.
public struct EpisodeOrderList: Codable, Sendable, Hashable {
    /// The household's choice.
    public var current: EpisodeOrder
    /// The available orders, ``EpisodeOrder/aired`` first.
    public var orders: [EpisodeOrderInfo]
    /// Whether TMDB has answered: otherwise it may have more.
    public var isComplete: Bool

    /// Makes the list.
    public init(current: EpisodeOrder, orders: [EpisodeOrderInfo], isComplete: Bool) {
        self.current = current
        self.orders = orders
        self.isComplete = isComplete
    }
}

/// An available order of a series' episodes.
public struct EpisodeOrderInfo: Codable, Sendable, Hashable {
    /// The order.
    public var order: EpisodeOrder
    /// Its name at TMDB; absent for one that is not from there.
    public var name: String?
    /// How many episodes TMDB has in it; absent when unknown.
    public var episodes: Int64?

    /// Makes the description.
    public init(order: EpisodeOrder, name: String? = nil, episodes: Int64? = nil) {
        self.order = order
        self.name = name
        self.episodes = episodes
    }
}

/// An episode's place in an order.
public struct EpisodePosition: Codable, Sendable, Hashable {
    /// The part of the order: a season, a disc; 0 for an episode that the order does not have, and for specials.
    public var part: Int32
    /// The number in the part, from 1; 0 for an episode that the order does not have.
    public var number: Int32

    /// Makes a place.
    public init(part: Int32, number: Int32) {
        self.part = part
        self.number = number
    }
}
