internal import HearthModel
internal import RPC

/// Suggests what to play when neither the series nor the queue has a title left.
protocol NextSuggester: Sendable {
    /// Titles for the caller's profile, the best first: called before the transaction that takes the first unwatched one.
    ///
    /// - Parameter content: the title that was completed.
    func suggestions(after content: ContentID, _ call: ServerCall, for viewer: Viewer) async -> [Card]
}
