public import HearthModel
public import RPC

extension PlaybackState {
    /// Completes a title, and says what plays next: the title counts as watched, leaves the queue, and its session ends,
    /// in one transaction.
    ///
    /// What plays next is the next episode of the title's series, else the queue's head, else a suggestion. It stays in
    /// the queue until it is completed itself: a repeated call passes over nothing.
    ///
    /// Exactly one of ``session`` and ``content`` is given.
    ///
    /// - NOT_FOUND `unknownSession`, `unknownContent`: there is none, or not for this profile.
    /// - INVALID_ARGUMENT `unsupportedType`: the title is no movie and no episode.
    public struct CompleteTitle: Request {
        public typealias Response = TitleCompleted
        public static let safety = CallSafety.idempotentByKey

        /// A session of the caller's profile, as ``Playback/session`` named it: its title is completed by all of its
        /// viewers.
        public var session: String?
        /// A movie or an episode: completed by the caller's profile, whose open sessions with it end.
        public var content: ContentID?
        /// The session's last report, whose session is ignored; absent: the last stored report stands.
        public var last: ProgressReport?

        /// Completes a session's title.
        public init(session: String, last: ProgressReport? = nil) {
            self.session = session
            self.last = last
        }

        /// Completes a title.
        public init(content: ContentID) { self.content = content }
    }
}

/// A completed title, and what plays next.
public struct TitleCompleted: Codable, Sendable, Hashable {
    /// The completed title; not always the requested one, as IDs may be replaced. Absent when this profile may not see
    /// it any more.
    public var content: ContentID?
    /// Whether the title was not watched before.
    public var hasChanged: Bool
    /// What plays next; absent when there is nothing, see ``problem``.
    public var next: NextTitle?
    /// Why the next title is absent, or is not the one that it should be; absent when all is known.
    public var problem: NextTitleProblem?

    /// Describes a completed title.
    public init(content: ContentID?, hasChanged: Bool, next: NextTitle? = nil, problem: NextTitleProblem? = nil) {
        self.content = content
        self.hasChanged = hasChanged
        self.next = next
        self.problem = problem
    }
}

/// A title that plays next.
public struct NextTitle: Codable, Sendable, Hashable {
    /// The title to play: a movie or an episode; a queued series while its episodes are not known.
    public var content: ContentID
    /// The title's card; absent until the catalog has answered, and then only adults see the title.
    public var card: Card?
    /// Where it comes from.
    public var source: NextTitleSource
    /// Why an episode comes next; absent for other titles, and for an episode that was started.
    public var rule: NextUpRule?
    /// The queued series that it is an episode of; absent for other titles.
    public var queued: ContentID?
    /// The resume point in seconds; absent for the beginning.
    public var resume: Double?
    /// The length in seconds; absent when unknown.
    public var duration: Double?
    /// The link that was played last, by its id; absent when none was.
    public var variant: String?

    /// Describes a title.
    public init(content: ContentID, card: Card?, source: NextTitleSource, rule: NextUpRule? = nil) {
        self.content = content
        self.card = card
        self.source = source
        self.rule = rule
    }
}

/// Where a next title comes from.
public struct NextTitleSource: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The series of the title before it.
    public static let nextEpisode = NextTitleSource(rawValue: "nextEpisode")
    /// The queue's head.
    public static let queue = NextTitleSource(rawValue: "queue")
    /// A suggestion.
    public static let suggestion = NextTitleSource(rawValue: "suggestion")
}

/// Why a next title is absent, or is not the one that it should be.
public struct NextTitleProblem: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing is left: the series has no next episode, the queue is empty, and nothing is suggested.
    public static let nothingLeft = NextTitleProblem(rawValue: "nothingLeft")
    /// The catalog, which lists the episodes of a series, did not respond. A title of the queue is named, if there is one.
    public static let catalogUnavailable = NextTitleProblem(rawValue: "catalogUnavailable")
}
