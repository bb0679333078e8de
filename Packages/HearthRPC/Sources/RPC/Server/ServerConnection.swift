internal import CBOR
internal import DequeModule

/// The server's side of one connection as a pure state machine: frames go in, frames and events come out.
struct ServerConnection: Sendable {
    typealias CallID = UInt64

    /// An event that the engine has to handle.
    enum Event: Sendable {
        /// A request has begun to arrive: the engine decides whether the rest may come.
        case receiving(CallID, OpenHeader)
        /// A request is complete; `hasItems` when items of the client may follow.
        case begin(CallID, OpenHeader, body: [UInt8], hasItems: Bool)
        /// An item of the client has arrived.
        case item(CallID, StreamItem)
        /// The client sends no further items.
        case itemsEnded(CallID)
        /// Items of the client were lost; the error says why.
        case itemsLost(CallID, RPCError)
        /// A streaming call's client is silent: it is gone.
        case silent(CallID)
        /// The client has room for more items.
        case grant(CallID, StreamWindow)
        /// The caller cancelled a running call.
        case cancel(CallID)
        /// The caller sends another token for a running call.
        case renew(CallID, AccessToken)
        /// The caller sent a ping.
        case ping(Ping)
        /// The caller said goodbye.
        case leave
    }

    enum CallState: Sendable {
        case receiving(ArrivingRequest)
        case running
    }

    struct Call: Sendable {
        var state: CallState
        /// Bytes of the request, returned to the window when the call ends.
        var bytes: Int
        /// The client's items, while it may send some.
        var incoming: IncomingItems?
        /// Bytes of the client's items that the handler has not consumed.
        var unreadBytes = 0
        var life = StreamLiveness()
        /// Whether the caller has cancelled it: the answer's body is not sent.
        var isGivenUp = false
    }

    /// What calls need of the client's hello.
    struct Client: Sendable {
        /// The caller's name for itself, truncated to the limit.
        let name: String
        /// The longest answer or item that the client accepts.
        let messageBytes: Int
        /// Bytes of one answer's pieces that may be in flight to it.
        let streamWindow: Int
        /// Its window for one stream's items.
        let items: StreamWindow
        /// Whether it sends keepalives for every stream, also when it sends no items.
        let showsLife: Bool
        /// The caller's instance.
        let instance: [UInt8]
        /// The protocol versions that it speaks.
        let versions: [UInt8]
        /// Whether it reads the same clock.
        let isOnThisHost: Bool

        init(_ hello: Hello, limits: RPCLimits, clockDomain: ClockDomain) {
            // Truncated, since they are reported with every call and every peer, and come before any authentication.
            name = hello.name.cut(toBytes: limits.peerNameBytes)
            instance = Array(hello.instance.prefix(limits.peerInstanceBytes))
            versions = Array(hello.versions.prefix(limits.peerVersions))
            isOnThisHost = hello.clockDomain.isSame(as: clockDomain)
            messageBytes = min(limits.messageBytes, Int(clamping: hello.messageBytes))
            streamWindow = min(limits.streamWindowBytes, Int(clamping: hello.streamWindow))
            items = RPCLimits.streamWindow(items: hello.streamItems, bytes: hello.streamItemBytes)
            showsLife = hello.showsLife == true
        }
    }

    let limits: RPCLimits
    let welcome: Welcome
    /// Nil until the client has said hello.
    private(set) var client: Client?
    var frames: OutgoingFrames
    /// Events for the engine.
    var events = Deque<Event>()
    /// Set when the peer must be dropped.
    var failure: ProtocolViolation?
    var calls: [CallID: Call] = [:]
    var isDraining = false
    /// Calls whose requests have begun to arrive and are not complete.
    var arrivingCalls = 0
    /// Bytes of these requests, and of items that wait for their handlers.
    var held = BufferedBytes()
    /// Running calls that their caller cancelled. The caller counts them as ended and may open others in their place;
    /// but at most as many again, or it could run any number of handlers by cancelling what it has just opened. In the
    /// server's limits they count like all running calls.
    var givenUpCalls = 0
    /// Opens rejected because the connection has too many calls, exceeds its rate, or holds too many bytes of
    /// unfinished requests, and not counted in the statistics yet.
    var refusedOpens = (crowded: 0, tooOften: 0, held: 0)
    var rate: CallRateLimiter
    private let tooOften: RPCError
    /// Duplicated opens.
    private(set) var repeatedOpens = 0
    private var hellos = 0
    /// Whether the current frame was answered with a welcome, and with a pong.
    private var (hasWelcomed, hasPonged) = (false, false)
    private var hasLeft = false
    var replay = ReplayWindow()
    var receiveWindow: ReceiveWindow
    var sendQueue: SendQueue
    private var lastToken: AccessToken?

