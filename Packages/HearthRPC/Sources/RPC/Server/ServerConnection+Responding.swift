internal import CBOR

// Messages that the server sends: answers, goaway and goodbye.
extension ServerConnection {
    /// Answers a running call.
    mutating func sendStatus(_ id: CallID, _ status: StatusHeader, body: [UInt8]) {
        guard let call = calls.removeValue(forKey: id) else { return }
        consume(call.bytes)
        held.verified -= call.unreadBytes
        if call.isGivenUp {
            givenUpCalls -= 1
            return send(id, status, body: [])
        }
        let limit = client?.messageBytes ?? 0
        if body.count > limit {
            let error = RPCError.tooLarge("answer", bytes: body.count, limit: limit, executed: .yes)
            return send(id, StatusHeader(error: error, timing: status.timing, load: status.load), body: [])
        }
        send(id, status, body: body)
    }

    mutating func refuse(_ id: CallID, _ bytes: Int, _ error: RPCError) {
        consume(bytes)
        send(id, StatusHeader(error: error), body: [])
    }

    mutating func send(_ id: CallID, _ status: StatusHeader, body: [UInt8]) {
        if sendQueue.takeWhole(body.count) {
            frames.append(.status, flags: .end, call: id, body: body[...]) { status.write(to: &$0) }
        } else {
            let window = client?.streamWindow ?? 0
            sendQueue.enqueue(.init(call: id, body: body, window: window, role: .response(status)))
            pump()
        }
        dropIfBacklogged()
    }

    /// Drops a peer that leaves too many bytes waiting for it.
    mutating func dropIfBacklogged() {
        guard waitingBytes > 4 * limits.connectionWindowBytes else { return }
        failure = failure ?? ProtocolViolation(reason: "the peer does not take its answers")
    }

    /// Bytes queued for the peer.
    var waitingBytes: Int { sendQueue.waitingBytes + frames.byteCount }

    mutating func pump() {
        while let piece = sendQueue.nextPiece() { frames.append(piece) }
    }

    mutating func consume(_ bytes: Int) {
        let grant = receiveWindow.consume(bytes)
        if grant > 0 { frames.appendCredit(call: 0, Credit(bytes: UInt64(grant))) }
    }

    /// Stops accepting calls and sends a goaway.
    mutating func drain() {
        isDraining = true
        for (id, call) in calls.sorted(by: { $0.key < $1.key }) {
            if case .receiving = call.state { endUnfinished(id, .draining(welcome.name)) }
        }
        if client != nil { sendGoaway() }
    }

    mutating func sendGoaway() {
        frames.appendControl(
            .goaway, Goaway(lastCall: replay.highest, drainMilliseconds: UInt64(limits.drain.wholeMilliseconds)))
    }

    /// Whether all answers were handed to the transport.
    var hasSentResponses: Bool { sendQueue.isEmpty }

    /// Rejects all further calls and says goodbye: another connection takes this one's place.
    mutating func dismiss() {
        isDraining = true
        for id in calls.keys.sorted() { endUnfinished(id, .evicted(by: welcome.name)) }
        if client != nil { sendGoaway() }
        sayGoodbye()
    }

    /// Says goodbye: the server stops.
    mutating func sayGoodbye() { frames.append(.goodbye) { $0.map(0) } }
}
