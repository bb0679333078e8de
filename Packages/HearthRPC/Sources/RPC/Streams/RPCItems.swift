internal import CBOR

/// The other side's items, in order, each once.
///
/// Unread items wait at the sender once a window is full: a slow reader slows its writer. There is one reader. A client
/// that releases the sequence before its end cancels the call.
public struct RPCItems<Item: Decodable & Sendable>: AsyncSequence, Sendable {
    public typealias Element = Item
    public typealias Failure = RPCError

    private let source: ItemSource

    init(_ source: ItemSource) { self.source = source }

    public func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// Reads item after item.
    public struct Iterator: AsyncIteratorProtocol {
        private let source: ItemSource

        init(source: ItemSource) { self.source = source }

        public mutating func next() async throws(RPCError) -> Item? { try await next(isolation: #isolation) }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(RPCError) -> Item? {
            guard let next = try await source.next() else { return nil }
            return try source.decode(next)
        }
    }

    /// The next item with its position in the log that the stream follows; nil at the end.
    ///
    /// - Throws: why the stream failed.
    public func next() async throws(RPCError) -> (item: Item, position: StreamPosition?)? {
        guard let next = try await source.next() else { return nil }
        return (try source.decode(next), next.position)
    }
}

/// Reads a stream, and cancels the call when its last reader is released.
final class ItemSource: Sendable {
    private let receiver: StreamReceiver
    /// The code of an item that cannot be decoded: the caller's fault, or the server's.
    private let fault: RPCCode
    private let letGo: @Sendable () -> Void

    init(_ receiver: StreamReceiver, fault: RPCCode, letGo: @escaping @Sendable () -> Void = {}) {
        (self.receiver, self.fault, self.letGo) = (receiver, fault, letGo)
    }

    deinit { letGo() }

    func next() async throws(RPCError) -> StreamItem? { try await receiver.next() }

    func decode<Item: Decodable>(_ item: StreamItem) throws(RPCError) -> Item {
        do {
            return try CBORDecoder().decode(Item.self, from: item.bytes)
        } catch {
            letGo()
            throw RPCError(fault, "An item of the stream does not decode: \(describe(error))", executed: .maybe)
        }
    }
}
