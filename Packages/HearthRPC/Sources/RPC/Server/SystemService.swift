internal import Synchronization

/// A service about the process itself that a server has beside its own ones: `sys`, which RPCDiagnostics implements on
/// what the engine reports about itself. Its calls have slots of their own, so that an overloaded server can be
/// inspected and stopped.
package protocol SystemService: Sendable {
    /// Makes the service's handlers for one engine of a server.
    func makeHandlers(for server: RPCServer, engine: EngineReference) -> SystemHandlers
}

/// The handlers of a ``SystemService`` for one engine.
package struct SystemHandlers: Sendable {
    let methods: [RegisteredMethod]
    let noteEnded: @Sendable (EndedCall) -> Void

    /// Makes the handlers.
    ///
    /// - Parameters:
    ///   - handlers: the handlers of the service's methods.
    ///   - noteEnded: receives every admitted call that has failed or was slow, on the engine's loop; must not wait.
    package init<Service: RPCService>(
        _ handlers: RPCHandlers<Service>, noteEnded: @escaping @Sendable (EndedCall) -> Void
    ) {
        (methods, self.noteEnded) = (handlers.methods, noteEnded)
    }
}

/// The engine of a ``SystemService``'s handlers, which are made before it and do not keep it.
package final class EngineReference: Sendable {
    private struct Attachment {
        weak var engine: ServerEngine?
        var reflection: MethodReflection?
    }

    private let attachment = Mutex(Attachment())

    init() {}

    func attach(_ engine: ServerEngine, _ reflection: MethodReflection) {
        attachment.withLock { ($0.engine, $0.reflection) = (engine, reflection) }
    }

    /// The engine, whose state is read on its loop.
    ///
    /// - Throws: UNAVAILABLE when there is none yet, or no more.
    package var engine: ServerEngine {
        get throws(RPCError) {
            guard let engine = attachment.withLock({ $0.engine }) else { throw notReady }
            return engine
        }
    }

    /// The schemas of all methods, the service's own included.
    ///
    /// - Throws: UNAVAILABLE before the engine is made.
    package var reflection: MethodReflection {
        get throws(RPCError) {
            guard let reflection = attachment.withLock({ $0.reflection }) else { throw notReady }
            return reflection
        }
    }

    private var notReady: RPCError { RPCError(.unavailable, "The server is not ready.", executed: .no) }
}
