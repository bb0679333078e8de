internal import RPC
internal import ZeroMQ

/// One address of a server: its ROUTER, the monitor of that, the lock of the path, and the peers that came there.
final class ServerListener {
    /// Where it listens.
    let endpoint: ZeroMQEndpoint

    let socket: ZeroMQSocket
    let monitor: ZeroMQMonitor
    var peers: [RoutingID: ServerPeer] = [:]
    var probe = DisconnectProbe()

    private let boundAddress: String
    private var lock: SlotLock?

    /// Binds an address. To be called on the loop.
    ///
    /// - Throws: `ZeroMQError`, `PathError`, `SlotLockError`.
    init(_ binding: ZeroMQBinding, node: ZeroMQNode, limits: RPCLimits, pathPrefix: String) throws {
        var options = ZeroMQLimits.options(for: binding.endpoint, limits: limits)
        options.isRouterMandatory = true
        if let security = binding.security {
            // The list must be there before the socket is.
            try node.allow(security.clients, inDomain: security.domain)
            options.security = .curveServer(keys: security.keys, domain: security.domain)
        }
        socket = try node.context.makeSocket(.router, options)
        monitor = try ZeroMQMonitor(of: socket, in: node.context, kinds: [.disconnected, .closed])
        switch binding.endpoint {
        case .ipc(let path):
            let place = try IPCPath(path, prefix: pathPrefix)
            _ = try PrivateDirectory.make(at: place.directory)
            lock = try SlotLock.take(forSocketAt: place.path)
            try socket.bind(place.endpoint)
            endpoint = binding.endpoint
        case .tcp(let host, let port):
            try socket.bind("tcp://\(host):\(port == 0 ? "*" : String(port))")
            endpoint = ZeroMQEndpoint(try socket.lastEndpoint()) ?? binding.endpoint
        }
        boundAddress = try socket.lastEndpoint()
        node.loop.watch(socket)
        node.loop.watch(monitor.socket)
    }

    /// Stops listening and closes; what was not sent is sent for a while.
    ///
    /// libzmq removes the socket's file on a thread of its own. Until it has, the lock is held: or it might remove the
    /// file of the next server.
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
    /// What the engine calls it: another name after a goodbye.
    var id: PeerID
    let routingID: RoutingID
    unowned let listener: ServerListener

    /// Set while the peer's queue is full.
    var parking: Parking?

    /// The engine has forgotten the peer: it is told goodbye whenever it says something.
    var isDropped = false

    init(id: PeerID, routingID: RoutingID, listener: ServerListener) {
        (self.id, self.routingID, self.listener) = (id, routingID, listener)
    }
}
