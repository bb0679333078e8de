/// A request, as a handler gets it.
public struct HTTPRequest: Sendable {
    /// Its head.
    public let head: RequestHead
    /// Its body.
    public let body: RequestBody
    /// The peer's IP address.
    public let peer: String

    private let reader: ConnectionReader

    init(_ head: RequestHead, _ body: RequestBody, peer: String, reader: ConnectionReader) {
        (self.head, self.body, self.peer, self.reader) = (head, body, peer, reader)
    }

    /// The client has left before its response.
    public struct HungUp: Error {
        /// Creates the error.
        public init() {}
    }

    /// Runs an operation for as long as the client is there; needs the body to have been read.
    ///
    /// - Throws: ``HungUp``; what the operation throws.
    public func whileConnected<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard body.isFinished else { return try await operation() }
        return try await withThrowingTaskGroup(of: Value?.self) { [reader] group in
            group.addTask { try await operation() }
            group.addTask {
                try await reader.waitForHangUp()
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let value = first else { throw HungUp() }
            return value
        }
    }
}
