public import Household
public import RPC

extension PlaybackState {
    /// What is being played, as it happens, as far as the caller may see it.
    ///
    /// The first item is a snapshot; so is the first after a gap that cannot be filled, such as a restart of the service.
    /// Everything else is an event. A follower that comes back with the last position it has seen misses nothing.
    public struct FollowActivity: RPCServerStream {
        public typealias Service = PlaybackState
        public typealias ResponseItem = ActivityItem
        public static let method = "FollowActivity"
        public static let safety = CallSafety.readOnly

        /// Whether to follow what the whole household plays; absent: the caller's profile.
        public var household: Bool?

        /// Asks to follow what is played.
        public init(household: Bool? = nil) { self.household = household }
    }
}

/// One item of what is being played: a snapshot or an event.
public struct ActivityItem: Codable, Sendable, Hashable {
    /// All sessions that go on; replaces everything that was known before.
    public var snapshot: [ActiveSession]?
    /// What happened to one session.
    public var event: ActivityEvent?

    /// All there is.
    public init(snapshot: [ActiveSession]) { self.snapshot = snapshot }

    /// What happened.
    public init(event: ActivityEvent) { self.event = event }
}

/// What happened to a session.
public struct ActivityEvent: Codable, Sendable, Hashable {
    /// What it was.
    public var kind: ActivityKind
    /// The session as it is now.
    public var session: ActiveSession

    /// Describes what happened.
    public init(kind: ActivityKind, session: ActiveSession) {
        self.kind = kind
        self.session = session
    }
}

/// What can happen to a session.
public struct ActivityKind: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It was opened.
    public static let started = ActivityKind(rawValue: "started")
    /// It has paused, gone on or jumped; while it plays, also every 15 s at most.
    public static let updated = ActivityKind(rawValue: "updated")
    /// It is over.
    public static let ended = ActivityKind(rawValue: "ended")
}
