internal import Basics
internal import CBOR
internal import DequeModule

/// The client's side of one connection as a pure state machine: events and the time go in, frames and ended calls come
/// out. It owns no socket, clock or task.
///
/// `Owner` is what the engine needs to deliver an ended call to its caller.
struct ClientMachine<Owner: Sendable>: Sendable {
    typealias Outcome = Result<EncodedResponse, RPCError>

    /// Identifies a call, here and on the wire: ascending, never used twice.
    typealias CallID = UInt64

    /// The connection's state.
    enum Phase: Sendable {
        /// No attempt has succeeded or failed yet: calls wait.
        case connecting
        /// No server is listening, or the server refuses this client: calls fail at once unless they wait for
        /// readiness.
        case unreachable(String?)
        /// A hello is in flight.
        case greeting(sent: MonotonicInstant)
        /// Calls are sent; there is a session.
        case ready
    }

    struct OpenCall: Sendable {
        let owner: Owner
        /// When it was sent.
        let since: MonotonicInstant
        /// The pieces of the answer so far.
        var response: [UInt8] = []
        /// Received bytes that this call has not granted again yet.
        var ungranted = 0
        /// The server's items, in a call that streams them.
        var incoming: IncomingItems?
        /// Whether it is a stream, with keepalives from both sides.
        var isStream = false
        /// The client's items.
        var sent = SentItems()
        var life = StreamLiveness()
    }

    /// An event of a streaming call between its beginning and its end.
    enum StreamEvent: Sendable {
        case item(StreamItem)
        /// The server has room for items of at most `itemBytes` each.
        case grant(StreamWindow, itemBytes: Int)
        /// A send that waited for the connection may be retried.
        case room
    }

    struct WaitingCall: Sendable {
        let id: CallID
        let owner: Owner
        let call: EncodedCall
        /// When the call was made, or released.
        let since: MonotonicInstant
    }

    let configuration: ClientConfiguration
    var phase = Phase.connecting
    /// The negotiated session; present exactly while ready.
    var session: Session?
    /// Frames to send.
    var frames: OutgoingFrames
    /// Calls that have ended, for the engine to take.
    var ended: [(owner: Owner, outcome: Outcome)] = []
    /// Events of streaming calls, for the engine to take.
    var streamEvents: [(owner: Owner, event: StreamEvent)] = []
    /// Set when the connection must be thrown away: the other side broke the protocol, left, or is silent for too long.
    var failure: ProtocolViolation?
    /// Answers to calls that had already ended: late, or abandoned.
    var lateResponses = 0

    var open: [CallID: OpenCall] = [:]
    var waiting = Deque<WaitingCall>()
    /// Tracks whether the server answers.
    var accrual: FailureAccrual
    /// Calls held back until the server answers again, with provisional numbers.
    var held = Deque<WaitingCall>()
    /// Held calls that were sent under another number, for the engine to take.
    var renumbered: [(owner: Owner, id: CallID)] = []
    var deadlines = DeadlineHeap<CallID>()
    var lastCall: CallID = 0
    var lastHeard = MonotonicInstant(nanoseconds: 0)
    var lastPing = MonotonicInstant(nanoseconds: 0)
    /// The time of the last event.
    var lastNow = MonotonicInstant(nanoseconds: 0)
    /// Pings since the last received message.
    var missedPongs = 0
    var receiveWindow: ReceiveWindow
    /// Open streaming calls.
    var streams: Set<CallID> = []
    var nextKeepAlive: MonotonicInstant?
    /// Calls whose items wait for the connection's window.
    var blocked: Set<CallID> = []

    init(configuration: ClientConfiguration) {
        self.configuration = configuration
        frames = OutgoingFrames(batchBytes: configuration.limits.batchBytes)
        receiveWindow = ReceiveWindow(size: configuration.limits.connectionWindowBytes)
        // The instance is random, and different in every client.
        let seed = configuration.instance.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        accrual = FailureAccrual(limits: configuration.limits, seed: seed)
    }

    /// The number of open and waiting calls.
    var callCount: Int { open.count + waiting.count + held.count }
}

