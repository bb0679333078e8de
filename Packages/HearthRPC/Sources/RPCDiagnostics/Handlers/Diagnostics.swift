public import RPC

/// The diagnostics of a process: its `sys` service, and what the process has set for it.
///
///     server.diagnostics = Diagnostics()
///     server.diagnostics.onDrain = { stop() }
///
/// A server has the service once this is set, see `RPCServer.diagnostics`.
public struct Diagnostics: Sendable {
    /// The action of ``Sys/Drain``: stops the process, if the process has set it.
    public var onDrain: @Sendable () throws -> Void = {
        throw RPCError(.unimplemented, "This process does not support draining by a call.", executed: .no)
    }
    /// The action of ``Sys/SetLogLevel``: changes the process's log level, if it has set this, and restores it after a
    /// time when one is given; returns the previous level.
    public var onSetLogLevel: @Sendable (_ level: String, _ time: Duration?) throws -> String = { _, _ in
        throw RPCError(.unimplemented, "This process has no log level that can be changed.", executed: .no)
    }
    /// The answer of ``Sys/GetMetrics``, if the process has set it.
    public var onGetMetrics: @Sendable () async throws -> [Sys.Metric] = {
        throw RPCError(.unimplemented, "This process has no metrics beyond those of its calls.", executed: .no)
    }
    /// Injects faults into the server's calls; nil where none are allowed.
    public internal(set) var faults: FaultInjector?

    /// Makes the diagnostics of a process that supports no draining, has no log level and no metrics of its own, and
    /// allows no faults.
    public init() {}
}

extension Diagnostics: SystemService {
    package func makeHandlers(for server: RPCServer, engine: EngineReference) -> SystemHandlers {
        let sys = SysHandlers(self, server.limits, engine)
        return SystemHandlers(sys.handlers) { sys.note($0) }
    }
}

extension RPCServer {
    /// The server's `sys` service. A server that never sets it has none.
    public var diagnostics: Diagnostics {
        get { systemService as? Diagnostics ?? Diagnostics() }
        set { systemService = newValue }
    }

    /// Lets operators inject faults into the calls of this server, see ``Sys/InjectFault``.
    public mutating func allowFaults() {
        let faults = FaultInjector(runtime: runtime)
        diagnostics.faults = faults
        interceptors.append(faults)
    }
}
