public import Foundation
public import HearthModel
public import RPC

extension Profiles {
    /// Adds a movie, series or channel to the favourites of the caller's profile. An existing favourite is unchanged.
    public struct AddFavourite: Request {
        public typealias Response = FavouriteChange
        // By key, although adding to a set is idempotent: the response says whether this call changed anything, and a
        // retry must not restore a favourite that was removed after the first call.
        public static let safety = CallSafety.idempotentByKey

        /// The title.
        public var content: ContentID

        /// Creates the request.
        public init(content: ContentID) { self.content = content }
    }

    /// Removes a title from the favourites of the caller's profile. A title that is none changes nothing.
    public struct RemoveFavourite: Request {
        public typealias Response = FavouriteChange
        // By key for the same reasons as adding.
        public static let safety = CallSafety.idempotentByKey

        /// The title.
        public var content: ContentID

        /// Creates the request.
        public init(content: ContentID) { self.content = content }
    }

    /// The favourites of the caller's profile that its policy lets it see.
    public struct ListFavourites: Request {
        public typealias Response = FavouriteList
        public static let safety = CallSafety.readOnly

        /// The order; absent: the latest first.
        public var order: FavouriteOrder?
        /// Kinds to list; absent: all.
        public var kinds: [ContentKind]?
        /// Which page; absent: the first.
        public var page: PageRequest?
        /// Only these, as far as they are favourites: 1 to ``maximumContents``. Absent: all.
        public var contents: [ContentID]?

        /// The most titles in one call.
        public static let maximumContents = 200

        /// Creates the request.
        public init(
            order: FavouriteOrder? = nil, kinds: [ContentKind]? = nil, page: PageRequest? = nil,
            contents: [ContentID]? = nil
        ) {
            self.order = order
            self.kinds = kinds
            self.page = page
            self.contents = contents
        }
    }

    /// Notices that the favourites of the caller's profile have changed: one at the beginning, which a follower that resumes
    /// gets only when they are others than its last notice was of.
    public struct FollowFavourites: ServerStream {
        public typealias ResponseItem = ListNotice
        public static let safety = CallSafety.readOnly

        /// Creates the request.
        public init() {}
    }
}

/// The order of favourites.
public enum FavouriteOrder: String, Codable, Sendable, CaseIterable {
    /// The latest first.
    case added
    /// By title, ignoring case, accents and a leading article; titles without a card come last.
    case title
    /// Movies, series, channels; by title within each.
    case kind
}

/// The result of a change of a favourite.
public struct FavouriteChange: Codable, Sendable, Hashable {
    /// The title.
    public var content: ContentID
    /// Whether it is a favourite now.
    public var isFavourite: Bool
    /// Whether it was not before.
    public var hasChanged: Bool

    /// Describes a change.
    public init(content: ContentID, isFavourite: Bool, hasChanged: Bool) {
        self.content = content
        self.isFavourite = isFavourite
        self.hasChanged = hasChanged
    }
}

/// One favourite.
public struct Favourite: Codable, Sendable, Hashable {
    /// The title.
    public var content: ContentID
    /// The title's card; absent until the catalog has answered, and then only adults see the favourite.
    public var card: Card?
    /// When it became one.
    public var added: Date
    /// False when the library no longer has the title, as far as known; it may come back.
    public var isAvailable: Bool?

    /// Describes a favourite.
    public init(content: ContentID, card: Card?, added: Date, isAvailable: Bool? = nil) {
        self.content = content
        self.card = card
        self.added = added
        self.isAvailable = isAvailable
    }
}

/// One page of favourites.
public struct FavouriteList: Codable, Sendable, Hashable {
    /// The favourites, in order.
    public var favourites: [Favourite]
    /// The total that the caller may see, of the requested kinds.
    public var total: Int64
    /// The next page's cursor; absent on the last page.
    public var cursor: String?

    /// A page of favourites.
    public init(favourites: [Favourite], total: Int64, cursor: String? = nil) {
        self.favourites = favourites
        self.total = total
        self.cursor = cursor
    }
}
