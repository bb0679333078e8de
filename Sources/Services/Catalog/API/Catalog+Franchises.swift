public import Household
public import RPC

extension Catalog {
    /// The films that a film is a part of a series of, as far as the caller may see them.
    ///
    /// By TMDB's collection where that is known, and otherwise by what the films are called: "2", "II", "Part Two", "Chapter 2"
    /// behind the same name. A film that is part of nothing is alone in the answer.
    public struct GetFranchise: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = Franchise
        public static let method = "GetFranchise"
        public static let safety = CallSafety.readOnly

        /// One of the films.
        public var id: ContentID

        /// Asks for a film's franchise.
        public init(id: ContentID) { self.id = id }
    }
}

/// Films that tell one story, or of the same people.
public struct Franchise: Codable, Sendable, Hashable {
    /// What it is called: as TMDB does, or as its films do without their numbers.
    public var name: String
    /// How the films were found to belong together.
    public var source: FranchiseSource
    /// The films in the order in which they came out, at most ``maximumFilms``.
    public var releaseOrder: [Card]
    /// Their ids in the order of the story.
    public var storyOrder: [ContentID]
    /// Whether the story's order is told by the films' numbers; otherwise it is that in which they came out.
    public var isStoryOrderKnown: Bool

    /// The most films of one.
    public static let maximumFilms = 100

    /// Names a franchise.
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

/// How films were found to belong together.
public struct FranchiseSource: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// TMDB has them in one collection.
    public static let collection = FranchiseSource(rawValue: "collection")
    /// They have the same name, with numbers.
    public static let title = FranchiseSource(rawValue: "title")
    /// It is a film by itself.
    public static let alone = FranchiseSource(rawValue: "alone")
}
