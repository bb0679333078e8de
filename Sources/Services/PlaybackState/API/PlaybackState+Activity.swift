public import HearthModel
public import RPC

extension PlaybackState {
    /// Follows the sessions that the caller may see.
    ///
    /// The first item is a snapshot; so is the first after a gap that cannot be filled, such as a restart of the
    /// service. All others are events. A follower that reconnects with its last cursor misses nothing.
    public struct FollowActivity: ServerStream {
        public typealias ResponseItem = ActivityItem
        public static let safety = CallSafety.readOnly

        /// Whether to follow the whole household's sessions; absent: the caller's profile's.
        public var household: Bool?

        /// Creates the request.
        public init(household: Bool? = nil) { self.household = household }
    }
}

/// An item of the activity stream: a snapshot or an event.
public struct ActivityItem: Codable, Sendable, Hashable {
    /// All open sessions; replaces all earlier state.
    public var snapshot: [ActiveSession]?
    /// An event of one session.
    public var event: ActivityEvent?

    /// All there is.
    public init(snapshot: [ActiveSession]) { self.snapshot = snapshot }

    /// Creates the item.
    public init(event: ActivityEvent) { self.event = event }
}

/// An event of a session.
public struct ActivityEvent: Codable, Sendable, Hashable {
    /// The event's kind.
    public var kind: ActivityKind
    /// The session's current state.
    public var session: ActiveSession

    /// Creates the event.
    public init(kind: ActivityKind, session: ActiveSession) {
        self.kind = kind
        self.session = session
    }
}

/// A session event's kind.
public struct ActivityKind: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It was opened.
    public static let started = ActivityKind(rawValue: "started")
    /// It has paused, resumed or jumped; while it plays, also every 15 s at most.
    public static let updated = ActivityKind(rawValue: "updated")
    /// It is over.
    public static let ended = ActivityKind(rawValue: "ended")
}
