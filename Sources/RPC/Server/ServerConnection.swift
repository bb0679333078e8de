internal import CBOR

/// The server's side of one connection as a pure state machine: frames go in, frames and events come out.
struct ServerConnection: Sendable {
    typealias CallID = UInt64

    /// What the engine has to do.
    enum Event: Sendable {
        /// A request has begun to arrive and ends at this time if the rest does not come.
        case receiving(CallID, until: MonotonicInstant)
        /// A request is complete.
        case begin(CallID, OpenHeader, body: [UInt8])
        /// The caller gave a running call up.
        case cancel(CallID)
        /// The caller asks whether we are there.
        case ping(Ping)
        /// The caller leaves.
        case leave
    }

    enum CallState: Sendable {
        case receiving(OpenHeader, body: [UInt8], ungranted: Int)
        case running
    }

    struct Call: Sendable {
        var state: CallState
        /// Bytes of the request, given back to the window when the call ends.
        var bytes: Int
        /// Whether the caller has gone: nobody takes the answer's body.
        var isGivenUp = false
    }

    let limits: RPCLimits
    let welcome: Welcome
    private(set) var hello: Hello?
    var frames: OutgoingFrames
    /// For the engine to take.
    private var events: [Event] = []
    /// Set when the peer must be dropped.
    private(set) var failure: ProtocolViolation?
    private(set) var calls: [CallID: Call] = [:]
    private(set) var isDraining = false
    /// Opens that came twice.
    private(set) var repeatedOpens = 0
    private var replay = ReplayWindow()
    private var receiveWindow: ReceiveWindow
    private var sendQueue: SendQueue
    private var parkedBytes = 0
    private var lastToken: AccessToken?

    init(limits: RPCLimits, welcome: Welcome) {
        self.limits = limits
        self.welcome = welcome
        frames = OutgoingFrames(batchBytes: limits.batchBytes)
        receiveWindow = ReceiveWindow(size: limits.connectionWindowBytes)
        sendQueue = SendQueue(connectionWindow: 0, chunkBytes: limits.chunkBytes)
    }

    /// Calls whose handlers run.
    var runningCalls: [CallID] {
        calls.compactMap { id, call in if case .running = call.state { id } else { nil } }.sorted()
    }

    /// The caller's name for itself.
    var peerName: String { hello?.name ?? "" }

    /// Takes out what the engine has to do.
    mutating func takeEvents() -> [Event] {
        var taken: [Event] = []
        swap(&taken, &events)
        return taken
    }

    // MARK: Receiving

    /// Takes in a frame.
    mutating func receive(_ frame: UnsafeRawBufferPointer, now: MonotonicInstant) {
        var reader = MessageReader(frame: frame, limits: limits)
        do {
            while let message = try reader.next() { try receive(message, now: now) }
        } catch let violation as ProtocolViolation {
            failure = failure ?? violation
        } catch {
            failure = failure ?? ProtocolViolation(reason: "a message does not decode: \(error)")
        }
    }

    private mutating func receive(_ message: MessageView, now: MonotonicInstant) throws {
        switch try message.kind {
        case .open: try receiveOpen(message)
        case .item: try receiveItem(message)
        case .cancel: receiveCancel(message.prefix.call)
        case .hello: try receiveHello(CBORDecoder().decode(Hello.self, from: message.body), now: now)
        case .ping: events.append(.ping(try CBORDecoder().decode(Ping.self, from: message.body)))
        case .credit: receiveCredit(try Credit(reading: message.header), call: message.prefix.call)
        case .goodbye: events.append(.leave)
        case .welcome, .status, .pong, .goaway:
            throw ProtocolViolation(reason: "a client does not send kind \(message.prefix.kind)")
        case nil: break
        }
    }

    private mutating func receiveHello(_ hello: Hello, now: MonotonicInstant) throws {
        guard hello.versions.contains(MessagePrefix.version) else {
            throw ProtocolViolation(reason: "no common version")
        }
        // A hello may come twice, when its answer is slow; the windows are granted once.
        if self.hello == nil {
            self.hello = hello
            sendQueue.grant(connection: min(Int(clamping: hello.connectionWindow), limits.connectionWindowBytes))
        }
        var answer = welcome
        (answer.helloClock, answer.clock) = (hello.clock, now)
        frames.appendControl(.welcome, answer)
        if isDraining { sendGoaway() }
    }

    private mutating func receiveOpen(_ message: MessageView) throws {
        let (id, bytes) = (message.prefix.call, message.body.count)
        try receiveWindow.receive(bytes)
        guard replay.accept(id) else {
            repeatedOpens += 1
            consume(bytes)
            return
        }
        let header: OpenHeader
        do {
            header = try OpenHeader(reading: message.header, limits: limits, known: lastToken)
            lastToken = header.token ?? lastToken
        } catch {
            return refuse(
                id, bytes, RPCError(.invalidArgument, "The call's header does not decode: \(error)", executed: .no))
        }
        if let refusal = refusal(of: header) { return refuse(id, bytes, refusal) }
        if message.prefix.flags.contains(.more) {
            calls[id] = Call(state: .receiving(header, body: [UInt8](message.body), ungranted: bytes), bytes: bytes)
            events.append(.receiving(id, until: header.deadline))
        } else {
            calls[id] = Call(state: .running, bytes: bytes)
            events.append(.begin(id, header, body: [UInt8](message.body)))
        }
    }

    private func refusal(of header: OpenHeader) -> RPCError? {
        if hello == nil { return RPCError(.unavailable, "A connection begins with a hello.", executed: .no) }
        if header.incarnation != welcome.incarnation { return .otherIncarnation(welcome.name) }
        if isDraining { return .draining(welcome.name) }
        if calls.count >= limits.openCallsPerConnection {
            return .overloaded("connection", limit: limits.openCallsPerConnection)
        }
        return nil
    }

