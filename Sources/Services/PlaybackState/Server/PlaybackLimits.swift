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
    /// Series whose next episode is fetched from the catalog for one continue-watching list.
    static let nextSeries = 20
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
    /// Characters of the id of a device's operation, and of a session that it has opened offline.
    static let operationCharacters = 64
    /// Operations of a push that are applied in one transaction.
    static let operationsAtOnce = 50
    /// A device that pulls more often is noted once in this time, in milliseconds.
    static let noteMilliseconds: Int64 = 60_000
}
