/// Decides which clients may log in to the CURVE servers of a context (ZAP, ZeroMQ RFC 27), by an allowlist.
///
/// A context has one handler, which must exist before a server binds: without it every login is refused.
public final class ZAPHandler: LoopSource {
    /// The endpoint at which libzmq expects the handler.
    public static let endpoint = "inproc://zeromq.zap.01"

    /// How many requests are processed in one turn.
    private static let requestsPerTurn = 64

    /// A request and the decision about it.
    public struct Decision: Hashable, Sendable {
        /// The domain of the server.
        public let domain: String

        /// The client's address.
        public let address: String

        /// The key that the client proved to own; nil without CURVE.
        public let key: CurvePublicKey?

        /// The key's name on the allowlist; nil when the client was refused.
        public let user: String?
    }

    /// The allowlists, by the domain of the server and the client's key; the name then marks the client's messages.
    public var allowed: [String: [CurvePublicKey: String]]

    /// Receives every decision, for logs and counters.
    public var onDecision: (Decision) -> Void = { _ in }

    private let socket: ZeroMQSocket

    /// Registers as the context's handler. Must be called on the loop, which then gives it its turns.
    ///
    /// - Throws: `ZeroMQError`, `EADDRINUSE` when the context has a handler already.
    public init(
        in context: ZeroMQContext, on loop: IOLoop, allowed: [String: [CurvePublicKey: String]] = [:]
    ) throws(ZeroMQError) {
        socket = try context.makeSocket(.router)
        try socket.bind(ZAPHandler.endpoint)
        self.allowed = allowed
        loop.watch(socket)
        loop.add(self)
    }

    public func turn(at now: UInt64) -> Bool {
        var count = 0
        while count < ZAPHandler.requestsPerTurn {
            // Only a closed context makes this fail, and then the loop is about to end.
            guard let frames = try? socket.receiveFrames() else { break }
            count += 1
            guard let request = ZAPRequest(frames) else { continue }
            let decision = decide(request)
            _ = try? socket.send(frames: request.response(user: decision.user))
            onDecision(decision)
        }
        return count > 0
    }

    public func loopWillStop() { socket.close() }

    private func decide(_ request: ZAPRequest) -> Decision {
        let user = request.key.flatMap { allowed[request.domain]?[$0] }
        return Decision(domain: request.domain, address: request.address, key: request.key, user: user)
    }
}
