public import RPC
public import ZeroMQ

/// Runs a server on ZeroMQ: a ROUTER socket for each address.
public final class ZeroMQServerTransport: Sendable {
    /// The engine that answers the calls.
    public let engine: ServerEngine

    /// Where the server listens, with the ports that the system chose.
    public let endpoints: [ZeroMQEndpoint]

    private let node: ZeroMQNode
    private let source: LoopBound<ServerSource>

    /// Listens at all of these addresses, or at none.
    ///
    /// The directory of an ipc address is made if it is missing, and must be private. The lock of the socket (its path
    /// and `.lock`) is held until the server is closed.
    ///
    /// - Parameters:
    ///   - server: The server. Its limit of connections (`RPCLimits.connections`) is for all addresses together.
    ///   - bindings: The addresses.
    ///   - node: The process's sockets.
    ///   - pathPrefix: The prefix of the directory of sockets with a long path, see `IPCPath`.
    ///   - onEvent: Receives, on the loop, events for the log.
    /// - Throws: `ZeroMQTransportError`, `IOLoopError.stopped`.
    public static func listen(
        _ server: RPCServer, at bindings: [ZeroMQBinding], node: ZeroMQNode, pathPrefix: String = "rpc",
        onEvent: @escaping @Sendable (ZeroMQServerEvent) -> Void = { _ in }
    ) async throws -> ZeroMQServerTransport {
        for binding in bindings { try binding.check() }
        let engine = ServerEngine(server, loop: node.rpcLoop)
        let source = try await node.loop.run {
            try ZeroMQTransportError.wrap {
                let source = ServerSource(engine: engine, node: node, onEvent: onEvent)
                for security in bindings.compactMap(\.security) {
                    // The allowlist must exist before the socket.
                    try node.allow(security.clients.keys, inDomain: security.domain) { [weak source] in
                        source?.refused($0)
                    }
                }
                for binding in bindings {
                    let listener = try ServerListener(
                        binding, node: node, limits: server.limits, pathPrefix: pathPrefix)
                    source.add(listener)
                }
                source.start()
                return LoopBound(source, to: node.loop)
            }
        }
        let endpoints = try await node.loop.run { source.value.listeners.map(\.endpoint) }
        return ZeroMQServerTransport(engine: engine, endpoints: endpoints, node: node, source: source)
    }

    /// Checks that no server listens at an ipc address: for use before expensive preparations. A later listen takes the
    /// lock, and may still fail.
    ///
    /// - Parameters:
    ///   - endpoint: The address; other kinds than ipc are not checked until they are bound.
    ///   - pathPrefix: As of ``listen(_:at:node:pathPrefix:onEvent:)``.
    /// - Throws: `ZeroMQTransportError`.
    public static func checkIsFree(_ endpoint: ZeroMQEndpoint, pathPrefix: String = "rpc") throws {
        guard case .ipc(let path) = endpoint else { return }
        try ZeroMQTransportError.wrap {
            let ipcPath = try IPCPath(path, prefix: pathPrefix)
            _ = try PrivateDirectory.make(at: ipcPath.directory)
            _ = try EndpointLock.take(forSocketAt: ipcPath.path)
        }
    }

    private init(
        engine: ServerEngine, endpoints: [ZeroMQEndpoint], node: ZeroMQNode, source: LoopBound<ServerSource>
    ) {
        (self.engine, self.endpoints, self.node, self.source) = (engine, endpoints, node, source)
    }

    /// Begins no further calls, lets running ones finish within `grace`, cancels the rest, sends goodbyes, closes.
    public func drain(within grace: Duration) async {
        await engine.drain(within: grace)
        await close()
    }

    /// Stops listening, sends pending frames, and releases the addresses. Running calls are cancelled.
    public func close() async { try? await node.loop.run { [source] in source.value.close() } }

    /// Changes the clients that may log in at the tcp addresses of a domain. Connections of removed clients are ended;
    /// the others are unaffected.
    ///
    /// - Throws: `IOLoopError.stopped`, `ZeroMQError`.
    public func setClients(_ clients: [CurvePublicKey: String], inDomain domain: String = "rpc") async throws {
        try await node.loop.run { [source] in try source.value.setClients(clients.keys, inDomain: domain) }
    }

    /// Changes the keys of the tcp addresses of a domain: new connections must know the new public key, at the same
    /// port. Existing connections continue under their keys, until the keys are changed once more.
    ///
    /// - Throws: `IOLoopError.stopped`, `ZeroMQError`; addresses that could not be bound again keep their keys.
    public func setKeys(_ keys: CurveKeyPair, inDomain domain: String = "rpc") async throws {
        try await node.loop.run { [source] in try source.value.setKeys(keys, inDomain: domain) }
    }

    /// The sockets' statistics so far.
    ///
    /// - Throws: `IOLoopError.stopped`.
    public func statistics() async throws -> ZeroMQServerStatistics {
        try await node.loop.run { [source] in source.value.statistics }
    }
}

/// Statistics of a server's sockets.
public struct ZeroMQServerStatistics: Hashable, Sendable {
    /// Current clients.
    public var peers = 0

    /// Open connections, with or without frames.
    public var connections = 0

    /// Those of authenticated callers.
    public var verifiedConnections = 0

    /// Connections evicted for others.
    public var connectionsEvicted = 0

    /// Connections closed at once: all slots were in use, or their origin had reached its share.
    public var connectionsRefused = 0

    /// Clients whose queue is full.
    public var deferredPeers = 0

    /// Clients that were dropped because their queue stayed full.
    public var slowPeersDropped = 0

    /// Clients that were dropped because they broke the protocol.
    public var violatingPeersDropped = 0

    /// Clients that were dropped because they were removed from the allowlist.
    public var removedClientsDropped = 0

    /// CURVE logins refused because their key is not on the allowlist.
    public var loginsRefused = 0

    /// Connections that ended before their handshake did.
    public var handshakesFailed = 0

    /// Connections that ended after it, or for which libzmq does not say: their peers were searched for.
    public var connectionsBroken = 0

    /// Bound addresses; one whose keys were changed counts twice while old connections continue.
    public var listeners = 0

    /// Clients whose connection was found to be lost.
    public var peersGone = 0

    /// Frames ignored because their senders' keys had been removed from the allowlist.
    public var framesOfRefusedPeers = 0

    /// Messages of more than one frame, which our clients do not send.
    public var malformedMessages = 0
}

/// Events of a server's clients, for logs.
public enum ZeroMQServerEvent: Hashable, Sendable {
    /// The server listens here.
    case listening(ZeroMQEndpoint)

    /// A client broke the protocol and was dropped.
    case peerViolated(String)

    /// A CURVE login with a key that is not on the allowlist, from an address.
    case loginRefused(CurvePublicKey?, address: String)

    /// A client did not read its answers and was dropped.
    case peerTooSlow

    /// There are too many connections: one was evicted or refused.
    case tooManyPeers(limit: Int)
}
