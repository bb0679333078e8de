internal import RPC
internal import ZeroMQ

// Sending to peers, and handling peers that do not accept frames.
extension ServerSource {
    /// Sends the engine's frames of a peer, as many as the peer accepts.
    func flush(_ peer: ServerPeer) {
        while let frame = engine.takeFrame(for: peer.id) {
            switch send(frame, to: peer) {
            case .sent:
                peer.parking = nil
                engine.recycle(frame, of: peer.id)
            case .wouldBlock:
                engine.putBack(frame, for: peer.id)
                return deferPeer(peer)
            case .hostUnreachable:
                return forget(peer)
            }
        }
        if parked[peer.id] != nil { undeferPeer(peer) }
    }

    private func send(_ frame: [UInt8], to peer: ServerPeer) -> ZeroMQSocket.SendOutcome {
        // The only possible error is a closed socket, which has no peers.
        let outcome = try? frame.withUnsafeBufferPointer { bytes throws(ZeroMQError) in
            try peer.listener.socket.send(UnsafeRawBufferPointer(bytes), to: peer.routingID)
        }
        return outcome ?? .hostUnreachable
    }

    private func deferPeer(_ peer: ServerPeer) {
        let now = MonotonicClock.now
        guard peer.parking != nil else {
            peer.parking = SendBackoff(at: now)
            parked[peer.id] = peer
            return
        }
        if peer.parking?.missed(at: now) == false { dropSlow(peer) }
    }

    private func undeferPeer(_ peer: ServerPeer) {
        peer.parking = nil
        parked[peer.id] = nil
    }

    /// Retries the peers whose backoff has ended.
    func retryDeferred(at now: UInt64) -> Bool {
        let due = parked.values.filter { ($0.parking?.retryAt ?? 0) <= now }
        for peer in due { flush(peer) }
        return !due.isEmpty
    }

    // MARK: Lost peers

    /// The peer is dead.
    private func forget(_ peer: ServerPeer) {
        counts.peersGone += 1
        undeferPeer(peer)
        peers[peer.id] = nil
        peer.listener.peers[peer.routingID] = nil
        peer.listener.probe.found()
        engine.lost(peer.id)
    }

    private func dropSlow(_ peer: ServerPeer) {
        counts.slowPeersDropped += 1
        onEvent(.peerTooSlow)
        peer.isDropped = true
        forgetCalls(of: peer)
    }

    /// Cancels a peer's calls; no more frames are sent to it.
    func forgetCalls(of peer: ServerPeer) {
        undeferPeer(peer)
        engine.lost(peer.id)
    }

    /// The engine has dropped a peer.
    func dropViolating(_ id: PeerID, _ reason: String) {
        counts.violatingPeersDropped += 1
        onEvent(.peerViolated(reason))
        guard let peer = peers[id] else { return }
        undeferPeer(peer)
        peer.isDropped = true
        sayGoodbye(to: peer)
    }

    /// A peer has said goodbye. If its connection continues, the engine sees it as a new peer.
    func rename(_ id: PeerID) {
        guard let peer = peers.removeValue(forKey: id) else { return }
        undeferPeer(peer)
        peer.id = nextPeer()
        peers[peer.id] = peer
        connections.rename(id, to: peer.id)
    }

    /// Tells a dropped peer to disconnect; libzmq cannot close its connection.
    func sayGoodbye(to peer: ServerPeer) {
        if send(ServerEngine.goodbyeFrame, to: peer) == .hostUnreachable { forget(peer) }
    }

    // MARK: Search for lost peers

    /// Finds the lost peers by sending them an empty frame.
    func probe(_ listener: ServerListener, _ round: DisconnectProbe.Round) {
        // Lets libzmq process its events, which may include the loss.
        _ = try? listener.socket.readiness()
        let requested =
            switch round {
            case .peersWithCalls: engine.peersWithCalls.compactMap { peers[$0] }.filter { $0.listener === listener }
            case .everybody: Array(listener.peers.values)
            }
        for peer in requested where send([], to: peer) == .hostUnreachable { forget(peer) }
    }
}
