internal import RPC
internal import ZeroMQ

// Accepted connections, and their eviction when slots run out.
extension ServerSource: ConnectionAdmission {
    /// libzmq has accepted a connection.
    func accept(_ file: Int32, at listener: ServerListener, _ now: UInt64) {
        // Closed already: its end is reported next.
        guard let connection = AcceptedConnection(file: file) else { return }
        let key = ConnectionTable.Key(listener: listener.number, file: file)
        // libzmq reuses file numbers only after it has reported the connection's end.
        connections.remove(key)
        switch connections.accept(connection, key, activity: engine.activity) {
        case .welcome: return
        case .replaces(let victim): evict(victim, now)
        case .refuse: counts.connectionsRefused += 1
        }
        onEvent(.tooManyPeers(limit: connections.limit))
    }

    /// Records the connection of a new peer.
    func attach(_ peer: ServerPeer, file: Int32?) {
        guard let file else { return }
        let key = ConnectionTable.Key(listener: peer.listener.number, file: file)
        // Its acceptance was reported before its first frame, perhaps after the last read of events.
        if !connections.contains(key) { _ = readEvents(peer.listener, MonotonicClock.now) }
        connections.attach(peer.id, to: key)
    }

    func forgetConnections(of listener: ServerListener) { connections.removeAll(of: listener.number) }

    func hangUpOnEvicted(at now: UInt64) -> Bool { connections.hangUpOnEvicted(at: now) }

    // MARK: Called by the engine

    var isFull: Bool {
        guard connections.isFull else { return false }
        let now = MonotonicClock.now
        // Searching for an idle connection visits each: while none was found, not for every call.
        if now >= fullUntil {
            guard !connections.hasIdle(engine.activity) else { return false }
            fullUntil = now &+ ServerSource.fullPause
        }
        return true
    }

    func verified(_ peer: PeerID, isOperator: Bool) -> Bool {
        let now = MonotonicClock.now
        if connections.isFull, !isOperator, now < fullUntil { return false }
        let (isVerified, victim) = connections.verify(peer, isOperator: isOperator, activity: engine.activity)
        if let victim { evict(victim, now) }
        if !isVerified { fullUntil = now &+ ServerSource.fullPause }
        return isVerified
    }

    private static let fullPause = UInt64(ZeroMQLimits.fullMilliseconds) * MonotonicClock.millisecond

    /// Closes an evicted connection. Its client gets a goodbye first, so that it knows that its latest calls are not
    /// begun, and reconnects when it needs to.
    private func evict(_ victim: ConnectionTable.Victim, _ now: UInt64) {
        counts.connectionsEvicted += 1
        connections.evict(victim, at: now)
        guard let peer = victim.peer.flatMap({ peers[$0] }), !peer.isDropped else { return }
        engine.dismiss(peer.id)
        flush(peer)
        peer.isDropped = true
        forgetCalls(of: peer)
    }
}
