internal import RPC

/// Every limit of this service, with its unit last.
enum MetadataGatewayLimits {
    /// Requests to TMDB per second: its documented limit.
    static let requestsPerSecond = 40
    /// The burst of requests after a pause.
    static let questionsAtOnce = 20
    /// Connections to one host.
    static let connectionsPerHost = 20
    /// How long a request may wait for its turn.
    static let longestTurn = Duration.seconds(5)
    /// The timeout of one attempt.
    static let attemptTime = Duration.seconds(8)
    /// The deadline of all attempts.
    static let attemptsTime = Duration.seconds(10)
    /// Attempts in all.
    static let attempts = 4
    /// The longest backoff before the second attempt; it doubles with each.
    static let firstPause = Duration.milliseconds(250)
    /// The longest pause at all.
    static let longestPause = Duration.seconds(4)
    /// Consecutive failures that open the circuit breaker.
    static let failureThreshold = 12
    /// How long the circuit breaker stays open.
    static let rest = Duration.seconds(15)
    /// The most bytes of a response.
    static let responseBytes = 3 << 20
    /// The maximum age of a response by TMDB's terms.
    static let maximumResponseAge = Duration.seconds(180 * 86_400)
    /// The lifetime of a negative entry.
    static let absence = Duration.seconds(600)
    /// How long times of intros and credits are as good as new, and how long it is that there are none.
    static let introLifetime = Duration.seconds(30 * 86_400)
    static let noIntroLifetime = Duration.seconds(86_400)
    /// How long a token of TheTVDB's is used; it lasts a month.
    static let tokenTime = Duration.seconds(7 * 86_400)
    /// The longest token of TheTVDB's, in bytes.
    static let tokenBytes = 4_096
    /// Series that are compared when a series is searched by its title.
    static let maximumSeriesFound = 50
    /// The latest that an intro or the credits can be, in seconds.
    static let maximumIntroSecond = 86_400.0
    /// The most bytes of images in a household's cache.
    static let imageBytes = 512 << 20
    /// The most images of adult titles recorded for a household.
    static let markedPictures = 100_000
    /// The most bytes of responses in a household's cache.
    static let responsesBytes = 64 << 20
    /// Entries evicted at a time when the cache is over its limit.
    static let evictionBatch = 64
    /// Uses of a household's that are noted until they are written down.
    static let maximumPendingUses = 10_000
    /// The longest search text, in characters.
    static let searchCharacters = 200
    /// Languages of videos in one request.
    static let videoLanguages = 10
    /// The last page that TMDB gives out.
    static let lastPage: Int32 = 500
    /// Characters of a title.
    static let titleCharacters = 500
    /// The longest that a film or an episode can be.
    static let titleMinutes: Int64 = 24 * 60
    /// The share of a call's deadline in which the details of a list's titles must arrive.
    static let detailsShare = 0.75
    /// How often expired entries are removed.
    static let maintenanceInterval = Duration.seconds(3_600)
}
