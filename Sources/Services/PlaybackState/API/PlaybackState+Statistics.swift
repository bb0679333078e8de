public import HearthModel
public import RPC

extension PlaybackState {
    /// What was watched most, and for how long, by day or by week of the household's calendar.
    ///
    /// Time counts as far as it was really watched: a jump is no watching, and neither is a pause. A child asks for itself;
    /// adults for any profile, and for the household. Titles that the caller may not see are in no list and no sum, and
    /// neither is what was removed from the history.
    public struct GetStatistics: Request {
        public typealias Response = WatchStatistics
        public static let safety = CallSafety.readOnly

        /// The profile's id; absent: the caller's.
        public var profile: String?
        /// Whether to count all profiles of the household; not with ``profile``, and not for a kids profile.
        public var household: Bool?
        /// How many days, today included: 1 to ``maximumDays``; absent: ``standardDays``, unless there are ``weeks``.
        public var days: Int32?
        /// How many weeks from Monday on, the current one included: 1 to ``maximumWeeks``. Not with ``days``.
        public var weeks: Int32?
        /// The length of each list of titles, 1 to ``maximumLimit``; absent: ``standardLimit``.
        public var limit: Int32?

        /// The default span.
        public static let standardDays: Int32 = 30
        /// The longest span in days.
        public static let maximumDays: Int32 = 366
        /// The longest span in weeks.
        public static let maximumWeeks: Int32 = 104
        /// The default length of lists.
        public static let standardLimit: Int32 = 10
        /// The longest lists.
        public static let maximumLimit: Int32 = 100

        /// Creates the request.
        public init(
            profile: String? = nil, household: Bool? = nil, days: Int32? = nil, weeks: Int32? = nil, limit: Int32? = nil
        ) {
            (self.profile, self.household) = (profile, household)
            (self.days, self.weeks, self.limit) = (days, weeks, limit)
        }
    }

    /// How often and how long players have waited for data, by title and link: the most frequent first. Of the household,
    /// by ids only, for adults.
    public struct GetBuffering: Request {
        public typealias Response = BufferingList
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles("owner", "adult")

        /// How many days, today included: 1 to ``GetStatistics/maximumDays``; absent: ``GetStatistics/standardDays``.
        public var days: Int32?
        /// How many at most, 1 to ``GetStatistics/maximumLimit``; absent: ``GetStatistics/standardLimit``.
        public var limit: Int32?

        /// Creates the request.
        public init(days: Int32? = nil, limit: Int32? = nil) { (self.days, self.limit) = (days, limit) }
    }
}

/// What was watched in a span of days.
public struct WatchStatistics: Codable, Sendable, Hashable {
    /// The first day, `2026-11-27`.
    public var from: String
    /// The last day: today.
    public var through: String
    /// What all counted profiles have watched together, by day or week: each one of the span, in order.
    public var periods: [WatchedPeriod]
    /// The profiles that have watched something, the longest first.
    public var profiles: [ProfileWatchTime]
    /// Channels, the longest watched first.
    public var channels: [WatchedTitle]
    /// Series, the longest watched first.
    public var series: [WatchedTitle]
    /// Movies and episodes, the longest watched first.
    public var titles: [WatchedTitle]
    /// How something to watch was found; absent: nothing was counted (``PlaybackState/NoteDiscovery``).
    public var discovery: DiscoveryStatistics?

    /// Creates the response.
    public init(
        since from: String, through: String, periods: [WatchedPeriod], profiles: [ProfileWatchTime] = [],
        channels: [WatchedTitle] = [], series: [WatchedTitle] = [], titles: [WatchedTitle] = []
    ) {
        (self.from, self.through, self.periods, self.profiles) = (from, through, periods, profiles)
        (self.channels, self.series, self.titles) = (channels, series, titles)
    }
}

/// A day or a week.
public struct WatchedPeriod: Codable, Sendable, Hashable {
    /// The day, `2026-11-27`, or the week by ISO 8601, `2026-W48`.
    public var name: String
    /// Whole seconds that were watched.
    public var seconds: Int64

    /// Creates a period.
    public init(_ name: String, seconds: Int64) { (self.name, self.seconds) = (name, seconds) }
}

/// How long a profile has watched.
public struct ProfileWatchTime: Codable, Sendable, Hashable {
    /// The profile's id.
    public var profile: String
    /// Whole seconds in the span.
    public var seconds: Int64
    /// Seconds for each day or week of the span, those without any counted.
    public var meanSeconds: Double
    /// How many sessions were watched.
    public var plays: Int64
    /// By day or week: each one of the span, in order.
    public var periods: [WatchedPeriod]

    /// Describes a profile.
    public init(profile: String, seconds: Int64, meanSeconds: Double, plays: Int64, periods: [WatchedPeriod]) {
        (self.profile, self.seconds, self.meanSeconds) = (profile, seconds, meanSeconds)
        (self.plays, self.periods) = (plays, periods)
    }
}

/// A title that was watched.
public struct WatchedTitle: Codable, Sendable, Hashable {
    /// The title; of a list of series the series.
    public var content: ContentID
    /// Its name; absent while no card of it is known.
    public var title: String?
    /// Whole seconds that were watched.
    public var seconds: Int64
    /// How many sessions were watched; one that several profiles watched together counts for each.
    public var plays: Int64

    /// Creates an entry.
    public init(content: ContentID, title: String?, seconds: Int64, plays: Int64) {
        (self.content, self.title, self.seconds, self.plays) = (content, title, seconds, plays)
    }
}

/// How players have waited for data.
public struct BufferingList: Codable, Sendable, Hashable {
    /// The first day, `2026-11-27`.
    public var from: String
    /// The last day: today.
    public var through: String
    /// The links that were watched, those with the most waits first.
    public var links: [LinkBuffering]

    /// Creates the response.
    public init(since from: String, through: String, links: [LinkBuffering]) {
        (self.from, self.through, self.links) = (from, through, links)
    }
}

/// How players of a link have waited for data.
public struct LinkBuffering: Codable, Sendable, Hashable {
    /// The title.
    public var content: ContentID
    /// Its name; absent while no card of it is known.
    public var title: String?
    /// The link, by its id.
    public var variant: String
    /// How often a running picture has stopped for data.
    public var events: Int64
    /// The mean length of these waits in seconds; 0 without any.
    public var meanSeconds: Double
    /// Waits for each hour that was watched; 0 when less than a second was.
    public var perHour: Double
    /// Whole seconds that were watched.
    public var secondsWatched: Int64

    /// Describes a link.
    public init(
        content: ContentID, title: String?, variant: String, events: Int64, meanSeconds: Double, perHour: Double,
        secondsWatched: Int64
    ) {
        (self.content, self.title, self.variant) = (content, title, variant)
        (self.events, self.meanSeconds, self.perHour) = (events, meanSeconds, perHour)
        self.secondsWatched = secondsWatched
    }
}