    private mutating func receiveItem(_ message: MessageView) throws {
        let (id, bytes) = (message.prefix.call, message.body.count)
        try receiveWindow.receive(bytes)
        let offset = try PieceHeader(reading: message.header).offset
        guard var call = calls[id], case .receiving(let header, var body, var ungranted) = call.state else {
            return consume(bytes)
        }
        calls[id] = nil
        // Let go of the pieces so far, or appending to them would copy them all.
        call.state = .running
        call.bytes += bytes
        guard offset == body.count else {
            return refuse(id, call.bytes, .piecesMissing("request", executed: .no))
        }
        body.append(contentsOf: message.body)
        if body.count > limits.messageBytes {
            return refuse(
                id, call.bytes, .tooLarge("request", bytes: body.count, limit: limits.messageBytes, executed: .no))
        }
        ungranted += bytes
        if message.prefix.flags.contains(.end) {
            call.state = .running
            events.append(.begin(id, header, body: body))
        } else {
            if ungranted >= limits.streamWindowBytes / 2 {
                frames.appendCredit(call: id, bytes: ungranted)
                ungranted = 0
            }
            call.state = .receiving(header, body: body, ungranted: ungranted)
        }
        calls[id] = call
    }

    private mutating func receiveCancel(_ id: CallID) {
        guard let call = calls[id] else {
            // The answer is on its way: what is left of it would stand before all others, with nobody to take it.
            parkedBytes -= sendQueue.remove(call: id)
            return pump()
        }
        if case .running = call.state {
            calls[id]?.isGivenUp = true
            return events.append(.cancel(id))
        }
        endUnfinished(id, RPCError(.cancelled, "The call was cancelled.", executed: .no))
    }

    /// Ends a call whose request has not arrived whole; what it held is given back.
    mutating func endUnfinished(_ id: CallID, _ error: RPCError) {
        guard let call = calls[id], case .receiving = call.state else { return }
        calls[id] = nil
        refuse(id, call.bytes, error)
    }

    /// Whether a call's request is still arriving.
    func isReceiving(_ id: CallID) -> Bool {
        if case .receiving = calls[id]?.state { true } else { false }
    }

    private mutating func receiveCredit(_ credit: Credit, call: CallID) {
        if call == 0 {
            sendQueue.grant(connection: Int(clamping: credit.bytes))
        } else {
            sendQueue.grant(call: call, Int(clamping: credit.bytes))
        }
        pump()
    }

    // MARK: Answering

    /// Answers a running call.
    mutating func answer(_ id: CallID, _ status: StatusHeader, body: [UInt8]) {
        guard let call = calls.removeValue(forKey: id) else { return }
        consume(call.bytes)
        if call.isGivenUp { return send(id, status, body: []) }
        let limit = min(limits.messageBytes, Int(clamping: hello?.messageBytes ?? 0))
        if body.count > limit {
            let error = RPCError.tooLarge("answer", bytes: body.count, limit: limit, executed: .yes)
            return send(id, StatusHeader(error: error, timing: status.timing), body: [])
        }
        send(id, status, body: body)
    }

    private mutating func refuse(_ id: CallID, _ bytes: Int, _ error: RPCError) {
        consume(bytes)
        send(id, StatusHeader(error: error), body: [])
    }

    private mutating func send(_ id: CallID, _ status: StatusHeader, body: [UInt8]) {
        if sendQueue.takeWhole(body.count) {
            frames.append(.status, flags: .end, call: id, body: body[...]) { status.write(to: &$0) }
        } else {
            parkedBytes += body.count
            let window = min(Int(clamping: hello?.streamWindow ?? 0), limits.streamWindowBytes)
            sendQueue.enqueue(.init(call: id, body: body, window: window, status: status))
            pump()
        }
        if parkedBytes + frames.byteCount > 4 * limits.connectionWindowBytes {
            failure = failure ?? ProtocolViolation(reason: "the peer does not take its answers")
        }
    }

    private mutating func pump() {
        while let (outgoing, piece, isLast) = sendQueue.nextPiece() {
            parkedBytes -= piece.count
            let offset = outgoing.sent - piece.count
            if isLast, var status = outgoing.status {
                status.offset = offset
                frames.append(.status, flags: .end, call: outgoing.call, body: piece) { status.write(to: &$0) }
            } else {
                frames.append(.item, flags: .more, call: outgoing.call, body: piece) {
                    PieceHeader(offset: offset).write(to: &$0)
                }
            }
        }
    }

    private mutating func consume(_ bytes: Int) {
        let grant = receiveWindow.consume(bytes)
        if grant > 0 { frames.appendCredit(call: 0, bytes: grant) }
    }

    // MARK: Leaving

    /// Begins no further calls; says so.
    mutating func drain() {
        isDraining = true
        for (id, call) in calls.sorted(by: { $0.key < $1.key }) {
            if case .receiving = call.state { endUnfinished(id, .draining(welcome.name)) }
        }
        if hello != nil { sendGoaway() }
    }

    private mutating func sendGoaway() {
        frames.appendControl(
            .goaway, Goaway(lastCall: replay.highest, drainMilliseconds: UInt64(limits.drain.wholeMilliseconds)))
    }

    /// Whether all answers are on their way.
    var hasSentAnswers: Bool { sendQueue.isEmpty }

    /// Says goodbye: the server ends.
    mutating func sayGoodbye() { frames.append(.goodbye) { $0.map(0) } }
}
