internal import CBOR

// Messages of the server.
extension ClientMachine {
    /// Processes a frame.
    mutating func receive(_ frame: UnsafeRawBufferPointer, now: MonotonicInstant) {
        (lastHeard, lastNow, missedPongs) = (now, now, 0)
        var reader = MessageReader(frame: frame, limits: configuration.limits)
        do {
            while let message = try reader.next() { try receive(message, now: now) }
        } catch let violation as ProtocolViolation {
            failure = failure ?? violation
        } catch {
            failure = failure ?? ProtocolViolation(reason: "a message does not decode: \(error)")
        }
        resolveProbe()
    }

    private mutating func receive(_ message: MessageView, now: MonotonicInstant) throws {
        switch try message.kind {
        case .status: try receiveStatus(message)
        case .item: try receiveItem(message)
        case .welcome:
            try message.checkEmptyHeader()
            try receiveWelcome(CBORDecoder().decode(Welcome.self, from: message.body), now: now)
        case .pong:
            try message.checkEmptyHeader()
            receivePong(try CBORDecoder().decode(Pong.self, from: message.body), now: now)
        case .credit: receiveCredit(try Credit(reading: message.header), call: message.prefix.call)
        case .goaway:
            try message.checkEmptyHeader()
            receiveGoaway(try CBORDecoder().decode(Goaway.self, from: message.body))
        case .goodbye: throw ProtocolViolation(reason: "the server has stopped")
        case .hello, .open, .cancel, .ping, .renew:
            throw ProtocolViolation(reason: "a server does not send kind \(message.prefix.kind)")
        case nil: break
        }
    }

    private mutating func receiveStatus(_ message: MessageView) throws {
        try receiveWindow.receive(message.body.count)
        let status = try StatusHeader(reading: message.header, limits: configuration.limits)
        session?.load = status.load
        // An answer to an abandoned call also shows that the server answers.
        noteResponse()
        guard var call = removeOpen(message.prefix.call) else {
            lateResponses += 1
            consume(message.body.count)
            return
        }
        let unsent = session?.sendQueue.remove(call: message.prefix.call) ?? 0
        consume(call.response.count + message.body.count)
        if let error = status.error {
            ended.append((call.owner, .failure(error)))
        } else if let incoming = call.incoming, incoming.count != status.items {
            ended.append((call.owner, .failure(.piecesMissing("items", executed: .yes))))
        } else if status.offset != call.response.count {
            ended.append((call.owner, .failure(.piecesMissing("answer", executed: .yes))))
        } else {
            // Nearly every answer comes whole.
            if call.response.isEmpty { call.response = message.bodyBytes } else { call.response += message.body }
            let response = EncodedResponse(body: call.response, timing: status.timing)
            ended.append((call.owner, .success(response)))
        }
        if !waiting.isEmpty || unsent > 0 { pump() }
    }

    private mutating func receiveItem(_ message: MessageView) throws {
        let (id, bytes) = (message.prefix.call, message.body.count)
        try receiveWindow.receive(bytes)
        let header = try ItemHeader(reading: message.header)
        noteResponse()
        let (longest, window) = (configuration.limits.messageBytes, streamWindow)
        switch try open.update(id, { try $0.receive(header, message, longest: longest, window: window) }) {
        case nil, .nothing: consume(bytes)
        case .item(let item, let owner):
            // From here on the stream accounts for an item's bytes.
            consume(bytes)
            streamEvents.append((owner, .item(item)))
        case .missing(let what):
            consume(bytes)
            giveUp(id) { .piecesMissing(what, executed: $0) }
        case .piece(let grant):
            if grant > 0 { frames.appendCredit(call: id, Credit(bytes: UInt64(grant))) }
        }
    }

    /// Notes that bytes of answers were delivered or dropped, and grants new ones when it is time.
    mutating func consume(_ bytes: Int) {
        let grant = receiveWindow.consume(bytes)
        if grant > 0 { frames.appendCredit(call: 0, Credit(bytes: UInt64(grant))) }
    }

