public import HearthModel

/// Something that a profile did on a device while it was offline. Exactly one of the optional fields is present.
///
/// The time of an operation is ``clock`` plus ``elapsedMilliseconds``, which the device counts by a clock that is never set. A
/// time ahead of the household's is limited to a minute.
public struct PlaybackOperation: Codable, Sendable, Hashable {
    /// Its id, 1 to 64 printable ASCII characters, unique on the device, such as a UUID.
    public var id: String
    /// The device's own count of its operations, from 1: orders those of one millisecond.
    public var number: Int64
    /// The household's time as the device last got it from this service, in milliseconds since 1970.
    public var clock: Int64
    /// Milliseconds from then until the operation.
    public var elapsedMilliseconds: Int64

    /// A title was played.
    public var play: OfflinePlay?
    /// Reports of sessions that were opened online.
    public var reports: [ProgressReport]?
    /// A title was marked as watched or not watched.
    public var mark: OfflineMark?
    /// A title was hidden from continue watching.
    public var hide: ContentID?
    /// A title was queued.
    public var enqueue: OfflineEnqueue?
    /// A title was taken out of the queue.
    public var dequeue: ContentID?
    /// A title was moved in the queue.
    public var move: OfflineMove?
    /// History was removed: what was played up to the operation.
    public var remove: OfflineRemoval?

    /// Creates an operation without its one field.
    public init(id: String, number: Int64, clock: Int64, elapsedMilliseconds: Int64) {
        (self.id, self.number, self.clock, self.elapsedMilliseconds) = (id, number, clock, elapsedMilliseconds)
    }
}

/// A session that was opened offline, at the operation's time. The same session may be pushed again with further
/// reports, by another operation with the same time.
public struct OfflinePlay: Codable, Sendable, Hashable {
    /// The device's own id of the session, 1 to 64 printable ASCII characters.
    public var session: String
    /// The title.
    public var content: ContentID
    /// The link that was played, by its id; 1 to 100 bytes.
    public var variant: String
    /// Whether it was started over.
    public var startsOver: Bool?
    /// The reports, at most 200, whose session is ignored.
    public var reports: [ProgressReport]
    /// Whether the session is over.
    public var hasEnded: Bool?

    /// Describes a session.
    public init(
        session: String, content: ContentID, variant: String, startsOver: Bool? = nil, reports: [ProgressReport],
        hasEnded: Bool? = nil
    ) {
        self.session = session
        self.content = content
        self.variant = variant
        self.startsOver = startsOver
        self.reports = reports
        self.hasEnded = hasEnded
    }
}

/// A mark of a title.
public struct OfflineMark: Codable, Sendable, Hashable {
    /// The title.
    public var content: ContentID
    /// Whether it was marked as watched, or as not watched.
    public var isWatched: Bool

    /// Describes a mark.
    public init(content: ContentID, isWatched: Bool) { (self.content, self.isWatched) = (content, isWatched) }
}

/// A new entry of the queue. A title that is queued already is unchanged.
public struct OfflineEnqueue: Codable, Sendable, Hashable {
    /// The title.
    public var content: ContentID
    /// Where; absent: last.
    public var place: QueuePlace?

    /// Describes an entry.
    public init(content: ContentID, place: QueuePlace? = nil) { (self.content, self.place) = (content, place) }
}

/// A move within the queue.
public struct OfflineMove: Codable, Sendable, Hashable {
    /// The title.
    public var content: ContentID
    /// The title behind which it goes; absent: to the front. When that one is not queued: to the end.
    public var after: ContentID?

    /// Describes a move.
    public init(content: ContentID, after: ContentID? = nil) { (self.content, self.after) = (content, after) }
}

/// A removal from the history: exactly one of the fields is present.
public struct OfflineRemoval: Codable, Sendable, Hashable {
    /// One entry: the session, or the device's own id of one that it opened offline.
    public var session: String?
    /// A title; a series with all of its episodes.
    public var content: ContentID?
    /// True: everything.
    public var everything: Bool?

    /// Names what was removed.
    public init(session: String? = nil, content: ContentID? = nil, everything: Bool? = nil) {
        (self.session, self.content, self.everything) = (session, content, everything)
    }
}
