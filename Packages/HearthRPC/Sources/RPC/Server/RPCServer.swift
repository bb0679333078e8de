internal import CBOR
public import Tracing

/// A process's server: its services' handlers, the interceptors around them, its limits and its health.
///
/// A server is a value. A transport's engine runs it, see ``ServerEngine``.
public struct RPCServer: Sendable {
    /// The process's name, such as `catalog`.
    public let name: String
    /// The build's version.
    public let version: String
    /// The executor, clock and random numbers.
    public let runtime: any Runtime
    /// Every limit.
    public var limits: RPCLimits
    /// Interceptors, called in order before each handler.
    public var interceptors: [any ServerInterceptor]
    /// Makes spans of recorded calls (W3C's flag `sampled`), and of those that their handlers make; nil makes none. A
    /// handler finds its span's context as `InstrumentationContext.current`; one that runs on the loop has no span.
    ///
    /// RPCDiagnostics' `SpanRecorder` keeps them for `sys.GetSpans`; any other tracer of swift-distributed-tracing exports
    /// them.
    public var tracer: (any Tracer)?
    /// The service about the process itself; nil: it has none. RPCDiagnostics sets it.
    package var systemService: (any SystemService)?
    /// The process's health.
    public let health: HealthRegistry
    /// The open streams, to end those whose callers have lost their rights.
    public let openStreams = OpenStreams()
    private(set) var methods: [RegisteredMethod] = []
    private var services: [any RPCService.Type] = []

    /// Makes a server without services.
    public init(
        name: String, version: String, runtime: any Runtime, limits: RPCLimits = RPCLimits(),
        interceptors: [any ServerInterceptor] = []
    ) {
        self.name = name
        self.version = version
        self.runtime = runtime
        self.limits = limits
        self.interceptors = interceptors
        health = HealthRegistry()
    }

    /// Adds a service's handlers.
    ///
    /// - Throws: ``RPCServerError`` when a request of the service has no handler, or two.
    public mutating func add<Service: RPCService>(_ handlers: RPCHandlers<Service>) throws(RPCServerError) {
        let names = handlers.methods.map(\.descriptor.name)
        let missing = Service.requests.map { $0.fullMethod }.filter { !names.contains($0) }
        let doubled = Set(names.filter { name in names.count { $0 == name } > 1 })
        let unlisted = names.filter { name in !Service.requests.contains { $0.fullMethod == name } }
        guard missing.isEmpty, doubled.isEmpty, unlisted.isEmpty else {
            throw RPCServerError(missing: missing, doubled: doubled.sorted(), unlisted: unlisted)
        }
        guard !services.contains(where: { $0.name == Service.name }) else {
            throw RPCServerError(missing: [], doubled: [Service.name], unlisted: [])
        }
        services.append(Service.self)
        methods += handlers.methods
    }
}

/// Why a server cannot start: its handlers do not match its contract.
public struct RPCServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Requests of the contract without a handler.
    public let missing: [String]
    /// Requests or services registered twice.
    public let doubled: [String]
    /// Handlers of requests that the contract does not list.
    public let unlisted: [String]

    public var description: String {
        let parts = [("no handler for", missing), ("two handlers for", doubled), ("not in the contract:", unlisted)]
        return parts.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1.joined(separator: ", "))" }.joined(separator: "; ")
    }
}
