/// What a request type declares about its method, whatever the shape of its calls.
///
/// A contract's types adopt one of the four that refine it: ``RPCRequest``, ``RPCServerStream``, ``RPCClientStream``,
/// ``RPCBidirectionalStream``.
public protocol RPCMethod: Codable, Sendable {
    /// The service of the method.
    associatedtype Service: RPCService

    /// The method's name within its service: the type's name, unless the type declares another.
    static var method: String { get }

    /// Whether a call may be repeated when its outcome is unknown.
    static var safety: CallSafety { get }

    /// The default timeout of a call; for a stream, the longest duration of all of it.
    static var timeout: Duration { get }

    /// The retry policy; nil never retries. Only calls that were not executed, or may be repeated, are retried.
    static var retry: RetryPolicy? { get }

    /// Whether calls wait for a connection until their deadline instead of failing at once while there is none.
    static var waitForReady: Bool { get }

    /// Which callers may call.
    static var access: CallAccess { get }

    /// Whether the handler continues when its caller is gone. Jobs do; nearly all others are cancelled.
    static var survivesCaller: Bool { get }

    /// The criticality of its calls.
    static var criticality: Criticality { get }

    /// Which sides send items. Set by the refining protocols.
    static var shape: CallShape { get }

    /// The types that travel beside the request. Set by the refining protocols.
    static var messages: MethodMessages { get }
}

extension RPCMethod {
    /// The type's name: calls take it from their ``MethodDescriptor``, which reads it once a process.
    public static var method: String { String(describing: Self.self) }

    /// Five seconds for one answer, no limit for a stream, unless the method declares another.
    public static var timeout: Duration { shape == .unary ? .seconds(5) : .unlimited }

    /// Three attempts, unless the method declares another policy.
    public static var retry: RetryPolicy? { .standard }

    /// False, unless the method declares otherwise.
    public static var waitForReady: Bool { false }

    /// Any caller with a valid token, unless the method declares otherwise.
    public static var access: CallAccess { .caller }

    /// False, unless the method declares otherwise.
    public static var survivesCaller: Bool { false }

    /// Critical, unless the method declares otherwise.
    public static var criticality: Criticality { .critical }

    /// The method's full name, `service/method`.
    public static var fullMethod: String { "\(Service.name)/\(method)" }
}

/// Which sides of a call send items (gRPC's four kinds of methods).
public enum CallShape: String, Sendable, Codable, CaseIterable {
    /// One request, one answer.
    case unary
    /// One request, then items of the server.
    case serverStream
    /// A request, items of the client, then one answer.
    case clientStream
    /// A request, then items of both sides, each at its own pace.
    case bidirectional

    /// Whether the client sends items.
    public var hasRequestItems: Bool { self == .clientStream || self == .bidirectional }
    /// Whether the server sends items.
    public var hasResponseItems: Bool { self == .serverStream || self == .bidirectional }
}

/// The types that travel in a method's calls beside the request; nil where there is none.
public struct MethodMessages: Sendable {
    /// The one answer at the end.
    public var response: (any (Codable & Sendable).Type)?
    /// One of the client's items.
    public var requestItem: (any (Codable & Sendable).Type)?
    /// One of the server's items.
    public var responseItem: (any (Codable & Sendable).Type)?

    /// Names the types.
    public init(
        response: (any (Codable & Sendable).Type)? = nil, requestItem: (any (Codable & Sendable).Type)? = nil,
        responseItem: (any (Codable & Sendable).Type)? = nil
    ) {
        (self.response, self.requestItem, self.responseItem) = (response, requestItem, responseItem)
    }
}

extension Duration {
    /// The timeout of calls without a limit.
    public static let unlimited = Duration.seconds(Int64.max)
}
