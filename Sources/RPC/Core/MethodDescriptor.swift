internal import Synchronization

/// A method as calls carry it: what its request type says, in one object that all calls share.
public final class MethodDescriptor: Sendable {
    /// `service/method`.
    public let name: String
    /// What may be repeated.
    public let safety: CallSafety
    /// Which sides send items.
    public let shape: CallShape
    /// How long callers wait by default.
    public let timeout: Duration
    /// How failed attempts are made again; nil when none is.
    public let retry: RetryPolicy?
    /// Whether calls wait for a connection.
    public let waitForReady: Bool
    /// Who may call.
    public let access: CallAccess
    /// Whether the handler goes on when its caller is gone.
    public let survivesCaller: Bool
    /// How much its calls matter while a server has too much to do.
    public let criticality: Criticality
    /// Which of the methods that this process has types of it is; nil when it is known by reflection alone.
    let place: Int?

    /// The service's part of the name.
    var service: String { String(name.prefix { $0 != "/" }) }

    private init<Request: RPCMethod>(reading request: Request.Type, place: Int) {
        self.place = place
        name = Request.fullMethod
        safety = Request.safety
        shape = Request.shape
        timeout = Request.timeout
        (retry, waitForReady) = (Request.retry, Request.waitForReady)
        access = Request.access
        survivesCaller = Request.survivesCaller
        criticality = Request.criticality
    }

    /// Describes a method that is known by reflection alone, see ``Sys/GetSchema``.
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
        place = nil
    }

    private static let known = Mutex<[ObjectIdentifier: MethodDescriptor]>([:])

    /// The method that a request type is.
    public static func of<Request: RPCMethod>(_ request: Request.Type) -> MethodDescriptor {
        known.withLock { known in
            if let method = known[ObjectIdentifier(request)] { return method }
            let method = MethodDescriptor(reading: request, place: known.count)
            known[ObjectIdentifier(request)] = method
            return method
        }
    }
}
