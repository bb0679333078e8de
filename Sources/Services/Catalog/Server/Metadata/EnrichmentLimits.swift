internal import RPC

/// How much is asked of metadata-gateway, and how often.
package struct EnrichmentLimits: Sendable {
    /// Titles that are asked after in one turn.
    package var titlesPerTurn = 40
    /// Of these, at a time: people who search wait behind them.
    package var titlesAtOnce = 4
    /// Titles that are published together: each publication counts the titles of its sources anew.
    package var titlesPerPublication = 400
    /// How often it is looked whether there is something to ask.
    package var idlePause = Duration.seconds(5)
    /// The pause when metadata-gateway cannot tell; it doubles up to the longest.
    package var firstPause = Duration.seconds(5)
    package var longestPause = Duration.seconds(300)
    /// After this what is known of a title is asked for again.
    package var knownTime = Duration.seconds(30 * 86_400)
    /// After this a title that TMDB does not surely have is looked for again.
    package var unknownTime = Duration.seconds(14 * 86_400)
    /// After this a title is asked after again whose answer could not be read.
    package var unreadableTime = Duration.seconds(6 * 3_600)
    /// Nothing of TMDB's is shown that is older: its terms.
    package var oldestTime = Duration.seconds(180 * 86_400)

    package init() {}
}
