internal import CBOR

// Streaming calls.
extension ServerConnection {
    // MARK: Receiving

    mutating func receiveStreamItem(_ id: CallID, _ header: ItemHeader, _ message: MessageView) throws {
        let arrival = try calls.update(id) { call in
            call.life.hear()
            let before = call.incoming?.heldBytes ?? 0
            let arrival = try call.incoming?.receive(header, flags: message.prefix.flags, body: message.body)
            let added = (call.incoming?.heldBytes ?? 0) - before
            call.unreadBytes += added
            held.verified += added
            return arrival
        }
        switch arrival ?? nil {
        case .item(let item): events.append(.item(id, item))
        case .end:
            calls[id]?.incoming = nil
            events.append(.itemsEnded(id))
        case .lost: failItems(id, .piecesMissing("items", executed: .maybe))
        case .nothing, nil: break
        }
    }

    /// Ends the client's items with an error; an incomplete item is dropped.
    mutating func failItems(_ id: CallID, _ error: RPCError) {
        calls.update(id) { call in
            let partial = call.incoming?.partialBytes ?? 0
            call.unreadBytes -= partial
            held.verified -= partial
            call.incoming = nil
        }
        events.append(.itemsLost(id, error))
    }

    /// Processes a credit as a keepalive, and as a count of the items that must have arrived.
    mutating func recordKeepAlive(_ id: CallID, _ credit: Credit) {
        calls[id]?.life.hear()
        if let incoming = calls[id]?.incoming, incoming.count < credit.sent {
            failItems(id, .piecesMissing("items", executed: .maybe))
        }
    }

    /// Notes what a handler consumed of the client's items, and grants as much again.
    mutating func consumed(_ id: CallID, _ window: StreamWindow) {
        let hasItems = calls.update(id) { call in
            call.incoming?.consumed(items: window.items, bytes: window.bytes)
            let freed = min(window.bytes, call.unreadBytes)
            call.unreadBytes -= freed
            held.verified -= freed
            return call.incoming != nil
        }
        guard hasItems == true else { return }
        frames.appendCredit(call: id, Credit(bytes: UInt64(window.bytes), items: UInt64(window.items)))
    }

    /// Sends keepalives to the callers of streams, and reports silent clients.
    ///
    /// - Parameter streams: the calls, and how many items each caller must have received.
    mutating func keepAlive(_ streams: [(CallID, UInt64)]) {
        let looks = max(1, Int(limits.arrival / (limits.streamIdle / 3)))
        for (id, sent) in streams {
            frames.appendCredit(call: id, Credit(bytes: 0, sent: sent))
            if calls[id]?.incoming?.isUnfinished(after: looks) == true {
                failItems(id, .requestTooSlow("item", limit: limits.arrival, executed: .maybe))
            }
            guard let call = calls[id], call.incoming != nil || client?.showsLife == true, !call.isGivenUp else {
                continue
            }
            if calls[id]?.life.check() == false { events.append(.silent(id)) }
        }
    }

    /// Processes another token for a running call. Each costs a verification, so it counts like an opened call; tokens
    /// above the rate are dropped, and the stream ends with its current token.
    mutating func receiveRenewal(_ message: MessageView, now: MonotonicInstant) throws {
        let (header, id) = (try RenewHeader(reading: message.header, limits: limits), message.prefix.call)
        guard isRunning(id), calls[id]?.isGivenUp == false, rate.admits(at: now) else { return }
        events.append(.renew(id, header.token))
    }

    // MARK: Sending

    /// Sends an item of a running call; false when it has to wait for the connection.
    mutating func send(_ item: StreamItem, call: CallID, sequence: UInt64) -> Bool {
        guard sendQueue.send(item, call: call, sequence: sequence, into: &frames) else { return false }
        pump()
        dropIfBacklogged()
        return true
    }

    /// Whether a body of this call is being sent in pieces: nothing may pass it.
    func isSending(_ id: CallID) -> Bool { sendQueue.contains(call: id) }
}
