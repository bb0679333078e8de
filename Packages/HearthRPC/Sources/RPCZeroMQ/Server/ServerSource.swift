internal import RPC
internal import ZeroMQ

/// Transfers frames between a server's sockets and its engine. Lives on the loop.
final class ServerSource: LoopSource {
    let engine: ServerEngine
    var listeners: [ServerListener] = []
    let node: ZeroMQNode
    let onEvent: @Sendable (ZeroMQServerEvent) -> Void

    var peers: [PeerID: ServerPeer] = [:]
    var parked: [PeerID: ServerPeer] = [:]
    var connections: AcceptedConnections
    var counts = ZeroMQServerStatistics()
    private let message = ZeroMQMessage()
    private var lastPeer: PeerID = 0
    private var lastListener = 0
    /// Until when no verified connection is assumed to be idle.
    var fullUntil: UInt64 = 0
    private var engineWake: UInt64?
    private var isClosed = false

    init(
        engine: ServerEngine, node: ZeroMQNode, onEvent: @escaping @Sendable (ZeroMQServerEvent) -> Void
    ) {
        (self.engine, self.node, self.onEvent) = (engine, node, onEvent)
        connections = AcceptedConnections(limits: engine.server.limits)
    }

    var statistics: ZeroMQServerStatistics {
        var statistics = counts
        (statistics.peers, statistics.deferredPeers, statistics.listeners) = (
            peers.count, parked.count, listeners.count
        )
        (statistics.connections, statistics.verifiedConnections) = (connections.count, connections.verifiedCount)
        return statistics
    }

    func add(_ listener: ServerListener) {
        lastListener += 1
        listener.number = lastListener
        listeners.append(listener)
    }

    /// Joins the loop.
    func start() {
        node.loop.add(self)
        engine.connectionAdmission = self
        for listener in listeners { onEvent(.listening(listener.endpoint)) }
    }

    /// Sends pending frames, stops listening, cancels the calls.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        endTurn()
        for listener in listeners { listener.close() }
        for peer in peers.keys.sorted() { engine.lost(peer) }
        peers.removeAll()
        parked.removeAll()
        engine.connectionAdmission = nil
        node.loop.remove(self)
    }

    func loopWillStop() { close() }

    var nextWake: UInt64? {
        let probes = listeners.lazy.compactMap(\.probe.next).min()
        let retries = parked.isEmpty ? nil : parked.values.lazy.compactMap(\.parking?.retryAt).min()
        let retirements = listeners.lazy.compactMap(\.retirement).min()
        return [engineWake, probes, retries, retirements, connections.nextHangUp].lazy.compactMap(\.self).min()
    }

    func turn(at now: UInt64) -> Bool {
        var didSomething = false
        for listener in listeners {
            if readEvents(listener, now) { didSomething = true }
            if readFrames(listener, now) { didSomething = true }
            if let round = listener.probe.due(at: now) {
                probe(listener, round)
                didSomething = true
            }
        }
        if let due = engineWake, due <= now {
            engine.tick()
            didSomething = true
        }
        if !parked.isEmpty, retryDeferred(at: now) { didSomething = true }
        if closeRetired(at: now) { didSomething = true }
        if hangUpOnEvicted(at: now) { didSomething = true }
        return didSomething
    }

    func endTurn() {
        for id in engine.takePeersWithOutput() {
            guard let peer = peers[id], peer.parking == nil else { continue }
            flush(peer)
        }
        for (id, violation) in engine.takeDroppedPeers() { dropViolating(id, violation.reason) }
        for id in engine.takeDepartedPeers() { rename(id) }
        engineWake = engine.nextWake?.nanoseconds
    }

    func readEvents(_ listener: ServerListener, _ now: UInt64) -> Bool {
        var didSomething = false
        while let event = try? listener.monitor.next() {
            didSomething = true
            if event.kind == .accepted {
                accept(event.value, at: listener, now)
            } else if event.isFailedHandshake {
                counts.handshakesFailed += 1
                listener.probe.handshakeFailed()
            } else if event.kind == .disconnected {
                connections.remove(.init(listener: listener.number, file: event.value))
                if listener.probe.disconnected(at: now) { counts.connectionsBroken += 1 }
            }
        }
        return didSomething
    }

    private func readFrames(_ listener: ServerListener, _ now: UInt64) -> Bool {
        var turn = ReadBudget()
        while turn.hasRoom, let outcome = try? listener.socket.receive(into: message), outcome != .empty {
            // While peers take turns a frame is not processed completely: its size is no reason to stop reading those
            // of others.
            turn.noteFrame(bytes: engine.isGivingTurns ? message.bytes.count >> 4 : message.bytes.count)
            guard let peer = listener.peers[message.routingID] ?? admit(message.routingID, at: listener) else {
                counts.framesOfRefusedPeers += 1
                continue
            }
            if outcome == .malformed {
                counts.malformedMessages += 1
            } else if peer.isDropped {
                sayGoodbye(to: peer)
            } else {
                engine.receive(message.bytes, from: peer.id)
                if peer.parking != nil { flush(peer) }
            }
        }
        return turn.frames > 0
    }

    func nextPeer() -> PeerID {
        lastPeer += 1
        return lastPeer
    }

    private func admit(_ routingID: RoutingID, at listener: ServerListener) -> ServerPeer? {
        let login = listener.security == nil ? nil : ServerPeer.Login(of: message)
        guard isStillAllowed(login, listener) else {
            // It logged in before its key was removed from the allowlist, and sends its first frame only now.
            login?.connection?.hangUp()
            return nil
        }
        let peer = ServerPeer(id: nextPeer(), routingID: routingID, listener: listener, login: login)
        listener.peers[routingID] = peer
        peers[peer.id] = peer
        attach(peer, file: message.sourceFile)
        return peer
    }
}
