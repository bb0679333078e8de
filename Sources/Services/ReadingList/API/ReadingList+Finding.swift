public import Foundation
public import HearthModel
public import RPC

extension ReadingList {
    /// One of the caller's two lists, filtered and in order, page by page.
    public struct ListLinks: Request {
        public typealias Response = LinkList
        public static let safety = CallSafety.readOnly

        /// The list; absent: unread.
        public var status: LinkStatus?
        /// Any of these, ``ContentType/featured`` among them; absent: all.
        public var types: [ContentType]?
        /// A site, by its domain.
        public var domain: String?
        /// A tag, without regard to case.
        public var tag: String?
        /// Words that title, description, address and note must match; the last one may be a prefix.
        public var text: String?
        /// Saved at this time or later.
        public var addedFrom: Date?
        /// Saved before this time.
        public var addedBefore: Date?
        /// The order; absent: the latest change first.
        public var order: LinkOrder?
        /// Which page; absent: the first 50.
        public var page: PageRequest?

        /// Creates the request.
        public init(
            status: LinkStatus? = nil, types: [ContentType]? = nil, domain: String? = nil, tag: String? = nil,
            text: String? = nil, order: LinkOrder? = nil, page: PageRequest? = nil
        ) {
            self.status = status
            self.types = types
            self.domain = domain
            self.tag = tag
            self.text = text
            self.order = order
            self.page = page
        }
    }

    /// The sites of the caller's links, by how many links each has.
    public struct ListDomains: Request {
        public typealias Response = DomainList
        public static let safety = CallSafety.readOnly

        /// A prefix or a part of the domain: prefixes come first. Absent: all.
        public var text: String?
        /// Which list to count; absent: both.
        public var status: LinkStatus?
        /// How many at most, 1 to 200; absent: 20.
        public var limit: Int32?

        /// Creates the request.
        public init(text: String? = nil, status: LinkStatus? = nil, limit: Int32? = nil) {
            self.text = text
            self.status = status
            self.limit = limit
        }
    }

    /// The tags of the caller's links, by how many links each has; at most 500.
    public struct ListTags: Request {
        public typealias Response = TagList
        public static let safety = CallSafety.readOnly

        /// Creates the request.
        public init() {}
    }
}

/// The order of links.
public enum LinkOrder: String, Codable, Sendable, CaseIterable {
    /// The latest change first.
    case updated
    /// The latest saved first.
    case added
    /// By title, ignoring case, accents and a leading article; links without one come last.
    case title
    /// By site, and within one the latest saved first.
    case domain
}

/// One page of links.
public struct LinkList: Codable, Sendable, Hashable {
    /// The links, in order.
    public var links: [Link]
    /// How many there are for each chip.
    public var counts: LinkCounts
    /// The next page's cursor; absent on the last page.
    public var cursor: String?
    /// Why the list is empty; absent when it is not.
    public var empty: EmptyReason?

    /// A page of links.
    public init(links: [Link], counts: LinkCounts, cursor: String? = nil, empty: EmptyReason? = nil) {
        self.links = links
        self.counts = counts
        self.cursor = cursor
        self.empty = empty
    }
}

/// How many links each chip would show: status in total, types under the other filters that are on.
public struct LinkCounts: Codable, Sendable, Hashable {
    /// To read, in all.
    public var unread: Int64
    /// In the archive, in all.
    public var read: Int64
    /// Videos.
    public var video: Int64
    /// Audio.
    public var audio: Int64
    /// Articles.
    public var article: Int64
    /// Starred ones.
    public var featured: Int64
    /// How many the list has under all filters.
    public var total: Int64

    /// Nothing anywhere.
    public init() { (unread, read, video, audio, article, featured, total) = (0, 0, 0, 0, 0, 0, 0) }
}

/// Why a list is empty.
public struct EmptyReason: Codable, Sendable, Hashable {
    /// The reason.
    public var code: Code
    /// The same for people.
    public var text: String

    /// Gives a reason.
    public init(_ code: Code, _ text: String) {
        self.code = code
        self.text = text
    }

    /// Reasons; codes stay, texts may change.
    public struct Code: OpenEnum {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// Nothing is to be read.
        public static let emptyToRead = Code(rawValue: "emptyToRead")
        /// Nothing has been read.
        public static let emptyArchive = Code(rawValue: "emptyArchive")
        /// Nothing is from that site.
        public static let noDomain = Code(rawValue: "noDomain")
        /// Nothing is of these types.
        public static let noType = Code(rawValue: "noType")
        /// Nothing has these words, that tag or that date.
        public static let noMatch = Code(rawValue: "noMatch")
    }
}

/// Sites with their counts.
public struct DomainList: Codable, Sendable, Hashable {
    /// The sites.
    public var domains: [DomainCount]

    /// Lists sites.
    public init(domains: [DomainCount]) { self.domains = domains }
}

/// A site and how many links it has.
public struct DomainCount: Codable, Sendable, Hashable {
    /// The registrable domain, without `www`.
    public var domain: String
    /// How many links.
    public var count: Int64

    /// Counts a site.
    public init(domain: String, count: Int64) {
        self.domain = domain
        self.count = count
    }
}

/// Tags with their counts.
public struct TagList: Codable, Sendable, Hashable {
    /// The tags, the most used first.
    public var tags: [TagCount]

    /// Lists tags.
    public init(tags: [TagCount]) { self.tags = tags }
}

/// A tag and how many links have it.
public struct TagCount: Codable, Sendable, Hashable {
    /// The tag.
    public var tag: String
    /// How many links.
    public var count: Int64

    /// Counts a tag.
    public init(tag: String, count: Int64) {
        self.tag = tag
        self.count = count
    }
}
