internal import Glibc
internal import Synchronization

/// Answers `sys` out of the engine's state, on its loop.
final class SysHandlers: Sendable {
    private struct Attachment {
        weak var engine: ServerEngine?
        var catalog: MethodCatalog?
        var stop: (@Sendable () -> Void)?
    }

    private let attachment = Mutex(Attachment())

    /// The engine is made with the handlers, so it is told to them after.
    func attach(_ engine: ServerEngine, catalog: MethodCatalog) {
        attachment.withLock { ($0.engine, $0.catalog) = (engine, catalog) }
    }

    var handlers: RPCHandlers<Sys> {
        var handlers = RPCHandlers<Sys>()
        handlers.onLoop(Sys.Ping.self) { _, _ in Empty() }
        handlers.onLoop(Sys.GetInfo.self) { _, _ in try self.engine.info }
        handlers.onLoop(Sys.GetHealth.self) { _, _ in try self.engine.healthAnswer }
        handlers.onLoop(Sys.GetStats.self) { _, _ in try self.engine.stats }
        handlers.on(Sys.GetSchema.self) { _, _ in
            guard let catalog = self.attachment.withLock({ $0.catalog }) else { throw self.notReady }
            return catalog.answer
        }
        handlers.on(Sys.Drain.self) { _, _ in
            try self.engine.server.onDrain()
            return Empty()
        }
        return handlers
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

    fileprivate var healthAnswer: Sys.Health {
        measurePoolLag()
        return Sys.Health(
            state: server.health.overall.rawValue,
            parts: server.health.all.map {
                Sys.HealthPart(name: $0.name, state: $0.state.rawValue, reason: $0.reason)
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
