internal import ZeroMQ

// Other keys and other clients, while the server runs.
extension ServerSource {
    /// Lets these clients log in to a domain, and ends the connections of all others there.
    ///
    /// - Throws: `ZeroMQError`.
    func setClients(_ clients: some Sequence<CurvePublicKey>, inDomain domain: String) throws {
        try node.allow(clients, inDomain: domain)
        let removed = peers.values.filter { $0.listener.security?.domain == domain && !isStillAllowed($0.login, $0.listener) }
        for peer in removed { hangUp(on: peer) }
    }

    /// Somebody was not let in.
    func refused(_ login: ZAPHandler.Decision) {
        counts.loginsRefused += 1
        onEvent(.loginRefused(login.key, address: login.address))
    }

    /// Has the addresses of a domain accept connections under other keys from now on. Those that exist go on; the ones
    /// under the keys before the last are ended.
    ///
    /// - Throws: `ZeroMQError`; then addresses that could not be bound anew keep their keys.
    func setKeys(_ keys: CurveKeyPair, inDomain domain: String) throws {
        let affected = listeners.filter { listener in
            guard let security = listener.security, listener.retirement == nil else { return false }
            return security.domain == domain && security.keys.publicKey != keys.publicKey
        }
        for listener in affected {
            // The kernel tells two sockets of an address apart, not three.
            for older in listeners where older.retirement != nil && older.endpoint == listener.endpoint { end(older) }
            add(try listener.successor(with: keys, node: node))
            listener.retirement = MonotonicClock.now &+ ServerSource.retirementCheck
        }
    }

    /// Whether a connection's client is on the list of the domain; everybody is where there is none.
    func isStillAllowed(_ login: ServerPeer.Login?, _ listener: ServerListener) -> Bool {
        guard let security = listener.security else { return true }
        return login.map { node.isAllowed($0.key, inDomain: security.domain) } ?? false
    }

    /// Closes listeners whose keys were replaced and whose last client has gone.
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
