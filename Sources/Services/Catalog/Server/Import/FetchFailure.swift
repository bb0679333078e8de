/// Why a server's response could not be fetched.
struct FetchFailure: Hashable, Sendable {
    /// The HTTP status; nil without a response.
    var status: Int?
    /// Whether the response exceeds the size limit.
    var isTooLarge = false
    /// The delay that the server requests.
    var retryAfter: Duration?

    /// Whether the failure concerns this request only: the server may answer others.
    var affectsOneRequest: Bool {
        guard retryAfter == nil else { return false }
        return isTooLarge || status.map { $0 != Self.tooManyRequests } ?? false
    }

    /// Whether the server does not have the resource, and a retry would fail alike.
    var isMissing: Bool { status.map(Self.missing.contains) ?? false }

    private static let tooManyRequests = 429
    /// Not Found, Method Not Allowed, Gone and Not Implemented (RFC 9110, section 15).
    private static let missing: Set<Int> = [404, 405, 410, 501]
}
