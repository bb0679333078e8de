internal import RPC

/// How much is asked of metadata-gateway, and how often.
package struct MetadataLimits: Sendable {
    /// Titles, or seasons, that are asked after in one turn.
    package var titlesPerBatch = 40
    /// Of these, at a time: people who search wait behind them.
    package var concurrentTitles = 4
    /// A turn takes so long for each of its titles, if only by waiting: a title is 2 to 4 questions, and metadata-gateway puts
    /// 40 a second to TMDB.
    package var timePerTitle = Duration.milliseconds(200)
    /// Titles published together: each publication recounts the titles of its sources.
    package var titlesPerPublication = 400
    /// How often it is looked for what is due or too old; what is new is asked after at once.
    package var interval = Duration.seconds(6 * 3_600)
    /// The pause when metadata-gateway cannot tell; it doubles up to the longest.
    package var firstPause = Duration.seconds(5)
    package var longestPause = Duration.seconds(300)
    /// After this what is known of a title is asked for again.
    package var foundLifetime = Duration.seconds(30 * 86_400)
    /// After this a title that TMDB does not surely have is looked for again.
    package var notFoundLifetime = Duration.seconds(14 * 86_400)
    /// After this a title is asked after again of which it could not be told, unlike of others.
    package var failureLifetime = Duration.seconds(6 * 3_600)
    /// Nothing of TMDB's is kept that is older: its terms are 180 days, and what is too old is found a while later.
    package static let oldestTime = Duration.seconds(179 * 86_400)

    package init() {}
}
