internal import RPC

/// An answer with all of its body.
public struct FetchResponse: Sendable {
    /// Its status and header.
    public let head: FetchHead

    /// Where it came from, after redirects.
    public let url: FetchURL

    /// Its body, after decompression.
    public let body: [UInt8]

    private let retryAfter: Duration?

    init(head: FetchHead, url: FetchURL, body: [UInt8], now: WallTime) {
        (self.head, self.url, self.body) = (head, url, body)
        retryAfter = head.retryAfter(at: now)
    }

    /// The answer itself when its status is one of success.
    ///
    /// - Throws: `FetchError` of kind `status`.
    public func successful() throws(FetchError) -> FetchResponse {
        guard (200..<300).contains(head.status) else {
            throw FetchError(.status(head.status, retryAfter: retryAfter), at: url.description)
        }
        return self
    }
}
