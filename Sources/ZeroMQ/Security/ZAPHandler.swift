/// Decides which clients may log in to the CURVE servers of a context (ZAP, ZeroMQ RFC 27): those on a list.
///
/// A context has room for one, and it must be there before a server binds: without it nobody gets in.
public final class ZAPHandler: LoopSource {
    /// Where libzmq looks for the handler.
    public static let endpoint = "inproc://zeromq.zap.01"

    /// How many requests are answered in one turn.
    private static let requestsPerTurn = 64

    /// What was asked and answered.
    public struct Decision: Hashable, Sendable {
        /// The domain of the server that was asked about.
        public let domain: String

        /// The address that the client comes from.
        public let address: String

        /// The key that the client proved to have; nil when it came without CURVE.
        public let key: CurvePublicKey?

        /// The name that the list gives to the key; nil when the client was refused.
        public let user: String?
    }

    /// Who may log in, by the domain of the server and the client's key; the name then marks the client's messages.
    public var allowed: [String: [CurvePublicKey: String]]

    /// Is told of every decision, for logs and counters.
    public var onDecision: (Decision) -> Void = { _ in }

    private let socket: ZeroMQSocket

    /// Takes the place of the context's handler. To be called on the loop, which then gives it its turns.
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
            _ = try? socket.send(frames: request.answer(user: decision.user))
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
