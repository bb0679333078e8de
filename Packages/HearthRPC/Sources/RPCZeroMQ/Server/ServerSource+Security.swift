internal import ZeroMQ

// Changes of keys and clients while the server runs.
extension ServerSource {
    /// Replaces the clients allowed to log in to a domain, and disconnects all others.
    ///
    /// - Throws: `ZeroMQError`.
    func setClients(_ clients: some Sequence<CurvePublicKey>, inDomain domain: String) throws {
        try node.allow(clients, inDomain: domain)
        let removed = peers.values.filter {
            $0.listener.security?.domain == domain && !isStillAllowed($0.login, $0.listener)
        }
        for peer in removed { hangUp(on: peer) }
    }

    /// A login was refused.
    func refused(_ login: ZAPHandler.Decision) {
        counts.loginsRefused += 1
        onEvent(.loginRefused(login.key, address: login.address))
    }

    /// Rebinds the addresses of a domain under other keys. Existing connections continue; those under the keys before
    /// the last are ended.
    ///
    /// - Throws: `ZeroMQError`; then addresses that could not be bound again keep their keys.
    func setKeys(_ keys: CurveKeyPair, inDomain domain: String) throws {
        let affected = listeners.filter { listener in
            guard let security = listener.security, listener.retirement == nil else { return false }
            return security.domain == domain && security.keys.publicKey != keys.publicKey
        }
        for listener in affected {
            // The kernel distinguishes two sockets of an address, not three.
            for older in listeners where older.retirement != nil && older.endpoint == listener.endpoint { end(older) }
            add(try listener.successor(with: keys, node: node))
            listener.retirement = MonotonicClock.now &+ ServerSource.retirementCheck
        }
    }

    /// Whether a connection's client is on the allowlist of the domain; always true without one.
    func isStillAllowed(_ login: ServerPeer.Login?, _ listener: ServerListener) -> Bool {
        guard let security = listener.security else { return true }
        return login.map { node.isAllowed($0.key, inDomain: security.domain) } ?? false
    }

    /// Closes listeners whose keys were replaced and whose last client has disconnected.
    func closeRetired(at now: UInt64) -> Bool {
        let due = listeners.filter { ($0.retirement ?? .max) <= now }
        for listener in due {
            listener.retirement = now &+ ServerSource.retirementCheck
            if listener.peers.isEmpty { end(listener) }
        }
        return !due.isEmpty
    }

    private static let retirementCheck = UInt64(ZeroMQLimits.retirementMilliseconds) * MonotonicClock.millisecond

    private func hangUp(on peer: ServerPeer) {
        counts.removedClientsDropped += 1
        peer.isDropped = true
        peer.login?.connection?.hangUp()
        forgetCalls(of: peer)
    }

    private func end(_ listener: ServerListener) {
        for peer in listener.peers.values {
            peers[peer.id] = nil
            forgetCalls(of: peer)
        }
        listeners.removeAll { $0 === listener }
        forgetConnections(of: listener)
        listener.close()
    }
}
