internal import Glibc
internal import Synchronization

/// Answers `sys` from the engine's state, on its loop.
final class SysHandlers: Sendable {
    private struct Attachment {
        weak var engine: ServerEngine?
        var catalog: MethodReflection?
        var stop: (@Sendable () -> Void)?
    }

    private let attachment = Mutex(Attachment())

    /// Connects the engine, which is made after its handlers.
    func attach(_ engine: ServerEngine, catalog: MethodReflection) {
        attachment.withLock { ($0.engine, $0.catalog) = (engine, catalog) }
    }

    var handlers: RPCHandlers<Sys> {
        var handlers = RPCHandlers<Sys>()
        handlers.onLoop(Sys.Ping.self) { _, _ in Empty() }
        handlers.onLoop(Sys.GetInfo.self) { _, _ in try self.engine.info }
        handlers.onLoop(Sys.GetHealth.self) { _, call in
            try self.engine.health(withReasons: !call.withholdsDetails)
        }
        handlers.onLoop(Sys.GetStats.self) { _, _ in try self.engine.stats }
        handlers.on(Sys.GetSchema.self) { _, _ in
            guard let catalog = self.attachment.withLock({ $0.catalog }) else { throw self.notReady }
            return catalog.answer
        }
        handlers.on(Sys.Drain.self) { _, _ in
            try self.engine.server.onDrain()
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
        handlers.on(Sys.GetMetrics.self) { _, _ in Sys.Metrics(metrics: try await self.engine.server.onGetMetrics()) }
    }

    private func addWatching(to handlers: inout RPCHandlers<Sys>) {
        handlers.on(Sys.WatchHealth.self) { _, writer, _ in
            let changes = try self.engine.server.health.changes()
            for await _ in changes { try await writer.write(try await self.health()) }
            try Task.checkCancellation()
        }
        handlers.onLoop(Sys.GetPeers.self) { _, _ in try self.engine.peersAnswer }
        handlers.onLoop(Sys.ListCalls.self) { request, _ in try self.engine.callsAnswer(limit: request.limit) }
        handlers.onLoop(Sys.GetTraces.self) { _, _ in try self.engine.tracesAnswer }
    }

    private func addControl(to handlers: inout RPCHandlers<Sys>) {
        handlers.on(Sys.SetLogLevel.self) { request, _ in
            if let seconds = request.seconds, !(seconds > 0 && seconds <= Sys.SetLogLevel.longestSeconds) {
                throw RPCError.invalidArgument(
                    "seconds", "must be between 0 and \(Int(Sys.SetLogLevel.longestSeconds))")
            }
            let before = try self.engine.server.onSetLogLevel(request.level, request.seconds.map { .seconds($0) })
            return Sys.LogLevel(level: request.level, before: before, seconds: request.seconds)
        }
        handlers.on(Sys.InjectFault.self) { request, _ in try self.faults.inject(request) }
        handlers.on(Sys.ListFaults.self) { _, _ in Sys.Faults(faults: try self.faults.faults) }
        handlers.on(Sys.ClearFaults.self) { request, _ in Sys.Faults(faults: try self.faults.clear(request.name)) }
    }

    private var faults: FaultInjector {
        get throws(RPCError) {
            guard let faults = try engine.server.faults else {
                throw RPCError(.unimplemented, "This process does not allow faults.", executed: .no)
            }
            return faults
        }
    }

    /// The health, read on the loop.
    private func health() async throws(RPCError) -> Sys.Health {
        let engine = try engine
        return await withCheckedContinuation { continuation in
            engine.loop.submit { continuation.resume(returning: engine.health(withReasons: true)) }
        }
    }

    private var notReady: RPCError { RPCError(.unavailable, "The server is not ready.", executed: .no) }

    private var engine: ServerEngine {
        get throws(RPCError) {
            guard let engine = attachment.withLock({ $0.engine }) else { throw notReady }
            return engine
        }
    }
}

extension ServerEngine {
    fileprivate var info: Sys.Info {
        Sys.Info(
            name: server.name, version: server.version, processID: getpid(),
            incarnation: String(incarnation, radix: 16),
            uptimeSeconds: Double(started.duration(to: runtime.now).wholeMilliseconds) / 1_000,
            services: Set(methods.map { String($0.descriptor.name.prefix { $0 != "/" }) }).sorted())
    }

    fileprivate func health(withReasons: Bool) -> Sys.Health {
        measurePoolLag()
        return Sys.Health(
            state: server.health.overall.rawValue,
            parts: server.health.all.map { part in
                let isTold = withReasons || part.reason.isEmpty
                return Sys.HealthPart(
                    name: part.name, state: part.state.rawValue,
                    reason: isTold ? part.reason : Sys.HealthPart.redactedReason)
            },
            poolLagMicroseconds: poolLag.microseconds(at: runtime.now))
    }

    fileprivate var stats: Sys.Stats {
        Sys.Stats(
            openCalls: UInt64(running.count), connections: UInt64(connections.count), violations: UInt64(violations),
            methods: self.methods.lazy.map(\.statistics).filter { $0.calls > 0 }.map(\.summary),
            refusals: Dictionary(uniqueKeysWithValues: overloads.map { ($0.key.rawValue, $0.value) }))
    }
}
