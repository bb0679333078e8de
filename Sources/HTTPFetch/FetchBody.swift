/// The body of a response, piece by piece, to be read once.
public struct FetchBody: AsyncSequence, Sendable {
    public typealias Element = [UInt8]

    /// The announced length in bytes; nil when the server announced none.
    public let expectedBytes: Int?

    private let incoming: IncomingBody

    init(_ incoming: IncomingBody, expectedBytes: Int?) {
        (self.incoming, self.expectedBytes) = (incoming, expectedBytes)
    }

    /// The number of received bytes, read or not. Callable at any time from any thread.
    public var receivedBytes: Int { incoming.pipe.received }

    public func makeAsyncIterator() -> Iterator { Iterator(incoming: incoming) }

    /// Reads the body.
    public struct Iterator: AsyncIteratorProtocol {
        let incoming: IncomingBody

        /// Waits for the next piece; nil at the end.
        ///
        /// - Throws: `FetchError`; `CancellationError`.
        public mutating func next() async throws -> [UInt8]? { try await incoming.next() }
    }
}
