// Limited connections: the transport's questions and commands.
extension ServerEngine {
    /// A connection's activity; nil when the engine does not know it.
    public func activity(of peer: PeerID) -> ConnectionActivity? {
        guard let peer = connections[peer] else { return nil }
        return ConnectionActivity(
            hasCalls: peer.connection.calls.count > peer.connection.arrivingCalls, lastHeard: peer.lastHeard)
    }

    /// Evicts a connection: its further calls are not begun, and its client gets a goodbye. The transport sends that,
    /// and then reports the peer as ``lost(_:)``.
    public func dismiss(_ peer: PeerID) {
        guard let peer = connections[peer] else { return }
        peer.connection.dismiss()
        countArriving(peer)
    }

    /// A call has authenticated its caller: its connection moves to those of known callers.
    func verified(_ peer: Peer, _ method: EngineMethod) {
        peer.isVerified = connectionAdmission?.verified(peer.id, isOperator: method.isForOperators) ?? true
    }

    /// Why a call is rejected for its connection's or its bytes' sake; nil when it is not.
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

    /// The interceptors have decided about a call, or it has ended.
    ///
    /// - Parameter isKnown: whether they authenticated the caller.
    func decided(_ job: RunningCall, isKnown: Bool) {
        guard !job.isDecided else { return }
        job.isDecided = true
        undecidedBytes -= job.undecidedBytes
        guard isKnown, let peer = connections[job.key.peer], !peer.isVerified else { return }
        verified(peer, job.method)
    }
}
