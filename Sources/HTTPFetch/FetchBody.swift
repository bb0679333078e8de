/// The body of an answer, piece by piece, to be read once.
public struct FetchBody: AsyncSequence, Sendable {
    public typealias Element = [UInt8]

    /// How many bytes the server has announced; nil when it has not.
    public let expectedBytes: Int?

    private let incoming: IncomingBody

    init(_ incoming: IncomingBody, expectedBytes: Int?) {
        (self.incoming, self.expectedBytes) = (incoming, expectedBytes)
    }

    /// How many bytes have come, read or not. May be asked at any time from anywhere.
    public var receivedBytes: Int { incoming.pipe.received }

    public func makeAsyncIterator() -> Iterator { Iterator(incoming: incoming) }

    /// Reads the body.
    public struct Iterator: AsyncIteratorProtocol {
        let incoming: IncomingBody

        /// Waits for the next piece; nil when all of it was read.
        ///
        /// - Throws: `FetchError`; `CancellationError`.
        public mutating func next() async throws -> [UInt8]? { try await incoming.next() }
    }
}
