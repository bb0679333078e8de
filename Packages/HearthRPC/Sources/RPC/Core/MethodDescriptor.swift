internal import Synchronization

/// A method's declaration as calls carry it, in one object that all calls share.
public final class MethodDescriptor: Sendable {
    /// `service/method`.
    public let name: String
    /// Whether calls may be repeated.
    public let safety: CallSafety
    /// Which sides send items.
    public let shape: CallShape
    /// The default timeout.
    public let timeout: Duration
    /// The retry policy; nil never retries.
    public let retry: RetryPolicy?
    /// Whether calls wait for a connection.
    public let waitForReady: Bool
    /// Which callers may call.
    public let access: CallAccess
    /// Whether the handler continues when its caller is gone.
    public let survivesCaller: Bool
    /// The criticality of its calls.
    public let criticality: Criticality
    /// The method's index among those that this process has types of; nil when it is known by reflection alone.
    let index: Int?

    /// The service's part of the name.
    package var service: String { String(name.prefix { $0 != "/" }) }

    private init<Request: RPCMethod>(reading request: Request.Type, index: Int) {
        self.index = index
        name = Request.fullMethod
        safety = Request.safety
        shape = Request.shape
        timeout = Request.timeout
        (retry, waitForReady) = (Request.retry, Request.waitForReady)
        access = Request.access
        survivesCaller = Request.survivesCaller
        criticality = Request.criticality
    }

    /// Describes a method that is known by reflection alone, see `sys.GetSchema`.
    public init(
        name: String, safety: CallSafety, shape: CallShape = .unary, timeout: Duration, access: CallAccess = .caller,
        criticality: Criticality = .critical
    ) {
        self.name = name
        self.safety = safety
        self.shape = shape
        self.timeout = timeout
        self.access = access
        self.criticality = criticality
        (retry, waitForReady) = (.standard, false)
        survivesCaller = false
        index = nil
    }

    private static let known = Mutex<[ObjectIdentifier: MethodDescriptor]>([:])

    /// The descriptor of a request type.
    public static func of<Request: RPCMethod>(_ request: Request.Type) -> MethodDescriptor {
        known.withLock { known in
            if let method = known[ObjectIdentifier(request)] { return method }
            let method = MethodDescriptor(reading: request, index: known.count)
            known[ObjectIdentifier(request)] = method
            return method
        }
    }
}
