internal import Household

/// Where the cards of titles come from.
protocol CardSource: Sendable {
    /// The card of a title as the running call's caller sees it.
    ///
    /// - Parameter timeout: how long to wait at most.
    func card(of content: ContentID, within timeout: Duration) async -> CardAnswer
}

/// What a source says of one title.
enum CardAnswer: Sendable, Hashable {
    case found(Card)
    /// There is no such title, or not for this caller.
    case unknown
    /// The source does not answer: the title may be there or not.
    case unavailable
}
