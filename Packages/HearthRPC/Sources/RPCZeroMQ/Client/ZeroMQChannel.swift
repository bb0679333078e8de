public import RPC
internal import ZeroMQ

/// A client's channel to one server instance over ZeroMQ, with a DEALER socket of its own.
///
/// It connects by itself, and reconnects whenever the connection is lost. It closes when it is released.
public final class ZeroMQChannel: RPCChannel {
    /// Where the server listens.
    public let endpoint: ZeroMQEndpoint

    private let node: ZeroMQNode
    private let engine: ClientEngine
    private let connector: LoopBound<ClientConnector>

    /// Makes a channel, which begins to connect.
    ///
    /// - Parameters:
    ///   - endpoint: Where the server listens, as configured in the server.
    ///   - name: The client's name for itself.
    ///   - target: The server's name in messages for people.
    ///   - node: The process's sockets.
    ///   - runtime: The clock and the random numbers.
    ///   - limits: This side's limits, which it also announces.
    ///   - security: The client's CURVE keys and the server's public ones; needed for an address of another machine.
    ///   - pathPrefix: The prefix of the directory of sockets with a long path, see `IPCPath`; the server's must be the
    ///     same.
    ///   - onEvent: Receives, on the loop, events of the connection.
    ///   - onFrame: Receives, on the loop, every frame that passes, for recordings.
    /// - Throws: `ZeroMQTransportError`, `IOLoopError.stopped`.
    public static func connect(
        to endpoint: ZeroMQEndpoint, name: String, target: String, node: ZeroMQNode, runtime: any Runtime,
        limits: RPCLimits = RPCLimits(), security: ZeroMQClientSecurity? = nil, pathPrefix: String = "rpc",
        onEvent: @escaping @Sendable (ZeroMQChannelEvent) -> Void = { _ in }, onFrame: ZeroMQFrameObserver? = nil
    ) async throws -> ZeroMQChannel {
        try security.check(for: endpoint)
        let engine = ClientEngine(name: name, target: target, runtime: runtime, loop: node.rpcLoop, limits: limits)
        let connector = try await node.loop.run {
            try ZeroMQTransportError.wrap {
                let options = ZeroMQLimits.options(for: endpoint, limits: limits)
                var address = endpoint.description
                if case .ipc(let path) = endpoint { address = try IPCPath(path, prefix: pathPrefix).endpoint }
                let connector = ClientConnector(
                    engine: engine, address: address, options: options, security: security, node: node,
                    runtime: runtime,
                    onEvent: onEvent, onFrame: onFrame)
                try connector.start()
                return LoopBound(connector, to: node.loop)
            }
        }
        return ZeroMQChannel(endpoint: endpoint, node: node, engine: engine, connector: connector)
    }

    private init(
        endpoint: ZeroMQEndpoint, node: ZeroMQNode, engine: ClientEngine, connector: LoopBound<ClientConnector>
    ) {
        (self.endpoint, self.node, self.engine, self.connector) = (endpoint, node, engine, connector)
    }

    public var runtime: any Runtime { engine.runtime }

    public var retryBudget: SharedRetryBudget { engine.retryBudget }

    public func call(_ call: EncodedCall) async throws(RPCError) -> EncodedResponse { try await engine.call(call) }

    public func stream(_ call: EncodedCall) -> EncodedStream { engine.stream(call) }

    /// The number of open calls, unsent ones included.
    ///
    /// - Throws: `IOLoopError.stopped`.
    public func openCalls() async throws -> Int { try await node.loop.run { [engine] in engine.callCount } }

    /// The server's liveness: whether it is connected, stuck or draining, and its load.
    ///
    /// - Throws: `IOLoopError.stopped`.
    public func server() async throws -> ServerLiveness { try await node.loop.run { [engine] in engine.server } }

    /// Closes the connection and ends every call; later calls fail at once.
    public func close() async { try? await node.loop.run { [connector] in connector.value.close() } }

    deinit { node.loop.submit { [connector] in connector.value.close() } }
}

/// Events of a channel's connection, for logs.
public enum ZeroMQChannelEvent: Hashable, Sendable {
    /// The server was reached.
    case connected

    /// The connection is gone, for this reason.
    case disconnected(String)

    /// The login was refused, or the server is not the expected one; the channel retries after this time.
    case refused(String, retryAfter: Duration)
}

/// Receives a channel's frames; the bytes are valid only during the call.
public typealias ZeroMQFrameObserver = @Sendable (ZeroMQFrameDirection, UnsafeRawBufferPointer) -> Void

/// The direction of a frame.
public enum ZeroMQFrameDirection: Hashable, Sendable {
    /// To the server.
    case sent

    /// From the server.
    case received
}
