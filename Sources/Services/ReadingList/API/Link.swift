public import Foundation
public import HearthModel

/// A link on a profile's reading list.
public struct Link: Codable, Sendable, Hashable {
    /// The link's id.
    public var id: String
    /// The address as it was saved.
    public var url: String
    /// The address after redirects; absent until the page has been fetched.
    public var resolvedURL: String?
    /// The page's title; absent when unknown.
    public var title: String?
    /// The page's description.
    public var description: String?
    /// The displayed title: "Untitled" when there is none.
    public var displayTitle: String
    /// The displayed subtitle: the address when there is no description.
    public var displayDescription: String
    /// The site's registrable domain, without `www`.
    public var domain: String
    /// Whether it is to be read or has been.
    public var status: LinkStatus
    /// Its types: video, audio, both, or article.
    public var types: [ContentType]
    /// The types' origin.
    public var typesFrom: TypeSource
    /// Whether it is starred, for the newsletter.
    public var isFeatured: Bool
    /// Tags, sorted.
    public var tags: [String]
    /// The profile's note about it.
    public var note: String?
    /// When it was saved.
    public var added: Date
    /// The time of its last change.
    public var updated: Date
    /// When it was read; absent while it is to be read.
    public var read: Date?
    /// The client that saved it, such as `cli` or `import:pocket.csv`.
    public var source: String?

    /// Creates a link; unknown values stay absent.
    public init(
        id: String, url: String, displayTitle: String, displayDescription: String, domain: String, status: LinkStatus,
        types: [ContentType], typesFrom: TypeSource, isFeatured: Bool, tags: [String], added: Date, updated: Date
    ) {
        self.id = id
        self.url = url
        self.displayTitle = displayTitle
        self.displayDescription = displayDescription
        self.domain = domain
        self.status = status
        self.types = types
        self.typesFrom = typesFrom
        self.isFeatured = isFeatured
        self.tags = tags
        self.added = added
        self.updated = updated
    }
}

/// The list that a link is on.
public struct LinkStatus: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// To read.
    public static let unread = LinkStatus(rawValue: "unread")
    /// Read: the archive.
    public static let read = LinkStatus(rawValue: "read")
}

/// A link's type.
public struct ContentType: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// To watch.
    public static let video = ContentType(rawValue: "video")
    /// To hear.
    public static let audio = ContentType(rawValue: "audio")
    /// Anything but video and audio.
    public static let article = ContentType(rawValue: "article")
    /// Starred. A flag in addition to the types: lists can be filtered by it, and no link has it among its types.
    public static let featured = ContentType(rawValue: "featured")
}

/// The origin of a link's types.
public struct TypeSource: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Its address and title.
    public static let signs = TypeSource(rawValue: "signs")
    /// A rule of this profile's for the site.
    public static let site = TypeSource(rawValue: "site")
    /// The reader.
    public static let reader = TypeSource(rawValue: "reader")
}
