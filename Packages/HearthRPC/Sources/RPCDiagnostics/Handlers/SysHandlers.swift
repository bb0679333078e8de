internal import RPC
internal import Synchronization

/// Answers `sys` for one engine: from its state, on its loop.
final class SysHandlers: Sendable {
    private let diagnostics: Diagnostics
    private let reference: EngineReference
    /// Touched on the loop, by calls that failed or were slow, and by `sys.GetTraces`.
    private let recentCalls: Mutex<RecentCalls>
    /// Derived with the first call that asks for it.
    private let schema = Mutex<Sys.SchemaAnswer?>(nil)

    init(_ diagnostics: Diagnostics, _ limits: RPCLimits, _ engine: EngineReference) {
        (self.diagnostics, reference) = (diagnostics, engine)
        recentCalls = Mutex(RecentCalls(limits))
    }

    /// Keeps a call that failed or was slow.
    func note(_ call: EndedCall) { recentCalls.withLock { $0.note(call) } }

    var handlers: RPCHandlers<Sys> {
        var handlers = RPCHandlers<Sys>()
        handlers.onLoop(Sys.Ping.self) { _, _ in Empty() }
        handlers.onLoop(Sys.GetInfo.self) { _, _ in try self.engine.info }
        handlers.onLoop(Sys.GetHealth.self) { _, call in
            try self.engine.health(withReasons: !call.withholdsDetails)
        }
        handlers.onLoop(Sys.GetStats.self) { _, _ in try self.engine.stats }
        handlers.on(Sys.GetSchema.self) { _, _ in try self.schemaResponse }
        handlers.on(Sys.Drain.self) { _, _ in
            try self.diagnostics.onDrain()
            return Empty()
        }
        addWatching(to: &handlers)
        addObserving(to: &handlers)
        addControl(to: &handlers)
        return handlers
    }

    private func addObserving(to handlers: inout RPCHandlers<Sys>) {
        handlers.on(Sys.GetSpans.self) { request, _ in
            guard let recorder = try self.engine.server.tracer as? SpanRecorder else {
                throw RPCError(.unimplemented, "This process keeps no spans.", executed: .no)
            }
            // The span id does not matter here, so any one will do.
            guard let trace = TraceContext(traceparent: "00-\(request.trace)-0000000000000001-00") else {
                throw RPCError.invalidArgument("trace", "is not 32 lower-case hexadecimal digits")
            }
            return Sys.Spans(spans: recorder.spans(of: trace).suffix(Sys.GetSpans.most).map(Sys.Span.init))
        }
        handlers.on(Sys.GetMetrics.self) { _, _ in Sys.Metrics(metrics: try await self.diagnostics.onGetMetrics()) }
    }

    private func addWatching(to handlers: inout RPCHandlers<Sys>) {
        handlers.on(Sys.WatchHealth.self) { _, writer, _ in
            let changes = try self.engine.server.health.changes()
            for await _ in changes {
                try await writer.write(try await self.engine.onLoop { $0.health(withReasons: true) })
            }
            try Task.checkCancellation()
        }
        handlers.onLoop(Sys.GetPeers.self) { _, _ in try self.engine.peersResponse }
        handlers.onLoop(Sys.ListCalls.self) { request, _ in try self.engine.callsResponse(limit: request.limit) }
        handlers.onLoop(Sys.GetTraces.self) { _, _ in
            let server = try self.engine.server
            return self.recentCalls.withLock { $0.traces(at: server.runtime.now) }
        }
    }

    private func addControl(to handlers: inout RPCHandlers<Sys>) {
        handlers.on(Sys.SetLogLevel.self) { request, _ in
            if let seconds = request.seconds, !(seconds > 0 && seconds <= Sys.SetLogLevel.longestSeconds) {
                throw RPCError.invalidArgument(
                    "seconds", "must be between 0 and \(Int(Sys.SetLogLevel.longestSeconds))")
            }
            let before = try self.diagnostics.onSetLogLevel(request.level, request.seconds.map { .seconds($0) })
            return Sys.LogLevel(level: request.level, before: before, seconds: request.seconds)
        }
        handlers.on(Sys.InjectFault.self) { request, _ in try self.faults.inject(request) }
        handlers.on(Sys.ListFaults.self) { _, _ in Sys.Faults(faults: try self.faults.faults) }
        handlers.on(Sys.ClearFaults.self) { request, _ in Sys.Faults(faults: try self.faults.clear(request.name)) }
    }

    private var faults: FaultInjector {
        get throws(RPCError) {
            guard let faults = diagnostics.faults else {
                throw RPCError(.unimplemented, "This process does not allow faults.", executed: .no)
            }
            return faults
        }
    }

    /// The schemas of all methods. Types do not change, so the answer is made once.
    private var schemaResponse: Sys.SchemaAnswer {
        get throws(RPCError) {
            let reflection = try reference.reflection
            return schema.withLock { schema in
                if let schema { return schema }
                let response = Sys.SchemaAnswer(reflection)
                schema = response
                return response
            }
        }
    }

    private var engine: ServerEngine {
        get throws(RPCError) { try reference.engine }
    }
}
