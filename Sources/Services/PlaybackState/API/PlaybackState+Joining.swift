public import RPC

extension PlaybackState {
    /// Joins a session that plays, as ``ListActive`` lists it: from now on it counts for the caller's profile, too. Its link,
    /// its position and its audio and subtitles stay as they are, and what was played before is not credited to who joins.
    ///
    /// NOT_FOUND (`unknownSession`) for a session that has ended, whose player does not report any more, or whose title the
    /// caller may not see; FAILED_PRECONDITION (`limitReached`) at a parental limit. A kids profile that has joined leaves at
    /// its limit, and the session goes on. The profile may not report, switch or end the session: its player does.
    public struct JoinSession: Request {
        public typealias Response = JoinedSession
        // By key: a retry must not join again after leaving.
        public static let safety = CallSafety.idempotentByKey

        /// The session, as ``ActiveSession/session`` named it.
        public var session: String

        /// Creates the request.
        public init(session: String) { self.session = session }
    }

    /// Leaves a session that the caller's profile has joined; what it has watched of it stays. Leaving again changes nothing.
    ///
    /// NOT_FOUND (`unknownSession`) for a session that the profile has never joined, such as its own: that is ended
    /// (``EndSession``).
    public struct LeaveSession: Request {
        public typealias Response = Empty
        // By key: a retry must not leave a session that was joined again.
        public static let safety = CallSafety.idempotentByKey

        /// The session that was joined.
        public var session: String

        /// Creates the request.
        public init(session: String) { self.session = session }
    }
}

/// A session that was joined, as it plays.
public struct JoinedSession: Codable, Sendable, Hashable {
    /// The session, with all profiles that watch.
    public var session: ActiveSession
    /// The link that plays, by its id.
    public var variant: String
    /// The audio and subtitles that were chosen for it; absent: none were.
    public var tracks: TrackChoice?

    /// Describes the session.
    public init(session: ActiveSession, variant: String, tracks: TrackChoice? = nil) {
        (self.session, self.variant, self.tracks) = (session, variant, tracks)
    }
}
