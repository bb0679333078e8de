internal import CatalogAPI

/// Every limit of this service, with its unit.
enum PlaybackLimits {
    /// The progress from which on a title counts as watched, when a call does not say.
    static let watchedThreshold = 0.90
    /// How far the resume point is set back from the last position, in seconds.
    static let resumeRewindSeconds = 5.0
    /// Two lengths that differ by a smaller share count as equal.
    static let lengthTolerance = 0.02
    /// The longest length and position that are believed: about four months, for channels.
    static let longestSeconds = 10_000_000.0
    /// The longest time after a session's opening for which a report is accepted: the longest length.
    static let longestElapsedMilliseconds: Int64 = 10_000_000_000
    /// Reports in one call.
    static let reports = 200
    /// Profiles that can watch together.
    static let profiles = 10
    /// Titles that can be marked at once.
    static let marks = 500
    /// Bytes of a device's or a link's name.
    static let nameBytes = 100
    /// How many of the titles that a profile watched last continue watching looks at: one that was begun before so many
    /// others is in the history alone.
    static let continueTitles = 2_000
    /// Series whose next episode is fetched from the catalog for one continue-watching list, in one call.
    static let nextSeries = Catalog.ListSeriesEpisodes.maximumCount
    /// Episodes behind the last one watched whose watch state is read before that of all others.
    static let nearbyEpisodes = 3
    /// The most titles in one call.
    static let contents = 200
    /// Titles of a batch that are fetched one by one, because their IDs may have been replaced.
    static let replacedIDs = 10
    /// The interval at which players should report while they play, in seconds.
    static let reportSeconds: Int32 = 10
    /// Sessions of a household that are read for the activity.
    static let openSessions = 200
    /// How often followers get an event of a session that only continues, in milliseconds.
    static let activityMilliseconds: Int64 = 15_000
    /// A position that is so far from where it should be is a jump.
    static let jumpSeconds = 5.0
    /// Buffered events of a household, for followers that reconnect.
    static let activityEvents = 2_000
    /// Entries of a queue that no profile's settings decide.
    static let queueSize = 50
    /// The part of a call's time that may go into waiting for the catalog where it can be done without: 1 s of the
    /// usual 5.
    static let cardTimeShare = 5
    /// How often missing cards are fetched from the catalog again.
    static let cardRefreshInterval = Duration.seconds(10)
    /// Cards fetched from the catalog in one call.
    static let cardsAtOnce = 200
    /// The timeout of looking up a film's download: a response takes a few milliseconds, and a service that hangs must
    /// not delay playback.
    static let downloadsTimeout = Duration.milliseconds(500)
    /// A playing session without a report for this long no longer counts as active.
    static let playingTimeoutMilliseconds: Int64 = 120_000
    /// A paused session without a report for this long no longer counts as active.
    static let pausedTimeoutMilliseconds: Int64 = 3_600_000
    /// How often downloads is told which titles were watched.
    static let watchedNoticeInterval = Duration.seconds(10)
    /// Watched titles that are told in one round.
    static let watchedNotices = 50
    /// The remaining minutes at which clients warn.
    static let warningMinutes: [Int32] = [15, 5, 1]
    /// The timeout of asking profiles for a child's limits: without a response those that are known count.
    static let limitsTimeout = Duration.milliseconds(500)
    /// Days for which watched time and refusals are kept.
    static let screenTimeDays: Int64 = 400
    /// Titles of each list of a weekly report.
    static let reportedTitles = 100
    /// How often old history is removed.
    static let retentionInterval = Duration.seconds(3_600)
    /// Sessions that are removed in one transaction.
    static let sessionsPerSweep = 500
    /// Milliseconds of a day.
    static let dayMilliseconds: Int64 = 86_400_000
    /// Episodes of a series that are read from the catalog, and marked by one call.
    static let seriesEpisodes = 10_000
    /// Queued series whose episodes are read from the catalog to find what plays next.
    static let queuedSeries = 5
    /// Series with a rule of their own for the next episode, of one profile.
    static let nextUpRules = 500
    /// Report intervals without a report after which a session's connection slot frees itself: a minute. A player that is
    /// paused and wants to keep it goes on reporting.
    static let slotIntervals: Int64 = 6
    /// The same in milliseconds.
    static let slotTimeoutMilliseconds = slotIntervals * Int64(reportSeconds) * 1_000
    /// How often it is noted that a session with a slot still reports, in milliseconds.
    static let slotHeardMilliseconds = Int64(reportSeconds) * 500
    /// How long a session is remembered to have lost its slot, in milliseconds: a week. Then its reports count as those of
    /// any ended session.
    static let slotLossMilliseconds: Int64 = 604_800_000
    /// How long an account is listed after the last title that was played from it, in milliseconds: 30 days.
    static let slotSourceMilliseconds: Int64 = 2_592_000_000
    /// How long a recently used stream is kept after its last use, in milliseconds: 24 hours.
    static let recentStreamMilliseconds: Int64 = 86_400_000
    /// How often expired ones are removed.
    static let recentStreamInterval = Duration.seconds(3_600)
    /// Recently used streams in one list.
    static let recentStreams = 200
    /// Suggestions that can be asked for at once.
    static let suggestions: Int32 = 10
    /// Titles watched last whose similar titles are suggested.
    static let suggestionSeeds = 3
    /// Titles watched last whose genres count.
    static let suggestionTastes = 30
    /// Similar titles of each that are fetched from the catalog.
    static let similarTitles: Int32 = 30
    /// Titles of a profile that are never suggested.
    static let neverSuggested = 500
    /// Minutes that an adult can grant a kids profile at once.
    static let grantedMinutes: ClosedRange<Int32> = 15...120
    /// Grants of a profile on one day.
    static let grantsOfDay = 12
    /// Watched time of a session that is collected before it is added to the sums of its day, in milliseconds.
    static let tallyMilliseconds: Int64 = 60_000
    /// A wait for data that lasts longer is a player that was left, in milliseconds.
    static let longestStallMilliseconds: Int64 = 600_000
    /// Days for which single waits for data are kept.
    static let bufferingEventDays: Int64 = 90
    /// Days for which the sums of statistics are kept: more than the longest span of a question.
    static let statisticsDays: Int64 = 800
    /// How soon after a household's data is opened what is too old is removed.
    static let statisticsSweepInterval = Duration.seconds(60)
    /// Series of one question whose episodes are fetched from the catalog.
    static let viewedSeries = 10
    /// Searches of one import for titles that only IMDb's id is known of.
    static let importSearches = 50
    /// Bytes of a title's name in an imported play.
    static let importedTitleBytes = 300
    /// The shortest time within which two plays of a title are one, in milliseconds: also of those of unknown length.
    static let shortestPlayMilliseconds: Int64 = 60_000
    /// The last seconds of a title in which what plays next is shown, when its credits are not known.
    static let nextUpSeconds = 30.0
    /// The greatest value of the setting `preBufferTimeSeconds`.
    static let longestPrebufferSeconds = 300.0
    /// The part of a call's time that may go into asking the catalog about a title that begins to play, and the most of it.
    static let factsTimeShare = 5
    static let factsTimeout = Duration.milliseconds(500)
    /// Milliseconds that must be watched until a link counts as one that plays.
    static let workedMilliseconds: Int64 = 60_000
    /// For how long after its last failure a link is not chosen again by itself, in milliseconds.
    static let failureMilliseconds: Int64 = 6 * 3_600_000
    /// Successes and failures of a link are halved at this number, so that the latest count most.
    static let variantCount: Int64 = 64
    /// Bytes of a language's tag (RFC 5646 section 4.4.1).
    static let languageBytes = 35
    /// Programmes of channels that are kept in memory, and how long the guide's "nothing" is believed.
    static let programmes = 500
    static let unknownProgrammeTime = Duration.seconds(60)
    /// Operations of a push that are applied in one transaction.
    static let operationsAtOnce = 50
}
