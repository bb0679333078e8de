internal import RPC

/// The limits of requests to metadata-gateway.
package struct MetadataLimits: Sendable {
    /// Titles, or seasons, of one turn.
    package var titlesPerBatch = 40
    /// Concurrent requests among these: interactive searches wait behind them.
    package var concurrentTitles = 4
    /// The minimum duration of a turn for each of its titles: a title is 2 to 4 requests, and metadata-gateway sends 40
    /// a second to TMDB.
    package var timePerTitle = Duration.milliseconds(200)
    /// Titles published together: each publication recounts the titles of its sources.
    package var titlesPerPublication = 400
    /// How often due and expired metadata are checked; new titles are requested at once.
    package var interval = Duration.seconds(6 * 3_600)
    /// The first backoff when metadata-gateway cannot answer; it doubles up to the longest.
    package var firstPause = Duration.seconds(5)
    package var longestPause = Duration.seconds(300)
    /// The age at which a title's metadata are fetched again.
    package var foundLifetime = Duration.seconds(30 * 86_400)
    /// The age at which a title without a TMDB match is searched again.
    package var notFoundLifetime = Duration.seconds(14 * 86_400)
    /// The delay before a title is requested again after a failure of its own.
    package var failureLifetime = Duration.seconds(6 * 3_600)

    package init() {}
}
