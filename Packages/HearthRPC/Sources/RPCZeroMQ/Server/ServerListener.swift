internal import RPC
internal import ZeroMQ

/// One address of a server: its ROUTER, the monitor of that, the lock of the path, and the peers connected there.
final class ServerListener {
    /// Where it listens.
    let endpoint: ZeroMQEndpoint

    let socket: ZeroMQSocket
    let monitor: ZeroMQMonitor
    var peers: [RoutingID: ServerPeer] = [:]
    var probe = DisconnectProbe()

    /// Identifies it among the server's listeners, see ``ConnectionTable``.
    var number = 0

    /// The CURVE keys of this listener's connections; nil without CURVE.
    let security: ZeroMQServerSecurity?

    /// After a key change: when to check next whether all its clients have disconnected; nil before.
    var retirement: UInt64?

    private let boundAddress: String
    private let limits: RPCLimits
    private var lock: EndpointLock?

    private static let events: ZeroMQEvent.Kind = [
        .accepted, .disconnected, .closed, .handshakeFailed, .handshakeFailedProtocol,
    ]

    /// Binds an address. Must be called on the loop.
    ///
    /// - Parameter isSuccessor: whether another listener of this process is bound there, which gets no further
    ///   connections.
    /// - Throws: `ZeroMQError`, `PathError`, `EndpointLockError`.
    init(
        _ binding: ZeroMQBinding, node: ZeroMQNode, limits: RPCLimits, pathPrefix: String, isSuccessor: Bool = false
    ) throws {
        var options = ZeroMQLimits.options(for: binding.endpoint, limits: limits)
        options.isRouterMandatory = true
        (security, self.limits) = (binding.security, limits)
        if let security = binding.security {
            options.security = .curveServer(keys: security.keys, domain: security.domain)
            options.listeningFile = try ServerListener.listen(at: binding.endpoint, isSuccessor: isSuccessor)
        }
        socket = try node.context.makeSocket(.router, options)
        monitor = try ZeroMQMonitor(of: socket, in: node.context, kinds: Self.events)
        switch binding.endpoint {
        case .ipc(let path):
            let ipcPath = try IPCPath(path, prefix: pathPrefix)
            _ = try PrivateDirectory.make(at: ipcPath.directory)
            lock = try EndpointLock.take(forSocketAt: ipcPath.path)
            try socket.bind(ipcPath.endpoint)
            endpoint = binding.endpoint
        case .tcp(let host, let port):
            try socket.bind("tcp://\(host):\(port == 0 ? "*" : String(port))")
            endpoint = ZeroMQEndpoint(try socket.lastEndpoint()) ?? binding.endpoint
        }
        boundAddress = try socket.lastEndpoint()
        node.loop.watch(socket)
        node.loop.watch(monitor.socket)
    }

    /// A listener with other keys at the same address, which gets all new connections. Must be called on the loop.
    ///
    /// - Throws: `ZeroMQError`.
    func successor(with keys: CurveKeyPair, node: ZeroMQNode) throws -> ServerListener {
        var security = security
        security?.keys = keys
        return try ServerListener(
            ZeroMQBinding(endpoint, security: security), node: node, limits: limits, pathPrefix: "", isSuccessor: true)
    }

    /// A listening file descriptor for a server whose keys may change.
    private static func listen(at endpoint: ZeroMQEndpoint, isSuccessor: Bool) throws(ZeroMQError) -> Int32? {
        guard case .tcp(let host, let port) = endpoint else { return nil }
        return isSuccessor
            ? try TCPListener.second(host: host, port: port) : try TCPListener.first(host: host, port: port)
    }

    /// Stops listening and closes; queued frames are sent for the linger time.
    ///
    /// libzmq removes the socket's file on a thread of its own. Until then the lock is held: otherwise it might remove
    /// the file of the next server.
    func close() {
        guard !socket.isClosed else { return }
        if (try? socket.unbind(boundAddress)) != nil {
            _ = try? monitor.wait(for: .closed, atMostMilliseconds: ZeroMQLimits.closeMilliseconds)
        }
        try? socket.setLinger(milliseconds: ZeroMQLimits.lingerMilliseconds)
        monitor.close()
        socket.close()
        lock = nil
    }
}

/// One connection of a client.
final class ServerPeer {
    /// Its number in the engine, which changes after a goodbye.
    var id: PeerID
    let routingID: RoutingID
    unowned let listener: ServerListener

    /// Set while the peer's queue is full.
    var parking: SendBackoff?

    /// The engine has removed the peer: each further frame of it is answered with a goodbye.
    var isDropped = false

    /// The authenticated client, with CURVE.
    let login: Login?

    init(id: PeerID, routingID: RoutingID, listener: ServerListener, login: Login?) {
        (self.id, self.routingID, self.listener, self.login) = (id, routingID, listener, login)
    }

    /// An authenticated client, and its connection.
    struct Login {
        let key: CurvePublicKey
        let connection: AcceptedConnection?

        /// The sender of a message; nil without CURVE.
        init?(of message: ZeroMQMessage) {
            guard let user = message.userID, let key = CurvePublicKey(user) else { return nil }
            (self.key, connection) = (key, AcceptedConnection(of: message))
        }
    }
}
