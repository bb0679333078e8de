public import HearthModel
public import RPC

extension PlaybackState {
    /// Where the caller's profile goes on in a series.
    ///
    /// - NOT_FOUND `unknownContent`: the library has no such title, or not for this profile.
    /// - INVALID_ARGUMENT `unsupportedType`: it is no series, and no episode of one.
    /// - UNAVAILABLE: the catalog, which lists the episodes, does not respond.
    public struct GetNextUp: Request {
        public typealias Response = SeriesNextUp
        public static let safety = CallSafety.readOnly

        /// The series, or an episode of it.
        public var content: ContentID
        /// The progress from which on a title counts as watched, above 0 and up to 1; absent: 0.9.
        public var watchedThreshold: Double?

        /// Creates the request.
        public init(content: ContentID, watchedThreshold: Double? = nil) {
            self.content = content
            self.watchedThreshold = watchedThreshold
        }
    }

    /// Chooses how the next episode is found: of one series, or of all series without a choice of their own.
    ///
    /// - NOT_FOUND `unknownContent`: the library has no such title, or not for this profile.
    /// - INVALID_ARGUMENT: the rule cannot be chosen, or the title is no series and no episode of one.
    /// - RESOURCE_EXHAUSTED `tooMany`: so many series have a choice of their own that no more is stored.
    public struct SetNextUpRule: Request {
        public typealias Response = NextUpChoice
        // By key: a retry would replace what was chosen since.
        public static let safety = CallSafety.idempotentByKey

        /// The series, or an episode of it; absent: every series of the profile without a choice of its own.
        public var series: ContentID?
        /// ``NextUpRule/afterLastWatched`` or ``NextUpRule/firstUnwatched``; absent: the choice is removed.
        public var rule: NextUpRule?

        /// Creates the request.
        public init(series: ContentID? = nil, rule: NextUpRule? = nil) {
            self.series = series
            self.rule = rule
        }
    }
}

/// Where a profile goes on in a series.
public struct SeriesNextUp: Codable, Sendable, Hashable {
    /// The series; not always the requested one, as IDs may be replaced.
    public var series: ContentID
    /// The episode; absent when the series has none to go on with.
    public var next: NextTitle?
    /// How the next episode of this series is found.
    public var choice: NextUpChoice
    /// Whether every episode is watched. Specials do not count.
    public var isFinished: Bool
    /// How many episodes are watched. Specials do not count.
    public var watched: Int32
    /// How many episodes there are for this profile. Specials do not count.
    public var total: Int32

    /// Describes a series.
    public init(
        series: ContentID, next: NextTitle?, choice: NextUpChoice, isFinished: Bool, watched: Int32, total: Int32
    ) {
        self.series = series
        self.next = next
        self.choice = choice
        self.isFinished = isFinished
        self.watched = watched
        self.total = total
    }
}

/// The rule that applies, and the choices that it follows from.
public struct NextUpChoice: Codable, Sendable, Hashable {
    /// The rule that applies: the series' own, else the profile's, else ``NextUpRule/afterLastWatched``.
    public var rule: NextUpRule
    /// What was chosen for the series; absent without a series, and without a choice.
    public var series: NextUpRule?
    /// What was chosen for the profile; absent without a choice.
    public var profile: NextUpRule?

    /// The rule that follows from two choices.
    public init(series: NextUpRule? = nil, profile: NextUpRule? = nil) {
        self.series = series
        self.profile = profile
        rule = series ?? profile ?? .afterLastWatched
    }
}
