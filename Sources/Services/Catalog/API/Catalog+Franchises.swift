public import HearthModel
public import RPC

extension Catalog {
    /// Returns the film series that a film belongs to, as far as the caller may see its films.
    ///
    /// By TMDB's collection where that is known, and otherwise by the films' names: "2", "II", "Part Two", "Chapter 2"
    /// behind the same name. A film of no franchise is alone in the response.
    public struct GetFranchise: Request {
        public typealias Response = Franchise
        public static let safety = CallSafety.readOnly

        /// One of the films.
        public var id: ContentID

        /// Makes the request.
        public init(id: ContentID) { self.id = id }
    }
}

/// A series of films.
public struct Franchise: Codable, Sendable, Hashable {
    /// Its name: TMDB's, or that of its films without their numbers.
    public var name: String
    /// How the films were grouped.
    public var source: FranchiseSource
    /// The films by release date, at most ``maximumFilms``.
    public var releaseOrder: [Card]
    /// Their ids in story order.
    public var storyOrder: [ContentID]
    /// Whether the story order comes from the films' numbers; otherwise it is the release order.
    public var isStoryOrderKnown: Bool

    /// The maximum number of films.
    public static let maximumFilms = 100

    /// Makes a franchise.
    public init(
        name: String, source: FranchiseSource, releaseOrder: [Card], storyOrder: [ContentID], isStoryOrderKnown: Bool
    ) {
        self.name = name
        self.source = source
        self.releaseOrder = releaseOrder
        self.storyOrder = storyOrder
        self.isStoryOrderKnown = isStoryOrderKnown
    }
}

/// How films were grouped.
public struct FranchiseSource: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// By TMDB's collection.
    public static let collection = FranchiseSource(rawValue: "collection")
    /// By name and number.
    public static let title = FranchiseSource(rawValue: "title")
    /// The film is in no franchise.
    public static let alone = FranchiseSource(rawValue: "alone")
}