    init(limits: RPCLimits, welcome: Welcome) {
        self.limits = limits
        self.welcome = welcome
        rate = CallRateLimiter(callsPerSecond: limits.callsPerSecond)
        tooOften = RPCError.tooOften(limit: limits.callsPerSecond ?? 0)
        frames = OutgoingFrames(batchBytes: limits.batchBytes)
        receiveWindow = ReceiveWindow(size: limits.connectionWindowBytes)
        sendQueue = SendQueue(connectionWindow: 0, chunkBytes: limits.chunkBytes)
    }

    /// Calls whose handlers run.
    var runningCalls: [CallID] {
        calls.compactMap { id, call in if case .running = call.state { id } else { nil } }.sorted()
    }

    /// Removes the next event for the engine.
    mutating func nextEvent() -> Event? { events.popFirst() }

    // MARK: Receiving

    /// Processes a frame, up to a goodbye in it.
    mutating func receive(_ frame: UnsafeRawBufferPointer, now: MonotonicInstant) {
        _ = takeIn(frame, isRest: false, most: .max, now: now)
    }

    /// Processes at most `most` messages of a frame or of its rest, up to a goodbye in it.
    ///
    /// - Returns: the rest of the frame; nil when it is finished.
    mutating func takeIn(
        _ frame: UnsafeRawBufferPointer, isRest: Bool, most: Int, now: MonotonicInstant
    ) -> UnsafeRawBufferPointer? {
        if !isRest { (hasWelcomed, hasPonged) = (false, false) }
        var (reader, left) = (MessageReader(frame: frame, limits: limits), most)
        do {
            while !hasLeft, left > 0, let message = try reader.next() {
                left -= 1
                try receive(message, now: now)
            }
        } catch let violation as ProtocolViolation {
            failure = failure ?? violation
        } catch {
            failure = failure ?? ProtocolViolation(reason: "a message does not decode: \(error)")
        }
        dropIfBacklogged()
        return hasLeft || failure != nil ? nil : reader.rest
    }

    private mutating func receive(_ message: MessageView, now: MonotonicInstant) throws {
        switch try message.kind {
        case .open: try receiveOpen(message, now: now)
        case .item: try receiveItem(message)
        case .cancel:
            try message.checkEmptyHeader()
            receiveCancel(message.prefix.call)
        case .hello:
            try message.checkEmptyHeader()
            try receiveHello(CBORDecoder().decode(Hello.self, from: message.body), now: now)
        case .ping: try receivePing(message)
        case .credit: receiveCredit(try Credit(reading: message.header), call: message.prefix.call)
        case .renew: try receiveRenewal(message, now: now)
        case .goodbye:
            try message.checkEmptyHeader()
            hasLeft = true
            events.append(.leave)
        case .welcome, .status, .pong, .goaway:
            throw ProtocolViolation(reason: "a client does not send kind \(message.prefix.kind)")
        case nil: break
        }
    }

    private mutating func receiveHello(_ hello: Hello, now: MonotonicInstant) throws {
        guard hello.versions.contains(MessagePrefix.version) else {
            throw ProtocolViolation(reason: "no common version")
        }
        hellos += 1
        if hellos > limits.hellosPerConnection {
            throw ProtocolViolation(reason: "more than \(limits.hellosPerConnection) hellos")
        }
        // A hello may be repeated, when its answer is slow; the windows are granted once.
        if client == nil {
            client = Client(hello, limits: limits, clockDomain: welcome.clockDomain)
            sendQueue = SendQueue(
                connectionWindow: min(Int(clamping: hello.connectionWindow), limits.connectionWindowBytes),
                chunkBytes: limits.chunkBytes)
        }
        // A welcome is many times as long as a hello: a frame full of hellos gets one welcome.
        if hasWelcomed { return }
        hasWelcomed = true
        var response = welcome
        (response.helloClock, response.clock) = (hello.clock, now)
        frames.appendControl(.welcome, response)
        if isDraining { sendGoaway() }
    }

