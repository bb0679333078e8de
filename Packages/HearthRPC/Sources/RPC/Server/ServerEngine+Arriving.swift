// Requests in pieces: which callers may send them, how many bytes are held, and for how long.
extension ServerEngine {
    /// A request has begun to arrive. Everything in its header is checked now: a server buffers nothing for a call that
    /// it would reject.
    func receiving(_ peer: Peer, _ id: UInt64, _ header: OpenHeader, now: MonotonicInstant) {
        let key = CallKey(peer: peer.id, call: id)
        guard let method = method(of: header.method) else {
            return refuseArriving(key, .unimplemented(header.method.description))
        }
        // It is itself one of the arriving ones.
        let refusal =
            refusal(of: header, method, from: peer.share, now: now) ?? refusal(of: peer, method, 0)
            ?? limiter.refusal(of: .critical, arriving: arrivingCalls - 1).map { self.refusal(because: $0) }
        if let refusal { return refuseArriving(key, refusal, method) }
        var call = ServerCall(
            ServerCall.SharedState(
                method: method.descriptor, header: header, deadline: header.deadline, received: now,
                peer: peer.connection.client?.name ?? "", connection: peer.id, bodyHash: 0))
        var undecided: [any ServerInterceptor] = []
        for interceptor in server.interceptors {
            switch interceptor.screen(&call) {
            case .pass: continue
            case .wait: undecided.append(interceptor)
            case .refuse(let error): return refuseArriving(key, error, method)
            }
        }
        watchArrival(key, until: min(header.deadline, now.advanced(by: server.limits.arrival)))
        if undecided.isEmpty {
            peer.connection.acceptRemainder(id, isVerified: call.identity != nil)
            countArriving(peer)
        } else {
            screen(key, call, undecided)
        }
    }

    /// Runs interceptors that need to wait while a request arrives.
    private func screen(_ key: CallKey, _ call: ServerCall, _ undecided: [any ServerInterceptor]) {
        runtime.spawn { [self] in
            let outcome: Result<Bool, any Error>
            do { outcome = .success(try await CallRun.check(call, undecided).identity != nil) } catch {
                outcome = .failure(error)
            }
            loop.submit { [self] in screened(key, outcome) }
        }
    }

    private func screened(_ key: CallKey, _ outcome: Result<Bool, any Error>) {
        guard let peer = connections[key.peer], let header = peer.connection.arrivingHeader(key.call),
            let method = method(of: header.method)
        else { return }
        switch outcome {
        case .success(let isVerified):
            peer.connection.acceptRemainder(key.call, isVerified: isVerified)
            countArriving(peer)
            list(peer)
        case .failure(let cause): refuseArriving(key, .boundary(cause, safety: method.descriptor.safety), method)
        }
    }

    private func refuseArriving(_ key: CallKey, _ error: RPCError, _ method: EngineMethod? = nil) {
        guard let peer = connections[key.peer] else { return }
        var error = error
        error.executed = .no
        method?.statistics.note(error: error)
        peer.connection.endUnfinished(key.call, error)
        countArriving(peer)
        list(peer)
    }

    // MARK: Deadline of arrival

    private func watchArrival(_ key: CallKey, until end: MonotonicInstant) {
        if arrivals.wantsCompaction {
            let connections = connections
            arrivals = arrivals.compacted { connections[$0.peer]?.connection.isReceiving($0.call) == true }
        }
        arrivals.insert(key, at: end)
    }

    /// Ends requests that have not arrived completely in their time.
    func endLateArrivals(_ now: MonotonicInstant) {
        while let key = arrivals.popExpired(now) {
            guard let peer = connections[key.peer], let header = peer.connection.arrivingHeader(key.call) else {
                continue
            }
            let error =
                header.deadline <= now
                ? RPCError.deadlineExceeded("before the request had arrived", executed: .no)
                : .requestTooSlow("request", limit: server.limits.arrival, executed: .no)
            peer.connection.endUnfinished(key.call, error)
            countArriving(peer)
            list(peer)
        }
    }

    // MARK: Memory

    /// Updates the count of bytes that a peer holds.
    func countHeld(_ peer: Peer) {
        held = held + peer.connection.held - peer.held
        peer.held = peer.connection.held
    }

    /// Evicts the largest unfinished requests and items until the rest is within the limits.
    func evictLargest(_ excess: BufferedBytes.Excess, now: MonotonicInstant) {
        for peer in connections.values { countHeld(peer) }
        var excess: BufferedBytes.Excess? = excess
        while let kind = excess, let (peer, call) = largestUnfinished(kind) {
            peer.connection.refuseUnfinished(call)
            overloads[.arrivingBytes, default: 0] += 1
            countArriving(peer)
            while !peer.isGone, let event = peer.connection.nextEvent() { handle(event, of: peer, now: now) }
            list(peer)
            excess = held.excess(over: server.limits)
        }
    }

    /// The largest one of the peer that holds the most.
    private func largestUnfinished(_ excess: BufferedBytes.Excess) -> (Peer, UInt64)? {
        var most: (peer: Peer, call: UInt64, bytes: Int)?
        for peer in connections.values {
            let bytes = excess == .unverified ? peer.held.unverified : peer.held.total
            guard bytes > 0, most.map({ ($0.bytes, peer.id) < (bytes, $0.peer.id) }) ?? true,
                let unfinished = peer.connection.largestUnfinished(excess)
            else { continue }
            most = (peer, unfinished.call, bytes)
        }
        return most.map { ($0.peer, $0.call) }
    }
}
