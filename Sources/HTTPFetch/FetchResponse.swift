public import RPC

/// A response with its complete body.
public struct FetchResponse: Sendable {
    /// Its status and header.
    public let head: FetchHead

    /// Its URL, after redirects.
    public let url: FetchURL

    /// Its body, after decompression.
    public let body: [UInt8]

    private let retryAfter: Duration?

    init(head: FetchHead, url: FetchURL, body: [UInt8], now: WallTime) {
        (self.head, self.url, self.body) = (head, url, body)
        retryAfter = head.retryAfter(at: now)
    }

    /// Returns the response when its status is a success.
    ///
    /// - Throws: `FetchError` of kind `status`.
    public func successful() throws(FetchError) -> FetchResponse {
        try head.checkSuccess(from: url, retryAfter: retryAfter)
        return self
    }
}

extension FetchHead {
    /// Throws for a response with an error status, before its body is read.
    ///
    /// - Throws: `FetchError` of kind `status`.
    public func checkSuccess(from url: FetchURL, at now: WallTime) throws(FetchError) {
        try checkSuccess(from: url, retryAfter: retryAfter(at: now))
    }

    fileprivate func checkSuccess(from url: FetchURL, retryAfter: Duration?) throws(FetchError) {
        guard (200..<300).contains(status) else {
            throw FetchError(.status(status, retryAfter: retryAfter), at: url.description)
        }
    }
}
