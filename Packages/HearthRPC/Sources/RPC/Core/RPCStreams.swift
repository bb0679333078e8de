/// A method that answers one request with a stream of items.
///
///     extension Catalog {
///         /// Reports an import's progress.
///         public struct FollowImport: RPCServerStream {
///             public typealias Service = Catalog
///             public typealias ResponseItem = ImportProgress
///             public static let safety = CallSafety.readOnly
///             public var id: String
///         }
///     }
///
/// A stream that follows something can be resumed: its handler writes items at a ``StreamPosition`` and begins after
/// ``ServerCall/resumeAfter``, see ``RPCClient/follow(_:after:patience:options:)``.
public protocol RPCServerStream: RPCMethod {
    /// One of the server's items.
    associatedtype ResponseItem: Codable & Sendable
}

extension RPCServerStream {
    public static var shape: CallShape { .serverStream }
    public static var messages: MethodMessages { MethodMessages(responseItem: ResponseItem.self) }
}

/// A method that takes a request and then the client's items, and answers once.
public protocol RPCClientStream: RPCMethod {
    /// One of the client's items.
    associatedtype RequestItem: Codable & Sendable
    /// The type of the answer at the end.
    associatedtype Response: Codable & Sendable
}

extension RPCClientStream {
    public static var shape: CallShape { .clientStream }
    public static var messages: MethodMessages {
        MethodMessages(response: Response.self, requestItem: RequestItem.self)
    }
}

/// A method in which, after the request, both sides send items, each at its own pace.
public protocol RPCBidirectionalStream: RPCMethod {
    /// One of the client's items.
    associatedtype RequestItem: Codable & Sendable
    /// One of the server's items.
    associatedtype ResponseItem: Codable & Sendable
}

extension RPCBidirectionalStream {
    public static var shape: CallShape { .bidirectional }
    public static var messages: MethodMessages {
        MethodMessages(requestItem: RequestItem.self, responseItem: ResponseItem.self)
    }
}

/// An item's position in the log that a stream follows, so that a follower can resume after it.
public struct StreamPosition: Sendable, Hashable, Codable {
    /// The log's generation; a stream cannot be resumed across generations.
    public var generation: UInt64
    /// The item's sequence number in that log, ascending.
    public var sequence: UInt64

    /// Makes a position.
    public init(generation: UInt64, sequence: UInt64) {
        self.generation = generation
        self.sequence = sequence
    }
}
