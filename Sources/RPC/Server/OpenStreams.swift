internal import Synchronization

/// The open streams of a server, for what takes rights away while they run. Unary calls in flight are not touched.
public final class OpenStreams: Sendable {
    /// A server's engine, which may be gone.
    private struct Engine: Sendable {
        weak var engine: ServerEngine?
    }

    private let engines = Mutex<[Engine]>([])

    init() {}

    func attach(_ engine: ServerEngine) {
        engines.withLock { engines in
            engines.removeAll { $0.engine == nil }
            engines.append(Engine(engine: engine))
        }
    }

    /// Ends every open stream whose caller is meant, with UNAUTHENTICATED. Returns at once; a stream gets no item after its
    /// server's loop has come to it, whatever its handler does.
    ///
    /// - Parameter isRevoked: is asked with the identity that an interceptor found (``ServerCall/identity``), on the
    ///   server's loop: it must not wait.
    public func end(where isRevoked: @escaping @Sendable (_ identity: any Sendable) -> Bool) {
        onEngines { $0.endStreams(where: isRevoked) }
    }

    /// Has the interceptors check the tokens of all open streams once more, as after a key was taken away; those that do not
    /// hold any more end with the error of ``ServerInterceptor/renew(_:with:)``.
    public func recheck() { onEngines { $0.recheckStreams() } }

    private func onEngines(_ body: @escaping @Sendable (ServerEngine) -> Void) {
        for engine in engines.withLock({ $0.compactMap(\.engine) }) { engine.loop.submit { body(engine) } }
    }
}