    private mutating func receivePing(_ message: MessageView) throws {
        try message.checkEmptyHeader()
        // A frame has room for thousands of pings: others would wait while each is answered.
        if hasPonged { return }
        hasPonged = true
        events.append(.ping(try CBORDecoder().decode(Ping.self, from: message.body)))
    }

    private mutating func receiveOpen(_ message: MessageView, now: MonotonicInstant) throws {
        let (id, bytes) = (message.prefix.call, message.body.count)
        try receiveWindow.receive(bytes)
        guard replay.accept(id) else {
            repeatedOpens += 1
            consume(bytes)
            return
        }
        // Before the header is parsed: calls above the rate must cost next to nothing.
        if !rate.admits(at: now) {
            refusedOpens.tooOften += 1
            return refuse(id, bytes, tooOften)
        }
        let header: OpenHeader
        do {
            header = try OpenHeader(reading: message.header, limits: limits, known: lastToken)
            lastToken = header.token ?? lastToken
        } catch let error as RPCError {
            return refuse(id, bytes, error)
        } catch {
            let reason = (error as? ProtocolViolation)?.reason ?? "\(error)"
            return refuse(
                id, bytes, RPCError(.invalidArgument, "The call's header does not decode: \(reason)", executed: .no))
        }
        if let refusal = refusal(of: header) { return refuse(id, bytes, refusal) }
        if isCrowded {
            refusedOpens.crowded += 1
            return refuse(id, bytes, .overloaded("connection", limit: limits.openCallsPerConnection))
        }
        if message.prefix.flags.contains(.more) {
            beginArriving(id, header, message)
        } else {
            calls[id] = Call(state: .running, bytes: bytes)
            begin(id, header, body: [UInt8](message.body), message.prefix.flags)
        }
    }

    mutating func begin(_ id: CallID, _ header: OpenHeader, body: [UInt8], _ flags: MessageFlags) {
        let hasItems = !flags.contains(.end)
        if hasItems {
            calls[id]?.incoming = IncomingItems(window: limits.streamWindow, itemBytes: limits.messageBytes)
        }
        events.append(.begin(id, header, body: body, hasItems: hasItems))
    }

    private func refusal(of header: OpenHeader) -> RPCError? {
        if client == nil { return RPCError(.unavailable, "A connection begins with a hello.", executed: .no) }
        if header.incarnation != welcome.incarnation { return .staleIncarnation(welcome.name) }
        if isDraining { return .draining(welcome.name) }
        return nil
    }

    /// Whether the connection has reached its limit of calls, open or cancelled.
    private var isCrowded: Bool {
        let limit = limits.openCallsPerConnection
        return calls.count - givenUpCalls >= limit || calls.count >= 2 * limit
    }

    /// Removes the counts of opens rejected for the limit, and for the rate.
    mutating func takeRefusedOpens() -> (crowded: Int, tooOften: Int, held: Int) {
        defer { refusedOpens = (0, 0, 0) }
        return refusedOpens
    }

    private mutating func receiveCancel(_ id: CallID) {
        guard let call = calls[id] else {
            // The answer is being sent: the rest of it would block all others, and the caller has cancelled the call.
            sendQueue.remove(call: id)
            return pump()
        }
        if case .running = call.state {
            if !call.isGivenUp { givenUpCalls += 1 }
            calls[id]?.isGivenUp = true
            return events.append(.cancel(id))
        }
        endUnfinished(id, RPCError(.cancelled, "The call was cancelled.", executed: .no))
    }

    private mutating func receiveCredit(_ credit: Credit, call: CallID) {
        if call == 0 {
            sendQueue.grant(connection: Int(clamping: credit.bytes))
        } else {
            sendQueue.grant(call: call, Int(clamping: credit.bytes))
            recordKeepAlive(call, credit)
            let room = StreamWindow(items: Int(clamping: credit.items), bytes: Int(clamping: credit.bytes))
            if room.items > 0 || room.bytes > 0, isRunning(call) { events.append(.grant(call, room)) }
        }
        pump()
    }

    func isRunning(_ id: CallID) -> Bool {
        if case .running = calls[id]?.state { true } else { false }
    }
}

extension String {
    /// The longest prefix that fits into `limit` bytes of UTF-8, cut between two Unicode characters.
    func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var (printable, bytes) = (String.UnicodeScalarView(), 0)
        for scalar in unicodeScalars {
            bytes += UTF8.width(scalar)
            if bytes > limit { break }
            printable.append(scalar)
        }
        return String(printable)
    }
}
