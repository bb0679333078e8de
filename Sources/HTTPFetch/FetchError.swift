/// Why a fetch failed. Contains no secrets: of the URL only scheme, host and port.
public struct FetchError: Error, Hashable, Sendable {
    /// The kind of failure.
    public let kind: Kind

    /// The origin: `https://example.org/…`; empty when there was no URL yet.
    public let address: String

    init(_ kind: Kind, at address: String) { (self.kind, self.address) = (kind, address) }

    /// The kinds of failure.
    public enum Kind: Hashable, Sendable {
        /// The URL is not one of the web: not http or https, no host, or malformed.
        case invalidURL
        /// A header or pin that cannot be sent or used, by name.
        case invalidRequest(String)
        /// The host's address is not public, and the host is not allowed; with the address's purpose.
        case refusedAddress(purpose: String)
        /// The host's name has no address, or no name server answered.
        case unresolved
        /// The connection was refused or could not be made.
        case unreachable
        /// A time limit passed: of the whole request, to connect, or without a byte.
        case timedOut
        /// The body arrived at less than `bytesPerSecond`.
        case tooSlow(bytesPerSecond: Int)
        /// No secure connection: an invalid certificate, or TLS failed.
        case insecure
        /// The host's key is not one of those it is pinned to.
        case pinMismatch
        /// A size limit was exceeded, with its unit.
        case tooLarge(what: Part, limitBytes: Int)
        /// More redirects than the limit.
        case tooManyRedirects(limit: Int)
        /// A redirect that is not followed: from https to http, or of a request with a body to another origin.
        case refusedRedirect
        /// The response ended before it was complete.
        case incomplete
        /// The response was not HTTP, or the connection broke; with libcurl's description.
        case broken(String)
        /// The server answered with an error status; with its `Retry-After`.
        case status(Int, retryAfter: Duration?)
        /// The fetcher was shut down.
        case stopped
    }

    /// The part of a response that a size limit applies to.
    public enum Part: String, Hashable, Sendable {
        /// The header of a response, with those of interim responses and trailers.
        case header
        /// The body as transferred over the network.
        case transfer
        /// The body after decompression.
        case body
    }

    /// Whether the same request may succeed later.
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
    public var description: String { address.isEmpty ? reason : "\(address): \(reason)" }

    /// The failure, without the origin.
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
        case .broken(let words): "no valid response (\(words))"
        case .status(let status, _): "the server answered \(status)"
        case .stopped: "the fetcher was shut down"
        }
    }
}
