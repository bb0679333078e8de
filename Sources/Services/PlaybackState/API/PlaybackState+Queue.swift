public import Foundation
public import HearthModel
public import RPC

extension PlaybackState {
    /// Adds a movie, an episode or a series to the queue of the caller's profile.
    public struct AddToQueue: Request {
        public typealias Response = QueueChange
        public static let safety = CallSafety.idempotentByKey

        /// The title.
        public var content: ContentID
        /// Where; absent: last.
        public var place: QueuePlace?

        /// Creates the request.
        public init(content: ContentID, place: QueuePlace? = nil) {
            self.content = content
            self.place = place
        }
    }

    /// Removes a title from the queue. A title that is not in it changes nothing.
    public struct RemoveFromQueue: Request {
        public typealias Response = QueueChange
        // By key: a retry would remove a title added since.
        public static let safety = CallSafety.idempotentByKey

        /// The title.
        public var content: ContentID

        /// Creates the request.
        public init(content: ContentID) { self.content = content }
    }

    /// Moves a title within the queue.
    public struct MoveInQueue: Request {
        public typealias Response = QueueChange
        public static let safety = CallSafety.idempotentByKey

        /// The title.
        public var content: ContentID
        /// Where to, from 0; beyond the end: last.
        public var position: Int32

        /// Creates the request.
        public init(content: ContentID, position: Int32) {
            self.content = content
            self.position = position
        }
    }

    /// Moves titles to the front of the queue, in this order; the others follow in their order.
    public struct ReorderQueue: Request {
        public typealias Response = QueueList
        public static let safety = CallSafety.idempotentByKey

        /// The titles, 1 to ``maximumCount``; each must be queued.
        public var contents: [ContentID]

        /// The most titles that can be named.
        public static let maximumCount = 200

        /// Creates the request.
        public init(contents: [ContentID]) { self.contents = contents }
    }

    /// Empties the queue, or removes suggested titles only.
    public struct ClearQueue: Request {
        public typealias Response = QueueCleared
        // By key: a retry would remove titles added since.
        public static let safety = CallSafety.idempotentByKey

        /// True: only suggested titles.
        public var onlyAutoAdded: Bool?

        /// Creates the request.
        public init(onlyAutoAdded: Bool? = nil) { self.onlyAutoAdded = onlyAutoAdded }
    }

    /// The queue of the caller's profile, in order.
    public struct ListQueue: Request {
        public typealias Response = QueueList
        public static let safety = CallSafety.readOnly

        /// Creates the request.
        public init() {}
    }

    /// Notices that the queue of the caller's profile has changed: one at the beginning, which a follower that resumes gets
    /// only when the queue is another one than its last notice was of.
    public struct FollowQueue: ServerStream {
        public typealias ResponseItem = ListNotice
        public static let safety = CallSafety.readOnly

        /// Creates the request.
        public init() {}
    }

    /// Whether a title is in the queue, and where.
    public struct IsQueued: Request {
        public typealias Response = QueueAnswer
        public static let safety = CallSafety.readOnly

        /// The title.
        public var content: ContentID

        /// Creates the request.
        public init(content: ContentID) { self.content = content }
    }

    /// The head of the queue, and what plays then: of a series the next unwatched episode. A series without one is passed
    /// over.
    public struct NextInQueue: Request {
        public typealias Response = QueueNext
        public static let safety = CallSafety.readOnly

        /// Creates the request.
        public init() {}
    }
}

/// A position for a new entry in the queue.
public enum QueuePlace: String, Codable, Sendable, CaseIterable {
    /// At the front.
    case next
    /// At the end.
    case last
}

/// One entry of the queue.
public struct QueueEntry: Codable, Sendable, Hashable {
    /// Its position, from 0.
    public var position: Int32
    /// The title.
    public var content: ContentID
    /// The title's card; absent until the catalog has answered, and then only adults see the entry.
    public var card: Card?
    /// When it was added.
    public var added: Date
    /// Whether a suggestion put it there.
    public var isAutoAdded: Bool

    /// Describes an entry.
    public init(position: Int32, content: ContentID, card: Card?, added: Date, isAutoAdded: Bool) {
        self.position = position
        self.content = content
        self.card = card
        self.added = added
        self.isAutoAdded = isAutoAdded
    }
}

/// The queue, in order.
public struct QueueList: Codable, Sendable, Hashable {
    /// The entries at positions 0, 1, 2 and so on.
    public var entries: [QueueEntry]
    /// How many there are.
    public var total: Int32
    /// How many of them suggestions have put there.
    public var autoAdded: Int32

    /// Lists entries.
    public init(entries: [QueueEntry], total: Int32, autoAdded: Int32) {
        self.entries = entries
        self.total = total
        self.autoAdded = autoAdded
    }
}

/// The result of a change of the queue.
public struct QueueChange: Codable, Sendable, Hashable {
    /// The title; not always the requested one, as IDs may be replaced.
    public var content: ContentID
    /// Its position, from 0; absent when it is not queued.
    public var position: Int32?
    /// Whether this call changed anything.
    public var hasChanged: Bool
    /// How many entries there are now.
    public var total: Int32
    /// How many of them suggestions have put there.
    public var autoAdded: Int32

    /// Describes a change.
    public init(content: ContentID, position: Int32?, hasChanged: Bool, total: Int32, autoAdded: Int32) {
        self.content = content
        self.position = position
        self.hasChanged = hasChanged
        self.total = total
        self.autoAdded = autoAdded
    }
}

/// The number of removed titles.
public struct QueueCleared: Codable, Sendable, Hashable {
    /// How many entries.
    public var removed: Int32
    /// How many there are now.
    public var total: Int32
    /// How many of them suggestions have put there.
    public var autoAdded: Int32

    /// Creates the response.
    public init(removed: Int32, total: Int32, autoAdded: Int32) {
        self.removed = removed
        self.total = total
        self.autoAdded = autoAdded
    }
}

/// Whether a title is queued.
public struct QueueAnswer: Codable, Sendable, Hashable {
    /// Whether it is.
    public var isQueued: Bool
    /// Where, from 0; absent when it is not queued.
    public var position: Int32?

    /// Creates the request.
    public init(isQueued: Bool, position: Int32?) {
        self.isQueued = isQueued
        self.position = position
    }
}

/// The next title.
public struct QueueNext: Codable, Sendable, Hashable {
    /// The head; absent when the queue is empty.
    public var entry: QueueEntry?
    /// How many entries there are.
    public var total: Int32
    /// How many of them suggestions have put there.
    public var autoAdded: Int32
    /// What plays then: the entry, or the next unwatched episode of a queued series. Absent when the queue is empty, and
    /// for a series while the catalog does not respond.
    public var next: NextTitle?

    /// Creates the response.
    public init(entry: QueueEntry?, total: Int32, autoAdded: Int32, next: NextTitle? = nil) {
        self.next = next
        self.entry = entry
        self.total = total
        self.autoAdded = autoAdded
    }
}