/// A client's configuration.
struct ClientConfiguration: Sendable {
    var limits = RPCLimits()
    /// What the client calls itself.
    var name: String
    /// The server's name in messages for people.
    var target: String
    var instance: [UInt8]
    var clockDomain: ClockDomain
}

/// What both sides agreed on in the handshake.
struct Session: Sendable {
    /// What every call needs of the welcome.
    struct Peer: Sendable {
        let incarnation: UInt64
        let openCalls: Int
        let streamWindow: Int
    }

    let welcome: Welcome
    let peer: Peer
    private let methodNumbers: [String: UInt64]
    /// The same by the methods' indices, looked up once: every call needs it.
    private var methods: [OpenHeader.Method?] = []
    var offset: ClockOffset
    var sendQueue: SendQueue
    var isDraining = false
    /// The task pool's lag in the server, and when the server reported it; nil before the first report.
    var poolLag: (time: Duration, heard: MonotonicInstant)?
    /// The server's load in thousandths of its slots, as of the last ended call.
    var load: UInt32 = 0

    init(welcome: Welcome, configuration: ClientConfiguration) {
        self.welcome = welcome
        peer = Peer(
            incarnation: welcome.incarnation, openCalls: Int(clamping: welcome.openCalls),
            streamWindow: Int(clamping: welcome.streamWindow))
        methodNumbers = Dictionary(
            welcome.methods.map { ($0.name, $0.number) }, uniquingKeysWith: { first, _ in first })
        offset = ClockOffset(isSameClock: welcome.clockDomain.isSame(as: configuration.clockDomain))
        sendQueue = SendQueue(
            connectionWindow: Int(clamping: welcome.connectionWindow), chunkBytes: configuration.limits.chunkBytes)
    }

    /// The method's number or name in the headers of this connection.
    mutating func name(of method: MethodDescriptor) -> OpenHeader.Method {
        if let index = method.index, index < methods.count, let known = methods[index] { return known }
        let name = methodNumbers[method.name].map { OpenHeader.Method.number($0) } ?? .name(method.name)
        if let index = method.index {
            if index >= methods.count { methods += Array(repeating: nil, count: index + 1 - methods.count) }
            methods[index] = name
        }
        return name
    }
}

// MARK: - Calls

extension ClientMachine {
    /// Opens a call. It ends exactly once, through ``ended``; nil means that it has ended already.
    mutating func open(_ call: EncodedCall, owner: Owner, now: MonotonicInstant) -> CallID? {
        lastNow = now
        if !accrual.isPassing { probeWhenDue(now) }
        if let refusal = refusal(of: call, now: now) {
            ended.append((owner, .failure(refusal)))
            return nil
        }
        // Silence counts from here when nothing was expected before.
        if open.isEmpty { lastHeard = max(lastHeard, now) }
        lastCall += 1
        if deadlines.wantsCompaction {
            // By index: the call itself would be copied.
            deadlines = deadlines.compacted { open.index(forKey: $0) != nil || isUnsent($0) }
        }
        if call.deadline < .distantFuture { deadlines.insert(lastCall, at: call.deadline) }
        if !accrual.isPassing, mustWaitForProbe(call, id: lastCall, now: now) {
            held.append(WaitingCall(id: lastCall, owner: owner, call: call, since: now))
        } else if !waiting.isEmpty || !start(call, id: lastCall, owner: owner, now: now) {
            waiting.append(WaitingCall(id: lastCall, owner: owner, call: call, since: now))
        }
        return lastCall
    }

    /// Cancels a call.
    mutating func cancel(_ call: CallID) {
        giveUp(call) { RPCError(.cancelled, "The call was cancelled.", executed: $0) }
        resolveProbe()
    }

    /// A call's index in a queue, in which numbers ascend.
    func index(of call: CallID, in queue: Deque<WaitingCall>) -> Int? {
        let index = queue.partitioningIndex { $0.id >= call }
        return index < queue.endIndex && queue[index].id == call ? index : nil
    }

    /// Whether a call waits for the connection or for the server.
    func isUnsent(_ call: CallID) -> Bool { index(of: call, in: waiting) != nil || index(of: call, in: held) != nil }

