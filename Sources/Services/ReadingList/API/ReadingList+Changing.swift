public import RPC

extension ReadingList {
    /// Moves links to the archive, or back to the unread list.
    public struct MarkLinks: Request {
        public typealias Response = LinksChanged
        // All changes are by key: a late retry would undo later changes, and the response counts changed links.
        public static let safety = CallSafety.idempotentByKey

        /// The links, at most 500.
        public var ids: [String]
        /// Where they belong now.
        public var status: LinkStatus

        /// Creates the request.
        public init(ids: [String], status: LinkStatus) {
            self.ids = ids
            self.status = status
        }
    }

    /// Stars links for the newsletter, or removes the stars: also from the start of their titles.
    public struct StarLinks: Request {
        public typealias Response = LinksChanged
        public static let safety = CallSafety.idempotentByKey

        /// The links, at most 500.
        public var ids: [String]
        /// Whether they are starred now.
        public var isFeatured: Bool

        /// Creates the request.
        public init(ids: [String], isFeatured: Bool) {
            self.ids = ids
            self.isFeatured = isFeatured
        }
    }

    /// Adds tags to links and removes tags, atomically.
    public struct TagLinks: Request {
        public typealias Response = LinksChanged
        public static let safety = CallSafety.idempotentByKey

        /// The links, at most 500.
        public var ids: [String]
        /// Tags that each has now.
        public var add: [String]?
        /// The tags to remove.
        public var remove: [String]?

        /// Creates the request.
        public init(ids: [String], add: [String]? = nil, remove: [String]? = nil) {
            self.ids = ids
            self.add = add
            self.remove = remove
        }
    }

    /// Changes a link's texts: the present fields, all or nothing. An empty text removes it.
    public struct EditLink: Request {
        public typealias Response = Link
        public static let safety = CallSafety.idempotentByKey

        /// The link.
        public var id: String
        /// The displayed title. A star at its start stars the link.
        public var title: String?
        /// The description.
        public var description: String?
        /// The note.
        public var note: String?
        /// All of its tags.
        public var tags: [String]?

        /// Creates the request; nil leaves a field unchanged.
        public init(
            id: String, title: String? = nil, description: String? = nil, note: String? = nil, tags: [String]? = nil
        ) {
            self.id = id
            self.title = title
            self.description = description
            self.note = note
            self.tags = tags
        }
    }

    /// Deletes links. They can be brought back for seven days.
    public struct DeleteLinks: Request {
        public typealias Response = LinksDeleted
        public static let safety = CallSafety.idempotentByKey

        /// The links, at most 500.
        public var ids: [String]

        /// Creates the request.
        public init(ids: [String]) { self.ids = ids }
    }

    /// Restores the links of one deletion unchanged. A page that was saved again in the meantime keeps its new link.
    public struct UndoDelete: Request {
        public typealias Response = LinksChanged
        public static let safety = CallSafety.idempotentByKey

        /// The deletion, as ``LinksDeleted`` named it.
        public var deletion: String

        /// Creates the request.
        public init(deletion: String) { self.deletion = deletion }
    }
}

/// The result of a change of several links.
public struct LinksChanged: Codable, Sendable, Hashable {
    /// How many are different now.
    public var changed: Int64
    /// Ids of which there is no link.
    public var missing: [String]

    /// Describes a change.
    public init(changed: Int64, missing: [String] = []) {
        self.changed = changed
        self.missing = missing
    }
}

/// The result of a deletion.
public struct LinksDeleted: Codable, Sendable, Hashable {
    /// Names the deletion, for ``ReadingList/UndoDelete``; absent when nothing was deleted.
    public var deletion: String?
    /// The number of deleted links.
    public var deleted: Int64
    /// Ids of which there was no link.
    public var missing: [String]

    /// Describes a deletion.
    public init(deletion: String?, deleted: Int64, missing: [String] = []) {
        self.deletion = deletion
        self.deleted = deleted
        self.missing = missing
    }
}
