// Connections whose number is limited: what the transport asks, and what it is told.
extension ServerEngine {
    /// How a connection is used; nil when the engine does not know it.
    public func activity(of peer: PeerID) -> ConnectionActivity? {
        guard let peer = connections[peer] else { return nil }
        return ConnectionActivity(
            hasCalls: peer.connection.calls.count > peer.connection.arrivingCalls, lastHeard: peer.lastHeard)
    }

    /// A connection has lost its place: nothing that comes over it is begun any more, and its client is told so. The
    /// transport sends that, and then says that the peer is ``lost(_:)``.
    public func dismiss(_ peer: PeerID) {
        guard let peer = connections[peer] else { return }
        peer.connection.dismiss()
        countArriving(peer)
    }

    /// A call has proved who calls: its connection gets a place among those that are known.
    func verified(_ peer: Peer, _ method: EngineMethod) {
        peer.isVerified = connectionAdmission?.verified(peer.id, isOperator: method.isForOperators) ?? true
    }

    /// Why a call gets no place for its connection's sake, or for its bytes'; nil when it does.
    ///
    /// - Parameter bytes: the length of its request.
    func refusal(of peer: Peer, _ method: EngineMethod, _ bytes: Int) -> RPCError? {
        if peer.isVerified { return nil }
        if !method.isForOperators, connectionAdmission?.isFull == true { return refusal(because: .connections) }
        guard bytes > RunningCall.shortRequestBytes,
            held.unverified + undecidedBytes + bytes > server.limits.unverifiedBytes
        else { return nil }
        return refusal(because: .arrivingBytes)
    }

    /// The interceptors that had to wait have decided about a call, or it has ended.
    ///
    /// - Parameter isKnown: whether they found out who calls.
    func decided(_ job: RunningCall, isKnown: Bool) {
        guard !job.isDecided else { return }
        job.isDecided = true
        undecidedBytes -= job.undecidedBytes
        guard isKnown, let peer = connections[job.key.peer], !peer.isVerified else { return }
        verified(peer, job.method)
    }
}
