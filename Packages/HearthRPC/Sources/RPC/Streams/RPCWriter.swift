internal import CBOR

/// Writes one side's items into a stream.
///
/// ``write(_:)`` returns as soon as the other side has room for the item, which is at once while its reader keeps up.
/// Items arrive in the order in which they were written, each once, or the stream fails.
public struct RPCWriter<Item: Encodable & Sendable>: Sendable {
    private let sender: StreamSender

    init(_ sender: StreamSender) { self.sender = sender }

    /// Writes an item.
    ///
    /// - Throws: why the stream is over; `RESOURCE_EXHAUSTED` when the item is longer than a message may be;
    ///   `CANCELLED` when the task is cancelled while it waits.
    public func write(_ item: Item) async throws(RPCError) { try await send(item, at: nil) }

    /// Writes an item of a stream that can be resumed after it.
    ///
    /// - Throws: as ``write(_:)``.
    public func write(_ item: Item, at position: StreamPosition) async throws(RPCError) {
        try await send(item, at: position)
    }

    /// Ends the items. A client's items also end when the function that writes them returns, a server's with its
    /// handler.
    public func finish() { sender.close() }

    private func send(_ item: Item, at position: StreamPosition?) async throws(RPCError) {
        let bytes: [UInt8]
        do {
            bytes = try CBOREncoder().encode(item)
        } catch {
            throw RPCError(.internal, "An item of a stream could not be encoded.", executed: .maybe)
        }
        try await sender.write(StreamItem(bytes: bytes, position: position))
    }
}
