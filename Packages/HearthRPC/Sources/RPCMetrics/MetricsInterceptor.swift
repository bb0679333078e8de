public import Metrics
public import RPC
internal import Synchronization

/// Reports every call of a server through swift-metrics: a timer `rpc_server_call_duration_seconds` of its handler, with
/// the method and gRPC's code as dimensions, as OpenTelemetry's conventions have it.
///
/// For processes whose metrics go to a backend of their own. `sys.GetStats` counts the same without it.
public final class MetricsInterceptor: ServerInterceptor {
    private struct Key: Hashable {
        var method: String
        var code: RPCCode
    }

    private let factory: any MetricsFactory
    private let timers = Mutex<[Key: Timer]>([:])

    /// Makes an interceptor.
    ///
    /// - Parameter factory: the backend; by default the bootstrapped system's.
    public init(factory: any MetricsFactory = MetricsSystem.factory) { self.factory = factory }

    public func finished(_ call: ServerCall, _ outcome: CallOutcome) {
        let key = Key(method: call.method.name, code: outcome.error?.code ?? .ok)
        let timer = timers.withLock { timers in
            if let timer = timers[key] { return timer }
            let timer = Timer(
                label: "rpc_server_call_duration_seconds",
                dimensions: [("rpc_method", key.method), ("code", key.code.description)], factory: factory)
            timers[key] = timer
            return timer
        }
        timer.recordMicroseconds(outcome.timing.handlerMicroseconds)
    }
}
