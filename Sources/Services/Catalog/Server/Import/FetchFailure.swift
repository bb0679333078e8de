/// What stood in the way when a server did not give what was to be fetched.
struct FetchFailure: Hashable, Sendable {
    /// The status that it answered with instead; nil when no answer came, or none of HTTP.
    var status: Int?
    /// The answer is larger than what is taken.
    var isTooLarge = false
    /// How long the server asks to wait.
    var retryAfter: Duration?

    /// Whether it is about this one answer: the server may well give others.
    var affectsOneRequest: Bool {
        guard retryAfter == nil else { return false }
        return isTooLarge || status.map { $0 != Self.tooManyRequests } ?? false
    }

    /// Whether the server has nothing of the kind, and would say so again.
    var isMissing: Bool { status.map(Self.missing.contains) ?? false }

    private static let tooManyRequests = 429
    /// Not Found, Method Not Allowed, Gone and Not Implemented (RFC 9110, section 15).
    private static let missing: Set<Int> = [404, 405, 410, 501]
}
