internal import CBOR

// Requests in pieces, and the memory that they and clients' items hold meanwhile.
extension ServerConnection {
    /// A request begins to arrive. The engine decides whether the rest may come.
    mutating func beginArriving(_ id: CallID, _ header: OpenHeader, _ message: MessageView) {
        let request = ArrivingRequest(header, headerBytes: message.header.count, body: [UInt8](message.body))
        let bytes = message.body.count
        guard mayHold(request) else {
            refusedOpens.held += 1
            return refuse(id, bytes, .bufferLimitReached(welcome.name))
        }
        hold(request)
        calls[id] = Call(state: .receiving(request), bytes: bytes)
        events.append(.receiving(id, header))
    }

    mutating func receiveItem(_ message: MessageView) throws {
        let (id, bytes) = (message.prefix.call, message.body.count)
        try receiveWindow.receive(bytes)
        let item = try ItemHeader(reading: message.header)
        guard var call = calls[id], case .receiving(var request) = call.state else {
            // From here on the stream accounts for an item's bytes: one slow reader does not block the others.
            consume(bytes)
            return try receiveStreamItem(id, item, message)
        }
        calls[id] = nil
        letGo(request)
        // Release the enum's reference to the pieces, or appending to them would copy them all.
        call.state = .running
        call.bytes += bytes
        let total = request.body.count + bytes
        guard item.offset == request.body.count else {
            return refuse(id, call.bytes, .piecesMissing("request", executed: .no))
        }
        if total > limits.messageBytes {
            return refuse(id, call.bytes, .tooLarge("request", bytes: total, limit: limits.messageBytes, executed: .no))
        }
        request.append(message.body)
        guard message.prefix.flags.contains(.more) else {
            calls[id] = call
            return begin(id, request.header, body: request.body, message.prefix.flags)
        }
        guard mayHold(request) else {
            refusedOpens.held += 1
            return refuse(id, call.bytes, .bufferLimitReached(welcome.name))
        }
        grant(&request, id)
        hold(request)
        call.state = .receiving(request)
        calls[id] = call
    }

    /// The interceptors have admitted a request by its header: grants the rest.
    ///
    /// - Parameter isVerified: whether its caller is authenticated.
    mutating func acceptRemainder(_ id: CallID, isVerified: Bool) {
        guard var call = calls[id], case .receiving(var request) = call.state else { return }
        calls[id] = nil
        letGo(request)
        call.state = .running
        request.acceptRemainder(isVerified: isVerified)
        grant(&request, id)
        hold(request)
        call.state = .receiving(request)
        calls[id] = call
    }

    private mutating func grant(_ request: inout ArrivingRequest, _ id: CallID) {
        guard let bytes = request.takeGrant(from: limits.streamWindowBytes / 2) else { return }
        frames.appendCredit(call: id, Credit(bytes: UInt64(bytes)))
    }

    /// Ends a call whose request has not arrived completely; its memory is released.
    mutating func endUnfinished(_ id: CallID, _ error: RPCError) {
        guard let call = calls[id], case .receiving(let request) = call.state else { return }
        calls[id] = nil
        letGo(request)
        refuse(id, call.bytes, error)
    }

    /// The header of a call whose request is still arriving; nil for any other.
    func arrivingHeader(_ id: CallID) -> OpenHeader? {
        if case .receiving(let request) = calls[id]?.state { request.header } else { nil }
    }

    /// Whether a call's request is still arriving.
    func isReceiving(_ id: CallID) -> Bool {
        if case .receiving = calls[id]?.state { true } else { false }
    }

    // MARK: Buffered bytes

    private func mayHold(_ request: ArrivingRequest) -> Bool {
        request.isVerified || held.unverified + request.heldBytes <= limits.unverifiedBytesPerConnection
    }

    private mutating func hold(_ request: ArrivingRequest) {
        arrivingCalls += 1
        if request.isVerified { held.verified += request.heldBytes } else { held.unverified += request.heldBytes }
    }

    private mutating func letGo(_ request: ArrivingRequest) {
        arrivingCalls -= 1
        if request.isVerified { held.verified -= request.heldBytes } else { held.unverified -= request.heldBytes }
    }

    /// The unfinished request, or call with an unfinished item, that holds the most bytes; the oldest of several.
    func largestUnfinished(_ excess: BufferedBytes.Excess) -> (call: CallID, bytes: Int)? {
        var largest: (call: CallID, bytes: Int)?
        for (id, call) in calls {
            let bytes =
                switch call.state {
                case .receiving(let request): excess == .unverified && request.isVerified ? 0 : request.heldBytes
                case .running: excess == .unverified ? 0 : call.incoming?.partialBytes ?? 0
                }
            if bytes > 0, largest.map({ ($0.bytes, id) < (bytes, $0.call) }) ?? true { largest = (id, bytes) }
        }
        return largest
    }

    /// Rejects a call's unfinished request or item.
    mutating func refuseUnfinished(_ id: CallID) {
        if isReceiving(id) { return endUnfinished(id, .bufferLimitReached(welcome.name)) }
        failItems(id, .bufferLimitReached(welcome.name, executed: .maybe))
    }
}