    private mutating func receiveWelcome(_ welcome: Welcome, now: MonotonicInstant) throws {
        guard case .greeting = phase else { return }
        guard welcome.version == MessagePrefix.version else { throw ProtocolViolation(reason: "no common version") }
        guard welcome.helloClock <= now else { throw ProtocolViolation(reason: "the welcome answers a later hello") }
        var session = Session(welcome: welcome, configuration: configuration)
        session.offset.note(sent: welcome.helloClock, received: now, other: welcome.clock)
        self.session = session
        // The server sends within the smaller of both windows, so grants must follow the same measure.
        receiveWindow = ReceiveWindow(
            size: min(configuration.limits.connectionWindowBytes, Int(clamping: welcome.connectionWindow)))
        phase = .ready
        accrual.connected(at: now)
        pump()
        probeWhenDue(now)
    }

    /// How many bytes of one answer may be in flight.
    private var streamWindow: Int {
        min(configuration.limits.streamWindowBytes, session.map { Int(clamping: $0.welcome.streamWindow) } ?? .max)
    }

    private mutating func receivePong(_ pong: Pong, now: MonotonicInstant) {
        if let sent = pong.pingClock { session?.offset.note(sent: sent, received: now, other: pong.clock) }
        session?.poolLag = (.microseconds(Int64(clamping: pong.poolLagMicroseconds)), now)
    }

    private mutating func receiveCredit(_ credit: Credit, call: CallID) {
        let bytes = Int(clamping: credit.bytes)
        if call == 0 {
            session?.sendQueue.grant(connection: bytes)
        } else {
            session?.sendQueue.grant(call: call, bytes)
            receiveStreamCredit(credit, call)
        }
        pump()
    }

    private mutating func receiveGoaway(_ goaway: Goaway) {
        guard let name = session?.welcome.name else { return }
        session?.isDraining = true
        for (id, call) in open.sorted(by: { $0.key < $1.key }) where id > goaway.lastCall {
            _ = removeOpen(id)
            session?.sendQueue.remove(call: id)
            ended.append((call.owner, .failure(.draining(name))))
        }
        failWaiting(.draining(name))
        pump()
    }
}

extension ClientMachine.OpenCall {
    /// What an `item` message contributed to its call.
    enum Arrival {
        /// A piece of an item, or a duplicate.
        case nothing
        case item(StreamItem, Owner)
        /// A piece of the answer, held until the rest arrives, and how many bytes to grant for more.
        case piece(grant: Int)
        /// Pieces of this are missing: the call is over.
        case missing(String)
    }

    /// Processes an `item` message.
    ///
    /// - Parameters:
    ///   - longest: Bytes of the longest answer.
    ///   - window: Bytes of an answer's pieces that may be in flight.
    /// - Throws: when the server violates the protocol by sending it.
    mutating func receive(
        _ header: ItemHeader, _ message: MessageView, longest: Int, window: Int
    ) throws(ProtocolViolation) -> Arrival {
        life.hear()
        if incoming != nil { return try receiveItem(header, message) }
        guard header.sequence == 0 else {
            throw ProtocolViolation(reason: "an item arrived in a call without server items")
        }
        guard header.offset == response.count else { return .missing("answer") }
        guard response.count + message.body.count <= longest else {
            throw ProtocolViolation(reason: "an answer is over its limit")
        }
        response.append(contentsOf: message.body)
        ungranted += message.body.count
        guard ungranted >= window / 2 else { return .piece(grant: 0) }
        defer { ungranted = 0 }
        return .piece(grant: ungranted)
    }

    private mutating func receiveItem(
        _ header: ItemHeader, _ message: MessageView
    ) throws(ProtocolViolation) -> Arrival {
        switch try incoming?.receive(header, flags: message.prefix.flags, body: message.body) {
        case .item(let item): .item(item, owner)
        case .lost: .missing("items")
        case .end: throw ProtocolViolation(reason: "a server ends its items with a status")
        case .nothing, nil: .nothing
        }
    }
}
