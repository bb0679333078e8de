/// Every limit of this service, with its unit last.
enum SchedulerLimits {
    /// Windows of a household.
    static let windows = 200
    /// Slots of a household, the past ones among them.
    static let slots = 20_000
    /// Recurring slots of a household: each booking is compared with all of them.
    static let recurringSlots = 100
    /// Shows with an opinion, of a household.
    static let shows = 5_000
    /// Profiles that watch together.
    static let profiles = 10
    /// Characters of a label.
    static let labelCharacters = 60
    /// Bytes of an id.
    static let idBytes = 40
    /// Episodes of one slot.
    static let episodes = 24
    /// Moods of a show.
    static let moods = 12
    /// Characters of a mood.
    static let moodCharacters = 30
    /// The years in which anything can be booked.
    static let years = 1_970...2_199
    /// Events of one calendar.
    static let calendarEvents = 10_000
    /// Days of one calendar.
    static let calendarDays = 400
    /// How far ahead ``SchedulerAPI/Scheduler/Now`` reads, in seconds.
    static let nextSeconds = 86_400
    /// The most entries fetched of each list of titles.
    static let listedTitles: Int32 = 200
    /// Series whose episodes are fetched for one plan.
    static let series = 40
    /// Pages of episodes that are searched for a viewer's progress in a series, each of ``listedTitles``.
    static let episodePages = 10
    /// The most episodes of a series in one plan.
    static let plannedEpisodes = 12
    /// Titles that a plan chooses from.
    static let candidates = 500
    /// Alternatives to a vetoed slot.
    static let alternatives = 5
    /// Alternatives that there are at least, where the library has them.
    static let minimumAlternatives = 3
    /// How much longer than the vetoed slot an alternative may be outside of windows, in minutes.
    static let overrunMinutes = 30
    /// The timeout of one call to another service.
    static let serviceTimeout = Duration.seconds(2)
    /// The deadline of all calls to other services for one plan: less than that of ``SchedulerAPI/Scheduler/VetoSlot``.
    static let planningTimeout = Duration.seconds(6)
    /// Titles fetched concurrently.
    static let questionsAtOnce = 4
}
