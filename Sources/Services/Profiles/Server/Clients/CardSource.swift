internal import Foundation
internal import HearthModel

/// A source of titles' cards.
protocol CardSource: Sendable {
    /// The card of a title as the running call's caller sees it.
    ///
    /// - Parameter timeout: how long to wait at most.
    func card(of content: ContentID, within timeout: Duration) async -> CardResult
}

/// A source's result for one title.
enum CardResult: Sendable, Hashable {
    /// There it is; `fetched` is when TMDB gave it, of a title that is not in the library.
    case found(Card, fetched: Date? = nil)
    /// There is no such title, or not for this caller.
    case unknown
    /// The source does not answer: the title may exist or not.
    case unavailable

    /// When TMDB gave the card, of a title that is not in the library.
    var fetched: Date? {
        guard case .found(_, let fetched) = self else { return nil }
        return fetched
    }
}
