internal import Synchronization

/// The open streams of a server, for code that revokes rights while they run. Unary calls in flight are not affected.
public final class OpenStreams: Sendable {
    /// A server's engine, which may have been released.
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

    /// Ends every open stream of the matching callers, with UNAUTHENTICATED. Returns at once; a stream gets no item
    /// after its server's loop has processed it, whatever its handler does.
    ///
    /// - Parameter isRevoked: receives the identity that an interceptor set (``ServerCall/identity``), on the
    ///   server's loop: it must not block.
    public func end(where isRevoked: @escaping @Sendable (_ identity: any Sendable) -> Bool) {
        onEngines { $0.endStreams(where: isRevoked) }
    }

    /// Has the interceptors verify the tokens of all open streams again, as after the removal of a key; streams whose
    /// tokens are no longer valid end with the error of ``ServerInterceptor/renew(_:with:)``.
    public func recheck() { onEngines { $0.recheckStreams() } }

    private func onEngines(_ body: @escaping @Sendable (ServerEngine) -> Void) {
        for engine in engines.withLock({ $0.compactMap(\.engine) }) { engine.loop.submit { body(engine) } }
    }
}
