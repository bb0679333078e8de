public import Foundation
public import HearthModel
public import RPC

extension PlaybackState {
    /// The caller's profile's watch history, the latest first: one entry per session.
    public struct ListHistory: Request {
        public typealias Response = HistoryList
        public static let safety = CallSafety.readOnly

        /// Kinds to list; absent: all.
        public var kinds: [ContentKind]?
        /// Opened at this time or later; absent: from the beginning.
        public var from: Date?
        /// Opened before this time; absent: until now.
        public var until: Date?
        /// Which page; absent: the first.
        public var page: PageRequest?

        /// Creates the request.
        public init(kinds: [ContentKind]? = nil, from: Date? = nil, until: Date? = nil, page: PageRequest? = nil) {
            self.kinds = kinds
            self.from = from
            self.until = until
            self.page = page
        }
    }

    /// Removes from the caller's profile's history: one entry, a title, or everything. Exactly one of the three.
    ///
    /// Progress and marks are removed, too. Other viewers of the sessions keep theirs.
    public struct RemoveHistory: Request {
        public typealias Response = HistoryRemoved
        // By key: a retry would remove sessions played since.
        public static let safety = CallSafety.idempotentByKey

        /// One entry, by its session.
        public var session: String?
        /// A title; a series with all of its episodes.
        public var content: ContentID?
        /// True: everything.
        public var everything: Bool?

        /// Creates the request.
        public init(session: String? = nil, content: ContentID? = nil, everything: Bool? = nil) {
            self.session = session
            self.content = content
            self.everything = everything
        }
    }
}

/// One page of the history.
public struct HistoryList: Codable, Sendable, Hashable {
    /// The entries, the latest first.
    public var entries: [HistoryEntry]
    /// How many there are on all pages.
    public var total: Int64
    /// The next page's cursor; absent on the last page.
    public var cursor: String?

    /// A page of the history.
    public init(entries: [HistoryEntry], total: Int64, cursor: String? = nil) {
        self.entries = entries
        self.total = total
        self.cursor = cursor
    }
}

/// A session that was played.
public struct HistoryEntry: Codable, Sendable, Hashable {
    /// The session.
    public var session: String
    /// The title.
    public var content: ContentID
    /// The title's card; absent until the catalog has answered, and then only adults see the entry.
    public var card: Card?
    /// Whether the library still has it, as far as known.
    public var isAvailable: Bool
    /// The link that was played, by its id.
    public var variant: String
    /// The device.
    public var device: String
    /// When it was opened.
    public var started: Date
    /// The time of the last report; absent before the first.
    public var lastWatched: Date?
    /// Where the player was at last, in seconds; of a channel the seconds watched.
    public var position: Double
    /// The length in seconds; absent when unknown, and for channels.
    public var duration: Double?
    /// The furthest progress, 0 to 1: it may be beyond the position when the player has jumped back.
    public var progress: Double
    /// The seconds really watched: a jump is no watching. Absent for sessions from before they were counted.
    public var secondsWatched: Double?

    /// Describes an entry.
    public init(
        session: String, content: ContentID, card: Card?, isAvailable: Bool, variant: String, device: String,
        started: Date, lastWatched: Date?, position: Double, duration: Double?, progress: Double
    ) {
        self.session = session
        self.content = content
        self.card = card
        self.isAvailable = isAvailable
        self.variant = variant
        self.device = device
        self.started = started
        self.lastWatched = lastWatched
        self.position = position
        self.duration = duration
        self.progress = progress
    }
}

/// The removed part.
public struct HistoryRemoved: Codable, Sendable, Hashable {
    /// How many sessions.
    public var sessions: Int64

    /// Creates the response.
    public init(sessions: Int64) { self.sessions = sessions }
}
