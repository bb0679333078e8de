/// An item of the server, still encoded.
public struct EncodedItem: Sendable {
    /// The item's CBOR encoding.
    public let bytes: [UInt8]
    /// Its position in the log that the stream follows; nil when it has none.
    public let position: StreamPosition?
}

// For callers that know a method by reflection alone.
extension EncodedStream {
    /// The server's next item with its position; nil at the end.
    ///
    /// - Throws: why the call failed; `CANCELLED` when the task is cancelled while it waits, and then no item is lost.
    public func nextItem() async throws(RPCError) -> EncodedItem? {
        try await receiver.next().map { EncodedItem(bytes: $0.bytes, position: $0.position) }
    }

    /// Sends an encoded item of the client, as soon as the server has room for it.
    ///
    /// - Throws: why the stream is over; `RESOURCE_EXHAUSTED` when the item is longer than a message may be.
    public func write(_ bytes: [UInt8]) async throws(RPCError) {
        try await sender.write(StreamItem(bytes: bytes, position: nil))
    }

    /// Whether the server has ended the call, so that nothing can be written.
    public var isOver: Bool { sender.isOver }

    /// Ends the client's items.
    public func finish() { sender.close() }

    /// Waits for the end of the call, and returns the response.
    ///
    /// - Throws: why the call failed.
    public func response() async throws(RPCError) -> EncodedResponse { try await receiver.response() }
}
