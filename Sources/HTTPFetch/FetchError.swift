/// Why something was not fetched. Holds nothing secret: of the address only scheme, host and port.
public struct FetchError: Error, Hashable, Sendable {
    /// What went wrong.
    public let kind: Kind

    /// Where: `https://example.org/…`; empty when there was no address yet.
    public let place: String

    init(_ kind: Kind, at place: String) { (self.kind, self.place) = (kind, place) }

    /// The kinds of failure.
    public enum Kind: Hashable, Sendable {
        /// That is not an address on the web: not http or https, no host, or not to be read at all.
        case invalidURL
        /// A header or pin that cannot be sent or used, by name.
        case invalidRequest(String)
        /// The host's address is not one of the public internet, and the host is not allowed; with what it is for.
        case refusedAddress(purpose: String)
        /// The host's name has no address, or nobody could be asked for it.
        case unresolved
        /// Nobody took the connection.
        case unreachable
        /// It took longer than the limit: in all, to connect, or without a byte.
        case timedOut
        /// The body came at less than so many bytes a second.
        case tooSlow(bytesPerSecond: Int)
        /// No safe connection: a certificate that does not hold, or TLS that failed.
        case insecure
        /// The host's key is not one of those it is pinned to.
        case pinMismatch
        /// A limit of size, with its unit.
        case tooLarge(what: Part, limitBytes: Int)
        /// More redirects than the limit.
        case tooManyRedirects(limit: Int)
        /// A redirect that is not followed: to plain http from https, or elsewhere with what was sent.
        case refusedRedirect
        /// The answer ended before it was complete.
        case incomplete
        /// What came was no answer of HTTP, or the connection broke; with libcurl's words for it.
        case broken(String)
        /// The server answered with a status that is no success; with how long it asks to wait.
        case status(Int, retryAfter: Duration?)
        /// The fetcher was shut down.
        case stopped
    }

    /// What a limit of size is about.
    public enum Part: String, Hashable, Sendable {
        /// The header of an answer, with those of interim answers and trailers.
        case header
        /// The body as it comes over the network.
        case transfer
        /// The body as it is used, after decompression.
        case body
    }

    /// The same request may succeed later.
    public var isTransient: Bool {
        switch kind {
        case .unresolved, .unreachable, .timedOut, .tooSlow, .incomplete, .broken: true
        case .status(let status, _): status == 408 || status == 429 || (500..<600).contains(status) && status != 501
        case .invalidURL, .invalidRequest, .refusedAddress, .insecure, .pinMismatch, .tooLarge, .tooManyRedirects,
            .refusedRedirect, .stopped:
            false
        }
    }
}

extension FetchError: CustomStringConvertible {
    public var description: String { place.isEmpty ? reason : "\(place): \(reason)" }

    /// What happened, without where.
    var reason: String {
        switch kind {
        case .invalidURL: "not an address of http or https"
        case .invalidRequest(let what): "\(what) cannot be used"
        case .refusedAddress(let purpose): "refused, the address is \(purpose)"
        case .unresolved: "the host's name has no address"
        case .unreachable: "the host cannot be reached"
        case .timedOut: "no answer in time"
        case .tooSlow(let rate): "less than \(rate) bytes a second"
        case .insecure: "no safe connection"
        case .pinMismatch: "the host's key is not the pinned one"
        case .tooLarge(let part, let limit): "the \(part.rawValue) has more than \(limit) bytes"
        case .tooManyRedirects(let limit): "more than \(limit) redirects"
        case .refusedRedirect: "a redirect that is not followed"
        case .incomplete: "the answer ended too early"
        case .broken(let words): "no proper answer (\(words))"
        case .status(let status, _): "the server answered \(status)"
        case .stopped: "the fetcher was shut down"
        }
    }
}
