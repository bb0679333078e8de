public import RPC

extension ReadingList {
    /// Saves a link to the caller's list at once, without fetching the page. A page on the list already stays one link,
    /// unchanged except for new tags, and the response says so.
    public struct SaveLink: Request {
        public typealias Response = SavedLink
        // By key: a repeated call must not say that the link was there before.
        public static let safety = CallSafety.idempotentByKey

        /// The page's address: http or https; without a scheme https is meant.
        public var url: String
        /// The page's title, where the caller knows it. HTML's character references are decoded; a star at its beginning
        /// stars the link.
        public var title: String?
        /// The page's description, if the caller knows it.
        public var description: String?
        /// The reader's note.
        public var note: String?
        /// Tags.
        public var tags: [String]?
        /// Whether to star it.
        public var isFeatured: Bool?
        /// The client that saves it, at most 100 bytes.
        public var source: String?

        /// Creates the request.
        public init(
            url: String, title: String? = nil, description: String? = nil, note: String? = nil, tags: [String]? = nil,
            isFeatured: Bool? = nil, source: String? = nil
        ) {
            self.url = url
            self.title = title
            self.description = description
            self.note = note
            self.tags = tags
            self.isFeatured = isFeatured
            self.source = source
        }
    }

    /// One link of the caller's list.
    public struct GetLink: Request {
        public typealias Response = Link
        public static let safety = CallSafety.readOnly

        /// The link.
        public var id: String

        /// Creates the request.
        public init(id: String) { self.id = id }
    }
}

/// The result of saving a link.
public struct SavedLink: Codable, Sendable, Hashable {
    /// The link after the change.
    public var link: Link
    /// Whether it was not on the list before.
    public var isNew: Bool

    /// Describes a saved link.
    public init(link: Link, isNew: Bool) {
        self.link = link
        self.isNew = isNew
    }
}