    private func refusal(of call: EncodedCall, now: MonotonicInstant) -> RPCError? {
        if call.deadline <= now { return .deadlineExceeded("before the call was sent", executed: .no) }
        let limit = min(
            configuration.limits.messageBytes, session.map { Int(clamping: $0.welcome.messageBytes) } ?? .max)
        if call.body.count > limit {
            return .tooLarge("request", bytes: call.body.count, limit: limit, executed: .no)
        }
        if call.token.map({ $0.bytes.count > configuration.limits.tokenBytes }) ?? false
            || !call.metadata.isEmpty
                && (call.metadata.byteCount > configuration.limits.metadataBytes
                    || call.metadata.values.count > configuration.limits.metadataEntries)
        {
            return RPCError(.invalidArgument, "The call's token or metadata is over its limit.", executed: .no)
        }
        let unsent = waiting.count + held.count
        if unsent >= configuration.limits.waitingCalls {
            return RPCError(.resourceExhausted, "\(unsent) calls wait for the server already.", executed: .no)
        }
        if call.waitForReady { return nil }
        if case .unreachable(let reason) = phase { return .unreachable(configuration.target, reason) }
        if let session, session.isDraining { return .draining(session.welcome.name) }
        if !accrual.isPassing { return heldBack(call, now: now) }
        return nil
    }

    /// Sends a call when there is a session with room for it.
    private mutating func start(_ call: EncodedCall, id: CallID, owner: Owner, now: MonotonicInstant) -> Bool {
        guard let peer = session?.peer, session?.isDraining == false, open.count < peer.openCalls else { return false }
        // While a large body is being sent, others may pass it only whole.
        let isWhole = session?.sendQueue.takeWhole(call.body.count) ?? false
        guard isWhole || session?.sendQueue.isEmpty == true else { return false }
        let header = OpenHeader(
            method: session?.name(of: call.method) ?? .name(call.method.name),
            incarnation: peer.incarnation,
            deadline: call.deadline == .distantFuture
                ? .distantFuture : session?.offset.toPeerClock(call.deadline, now: now) ?? call.deadline,
            token: call.token, idempotencyKey: call.idempotencyKey, attempt: call.attempt, trace: call.trace,
            metadata: call.metadata, resumeAfter: call.resumeAfter, criticality: call.criticality)
        let isEnd = !call.method.shape.hasRequestItems
        if call.method.shape == .unary {
            open[id] = OpenCall(owner: owner, since: now)
        } else {
            openStream(id, owner, call.method.shape, now)
        }
        if isWhole {
            frames.append(.open, flags: isEnd ? .end : [], call: id, body: call.body[...]) { header.write(to: &$0) }
        } else {
            frames.append(.open, flags: .more, call: id) { header.write(to: &$0) }
            session?.sendQueue.enqueue(
                .init(call: id, body: call.body, window: peer.streamWindow, role: .request(isEnd: isEnd)))
            sendPieces()
        }
        return true
    }

    /// Sends what the windows and limits allow now.
    mutating func pump() {
        sendPieces()
        while let next = waiting.first, start(next.call, id: next.id, owner: next.owner, now: lastNow) {
            waiting.removeFirst()
        }
        unblock()
    }

    mutating func sendPieces() {
        while let piece = session?.sendQueue.nextPiece() { frames.append(piece) }
    }

    /// Ends a call before its answer arrived; `error` receives whether the server may have executed it.
    mutating func giveUp(_ call: CallID, _ error: (Executed) -> RPCError) {
        if let removed = removeOpen(call) {
            // A request that was not sent to its end cannot have been executed.
            let executed: Executed = session?.sendQueue.holdsRequest(of: call) == true ? .no : .maybe
            session?.sendQueue.remove(call: call)
            frames.append(.cancel, call: call) { $0.map(0) }
            consume(removed.response.count)
            ended.append((removed.owner, .failure(error(executed))))
            pump()
        } else if let unsent = removeUnsent(call) {
            blocked.remove(call)
            ended.append((unsent.owner, .failure(error(.no))))
        }
    }

    private mutating func removeUnsent(_ call: CallID) -> WaitingCall? {
        if let index = index(of: call, in: waiting) { return waiting.remove(at: index) }
        return index(of: call, in: held).map { held.remove(at: $0) }
    }
}
