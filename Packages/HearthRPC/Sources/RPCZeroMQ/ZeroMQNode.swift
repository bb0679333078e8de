internal import RPC
internal import Synchronization
public import ZeroMQ

/// A process's resources for RPC over ZeroMQ: one context of libzmq and the one thread that owns all sockets.
///
/// Servers and channels are made on it. One for each process; tests make their own.
public final class ZeroMQNode: Sendable {
    /// The thread that owns the sockets, and all state of the RPC engines.
    public let loop: IOLoop

    let context: ZeroMQContext
    let rpcLoop: NodeLoop
    private let zap = Mutex<LoopBound<ZAPHandler>?>(nil)

    private init(loop: IOLoop, context: ZeroMQContext) {
        (self.loop, self.context) = (loop, context)
        rpcLoop = NodeLoop(loop)
    }

    /// Starts libzmq and the thread.
    ///
    /// - Throws: `ZeroMQError`, `IOLoopError`.
    public static func start(name: String = "rpc-io") throws -> ZeroMQNode {
        ZeroMQNode(loop: try IOLoop.start(name: name), context: try ZeroMQContext.make())
    }

    /// Ends every server and channel of this node at once, then the thread. Drain servers before.
    public func shutDown() async { await loop.shutDown() }

    /// Replaces the clients allowed to log in to the CURVE servers of a domain. Must be called on the loop.
    ///
    /// - Parameter onRefusal: receives, on the loop, each refused login; nil keeps the present one.
    func allow(
        _ clients: some Sequence<CurvePublicKey>, inDomain domain: String,
        onRefusal: ((ZAPHandler.Decision) -> Void)? = nil
    ) throws {
        let handler = try zap.withLock { zap in
            if let zap { return zap }
            let handler = LoopBound(try ZAPHandler(in: context, on: loop), to: loop)
            zap = handler
            return handler
        }
        if let onRefusal {
            let others = handler.value.onDecision
            handler.value.onDecision = { decision in
                if decision.domain != domain { return others(decision) }
                if decision.user == nil { onRefusal(decision) }
            }
        }
        // Messages are marked with the key: several clients may share a name.
        handler.value.allowed[domain] = Dictionary(clients.map { ($0, $0.description) }) { first, _ in first }
    }

    /// Whether a client may log in to the CURVE servers of a domain now. Must be called on the loop.
    func isAllowed(_ client: CurvePublicKey, inDomain domain: String) -> Bool {
        zap.withLock { $0 }?.value.allowed[domain]?[client] != nil
    }
}

/// The loop as the RPC engines see it.
final class NodeLoop: RPCLoop {
    let loop: IOLoop

    init(_ loop: IOLoop) { self.loop = loop }

    // An engine's operation must run even after the loop has stopped: a caller waits for what it does.
    func submit(_ operation: @escaping @Sendable () -> Void) { loop.perform(operation) }
}
