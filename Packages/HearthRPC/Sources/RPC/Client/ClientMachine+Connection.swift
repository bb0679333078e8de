internal import CBOR
internal import DequeModule

// The connection's own events and timers.
extension ClientMachine {
    /// The transport can send: sends the hello.
    mutating func connected(now: MonotonicInstant) {
        failure = nil
        (lastHeard, missedPongs) = (now, 0)
        greet(now)
    }

    /// The transport lost the connection, after everything that had arrived was received.
    mutating func disconnected(reason: String, now: MonotonicInstant) {
        lastNow = now
        // A lost connection counts as one failure however many calls it ends, and as none after the server's goaway.
        let probe = accrual.probe.flatMap { open[$0] == nil ? nil : $0 }
        let failed = session?.isDraining == true ? nil : probe ?? open.keys.first
        for (id, call) in open.sorted(by: { $0.key < $1.key }) {
            // A request that was not sent to its end cannot have been executed.
            let executed: Executed = session?.sendQueue.holdsRequest(of: id) == true ? .no : .maybe
            ended.append((call.owner, .failure(.connectionLost(reason, executed: executed))))
        }
        frames.removeAll()
        receiveWindow = ReceiveWindow(size: configuration.limits.connectionWindowBytes)
        phase = .unreachable(nil)
        session = nil
        failure = nil
        open.removeAll(keepingCapacity: true)
        streams.removeAll()
        failWaiting(.connectionLost(reason, executed: .no))
        if let failed { noteFailure(of: failed, now: now) }
        resolveProbe()
    }

    /// The client is closed: every call ends, those that wait for readiness too.
    mutating func close() {
        let reason = "the client was closed"
        disconnected(reason: reason, now: lastNow)
        for call in waiting + held { ended.append((call.owner, .failure(.connectionLost(reason, executed: .no)))) }
        waiting.removeAll()
        held.removeAll()
        blocked.removeAll()
        deadlines.removeAll()
    }

    /// The transport failed to connect; `reason` if it is known.
    mutating func refused(_ reason: String? = nil) {
        guard case .connecting = phase else { return }
        phase = .unreachable(reason)
        failWaiting(.unreachable(configuration.target, reason))
        resolveProbe()
    }

    mutating func failWaiting(_ error: RPCError) {
        let leaving = waiting.filter { !$0.call.waitForReady }
        waiting = waiting.filter { $0.call.waitForReady }
        blocked = blocked.filter { open[$0] != nil || isUnsent($0) }
        for call in leaving { ended.append((call.owner, .failure(error))) }
    }

    private mutating func greet(_ now: MonotonicInstant) {
        let limits = configuration.limits
        let hello = Hello(
            versions: [MessagePrefix.version], instance: configuration.instance, name: configuration.name,
            connectionWindow: UInt64(limits.connectionWindowBytes), streamWindow: UInt64(limits.streamWindowBytes),
            messageBytes: UInt64(limits.messageBytes), clock: now, clockDomain: configuration.clockDomain,
            streamItems: UInt64(limits.streamItems), streamItemBytes: UInt64(limits.streamItemBytes), showsLife: true)
        frames.appendControl(.hello, hello)
        phase = .greeting(sent: now)
    }

    /// How long the connection may be silent: the server's value within this side's bounds.
    private var heartbeat: Duration {
        guard let requested = session?.welcome.heartbeatMilliseconds else { return configuration.limits.heartbeat }
        return .milliseconds(min(max(requested, Self.shortestHeartbeat), Self.longestHeartbeat))
    }

    private static var shortestHeartbeat: UInt64 { 50 }
    private static var longestHeartbeat: UInt64 { 60_000 }

    /// When ``tick(now:)`` must be called next.
    var nextWake: MonotonicInstant? {
        // Mutating although it changes nothing: a read-only machine would be copied once a turn.
        mutating get {
            let heartbeat = self.heartbeat
            let own: MonotonicInstant? =
                switch phase {
                case .greeting(let sent): sent.advanced(by: heartbeat)
                case .ready where !open.isEmpty: max(lastHeard, lastPing).advanced(by: heartbeat)
                default: nil
                }
            return [own, deadlines.earliest, nextKeepAlive, nextProbeTime].lazy.compactMap(\.self).min()
        }
    }

    /// Ends calls whose deadline has passed, repeats the hello, pings a silent server.
    mutating func tick(now: MonotonicInstant) {
        lastNow = now
        while let call = deadlines.popExpired(now) {
            let begin = open[call]?.since ?? index(of: call, in: waiting).map { waiting[$0].since }
            let excuse = begin.flatMap { sight.excuse(of: configuration.target, since: $0) } ?? ""
            giveUp(call) { .deadlineExceeded("before the answer came\(excuse)", executed: $0) }
            if let begin { noteDeadline(of: call, since: begin, now: now) }
        }
        keepStreamsAlive(now)
        resolveProbe()
        probeWhenDue(now)
        switch phase {
        case .greeting(let sent) where sent.duration(to: now) >= heartbeat: greet(now)
        case .ready where !open.isEmpty: keepAlive(now)
        default: break
        }
    }

    private mutating func keepAlive(_ now: MonotonicInstant) {
        let heartbeat = self.heartbeat
        let isSilent = lastHeard.duration(to: now) >= heartbeat
        guard isSilent || session?.offset.wantsSample(at: now) == true, lastPing.duration(to: now) >= heartbeat else {
            return
        }
        // Only silence after pings counts: this process itself may have been suspended.
        if missedPongs >= configuration.limits.missedHeartbeats {
            failure = ProtocolViolation(reason: "the server answers no pings")
        } else {
            missedPongs += 1
            lastPing = now
            frames.appendControl(.ping, Ping(clock: now))
        }
    }
}

extension OutgoingFrames {
    /// Appends a control message whose body is encoded by its type; such bodies are ours and always encode.
    mutating func appendControl(_ kind: MessageKind, call: UInt64 = 0, _ body: some Encodable) {
        guard let bytes = try? CBOREncoder().encode(body) else { return }
        appendControl(kind, call: call, body: bytes[...]) { $0.map(0) }
    }

    /// Appends a grant, to a call or (0) to the whole connection.
    mutating func appendCredit(call: UInt64, _ credit: Credit) {
        appendControl(.credit, call: call) { credit.write(to: &$0) }
    }
}
