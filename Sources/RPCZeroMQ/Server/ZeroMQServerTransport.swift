public import RPC
public import ZeroMQ

/// Runs a server on ZeroMQ: a ROUTER socket for each address.
public final class ZeroMQServerTransport: Sendable {
    /// What answers the calls.
    public let engine: ServerEngine

    /// Where the server listens, with the ports that the system chose.
    public let endpoints: [ZeroMQEndpoint]

    private let node: ZeroMQNode
    private let source: LoopBound<ServerSource>

    /// Starts to listen at all of these addresses, or at none.
    ///
    /// The directory of an ipc address is made if it is missing, and must be private. The lock of the socket (its path
    /// and `.lock`) is held until the server is closed.
    ///
    /// - Parameters:
    ///   - server: What answers. Its limit of connections (`RPCLimits.connections`) is for all addresses together.
    ///   - bindings: The addresses.
    ///   - node: The process's sockets.
    ///   - pathPrefix: How the directory of sockets with a long path begins, see `IPCPath`.
    ///   - onEvent: Is told, on the loop, what should be in a log.
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
                    // The list must be there before a socket is.
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

    /// Makes sure that nobody serves at an ipc address just now: to be asked before work that would be in vain. Who then
    /// listens takes the lock, and may still be refused.
    ///
    /// - Parameters:
    ///   - endpoint: The address; of others than ipc nothing is known until they are bound.
    ///   - pathPrefix: As of ``listen(_:at:node:pathPrefix:onEvent:)``.
    /// - Throws: `ZeroMQTransportError`.
    public static func checkIsFree(_ endpoint: ZeroMQEndpoint, pathPrefix: String = "rpc") throws {
        guard case .ipc(let path) = endpoint else { return }
        try ZeroMQTransportError.wrap {
            let place = try IPCPath(path, prefix: pathPrefix)
            _ = try PrivateDirectory.make(at: place.directory)
            _ = try EndpointLock.take(forSocketAt: place.path)
        }
    }

    private init(
        engine: ServerEngine, endpoints: [ZeroMQEndpoint], node: ZeroMQNode, source: LoopBound<ServerSource>
    ) {
        (self.engine, self.endpoints, self.node, self.source) = (engine, endpoints, node, source)
    }

    /// Begins no further calls, lets running ones finish within `grace`, cancels the rest, tells the clients, closes.
    public func drain(within grace: Duration) async {
        await engine.drain(within: grace)
        await close()
    }

    /// Stops listening, sends what there is to send, and gives the addresses free. Running calls are cancelled.
    public func close() async { try? await node.loop.run { [source] in source.value.close() } }

    /// Changes who may log in at the tcp addresses of a domain. Connections of clients that may not any more are ended;
    /// the others do not notice.
    ///
    /// - Throws: `IOLoopError.stopped`, `ZeroMQError`.
    public func setClients(_ clients: [CurvePublicKey: String], inDomain domain: String = "rpc") async throws {
        try await node.loop.run { [source] in try source.value.setClients(clients.keys, inDomain: domain) }
    }

    /// Changes the keys of the tcp addresses of a domain: who connects from now on must know the new public key, at the
    /// same port. Connections that exist go on under the keys they were made with, until the keys are changed once more.
    ///
    /// - Throws: `IOLoopError.stopped`, `ZeroMQError`; addresses that could not be bound anew keep their keys.
    public func setKeys(_ keys: CurveKeyPair, inDomain domain: String = "rpc") async throws {
        try await node.loop.run { [source] in try source.value.setKeys(keys, inDomain: domain) }
    }

    /// What the sockets have seen until now.
    ///
    /// - Throws: `IOLoopError.stopped`.
    public func statistics() async throws -> ZeroMQServerStatistics {
        try await node.loop.run { [source] in source.value.statistics }
    }
}

/// What a server's sockets have seen.
public struct ZeroMQServerStatistics: Hashable, Sendable {
    /// Clients that are known now.
    public var peers = 0

    /// Connections that are accepted now, whether anything came over them or not.
    public var connections = 0

    /// Those of callers that have proved who they are.
    public var verifiedConnections = 0

    /// Connections that were evicted, as others needed their places.
    public var connectionsEvicted = 0

    /// Connections that were hung up on at once: all places were in use, or their origin had its share.
    public var connectionsRefused = 0

    /// Clients whose queue is full now.
    public var deferredPeers = 0

    /// Clients that were dropped because their queue stayed full.
    public var slowPeersDropped = 0

    /// Clients that were dropped because they broke the protocol.
    public var violatingPeersDropped = 0

    /// Clients that were dropped because they were taken from the list.
    public var removedClientsDropped = 0

    /// Logins with CURVE that were refused, as their key is on no list.
    public var loginsRefused = 0

    /// Connections that ended before their handshake did.
    public var handshakesFailed = 0

    /// Connections that ended after it, or of which libzmq does not say so: their peers were looked for.
    public var connectionsBroken = 0

    /// Addresses that are bound, twice for one whose keys were changed and whose old connections go on.
    public var listeners = 0

    /// Clients whose connection was found to be gone.
    public var peersGone = 0

    /// Frames that were not read because their senders' keys had been taken from the list.
    public var framesOfRefusedPeers = 0

    /// Messages of more than one frame, which no client of ours sends.
    public var malformedMessages = 0
}

/// What becomes of a server's clients, for logs.
public enum ZeroMQServerEvent: Hashable, Sendable {
    /// The server can be reached here.
    case listening(ZeroMQEndpoint)

    /// A client broke the protocol and was sent away.
    case peerViolated(String)

    /// Somebody with a key that is not on the list wanted to log in from an address, with CURVE.
    case loginRefused(CurvePublicKey?, address: String)

    /// A client did not take its answers and was given up.
    case peerTooSlow

    /// There are too many connections: one was evicted or refused.
    case tooManyPeers(limit: Int)
}
