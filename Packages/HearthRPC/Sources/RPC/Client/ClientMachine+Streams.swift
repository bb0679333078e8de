// Streaming calls.
extension ClientMachine {
    /// Records a streaming call that is sent.
    mutating func openStream(_ id: CallID, _ owner: Owner, _ shape: CallShape, _ now: MonotonicInstant) {
        guard let session else { return }
        let limits = configuration.limits
        var call = OpenCall(owner: owner, since: now)
        call.isStream = true
        if shape.hasResponseItems {
            call.incoming = IncomingItems(window: limits.streamWindow, itemBytes: limits.messageBytes)
        }
        open[id] = call
        streams.insert(id)
        if nextKeepAlive == nil { nextKeepAlive = now.advanced(by: keepAliveInterval) }
        guard shape.hasRequestItems else { return }
        let window = RPCLimits.streamWindow(items: session.welcome.streamItems, bytes: session.welcome.streamItemBytes)
        let itemBytes = min(limits.messageBytes, Int(clamping: session.welcome.messageBytes))
        streamEvents.append((owner, .grant(window, itemBytes: itemBytes)))
    }

    /// Removes an open call.
    mutating func removeOpen(_ id: CallID) -> OpenCall? {
        guard let call = open.removeValue(forKey: id) else { return nil }
        if call.isStream {
            streams.remove(id)
            blocked.remove(id)
        }
        return call
    }

    // MARK: Sending

    /// Sends an item; false when it has to wait for the connection: then ``StreamEvent/room`` says when to retry.
    mutating func send(_ item: StreamItem, call: CallID, sequence: UInt64) -> Bool {
        guard session?.sendQueue.send(item, call: call, sequence: sequence, into: &frames) == true else {
            blocked.insert(call)
            return false
        }
        sendPieces()
        // An item still in pieces is not sent yet.
        open[call]?.sent.last = session?.sendQueue.contains(call: call) == true ? sequence - 1 : sequence
        return true
    }

    /// Ends the client's items of a call; false when that has to wait.
    mutating func endItems(of call: CallID, sequence: UInt64) -> Bool {
        guard open[call] != nil, session?.sendQueue.contains(call: call) == false else {
            blocked.insert(call)
            return false
        }
        frames.appendEnd(call: call, sequence: sequence)
        open[call]?.sent.last = sequence
        return true
    }

    /// Sends another token for an open call. A call that was not sent yet keeps its token.
    mutating func renew(_ call: CallID, with token: AccessToken) {
        guard open[call]?.isStream == true, token.bytes.count <= configuration.limits.tokenBytes else { return }
        // In order with the call's other messages: it must not pass the open.
        frames.append(.renew, call: call) { RenewHeader(token: token).write(to: &$0) }
    }

    /// Lets the engine retry sends that waited for the connection. Sends that wait for their own call keep waiting.
    mutating func unblock() {
        guard !blocked.isEmpty else { return }
        for id in blocked.sorted() {
            guard let owner = open[id]?.owner else { continue }
            blocked.remove(id)
            streamEvents.append((owner, .room))
        }
    }

    // MARK: Receiving

    /// Notes what the reader consumed of the server's items, and grants as much again.
    mutating func consumed(_ id: CallID, _ window: StreamWindow) {
        let hasItems = open.update(id) { call in
            call.incoming?.consumed(items: window.items, bytes: window.bytes)
            return call.incoming != nil
        }
        guard hasItems == true else { return }
        frames.appendCredit(call: id, Credit(bytes: UInt64(window.bytes), items: UInt64(window.items)))
    }

    /// The server has room for more items of a call, or sends a keepalive.
    mutating func receiveStreamCredit(_ credit: Credit, _ id: CallID) {
        guard let call = open[id], call.isStream else { return }
        open.update(id) { $0.life.hear() }
        noteLife(of: id)
        if let incoming = call.incoming, incoming.count < credit.sent {
            return giveUp(id) { .piecesMissing("items", executed: $0) }
        }
        // Bytes without items are for the request's pieces, and may arrive after the last of them was sent.
        guard credit.items > 0 else { return }
        let room = StreamWindow(items: Int(clamping: credit.items), bytes: Int(clamping: credit.bytes))
        streamEvents.append((call.owner, .grant(room, itemBytes: .max)))
    }

    // MARK: Keepalives

    /// The interval of both sides' stream keepalives.
    private var keepAliveInterval: Duration { configuration.limits.streamIdle / 3 }

    /// Sends the keepalives of this client's streams, and ends streams without keepalives from the server.
    mutating func keepStreamsAlive(_ now: MonotonicInstant) {
        guard let due = nextKeepAlive, due <= now else { return }
        nextKeepAlive = streams.isEmpty ? nil : now.advanced(by: keepAliveInterval)
        for id in streams.sorted() {
            frames.appendCredit(call: id, Credit(bytes: 0, sent: open[id]?.sent.look() ?? 0))
            if open[id]?.life.check() == false {
                giveUp(id) { executed in
                    var error = RPCError.streamKeepAliveTimeout
                    error.executed = executed
                    return error
                }
                noteFailure(of: id, now: now)
            }
        }
    }
}
