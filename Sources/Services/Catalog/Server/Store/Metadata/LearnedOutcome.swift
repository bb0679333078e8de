/// The response of metadata-gateway to a request about a series.
enum LearnedOutcome<Value: Sendable>: Sendable {
    case learned(Value)
    /// TMDB has nothing of it, any more.
    case unknown
    /// The request failed: what is known remains.
    case failed
}
