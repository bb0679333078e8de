internal import Basics
internal import CBOR
internal import DequeModule

/// Runs a server on a transport's loop: receives frames, starts handlers, sends frames.
///
/// Everything but ``drain(within:)`` is called on the loop. A transport feeds it `receive`, `lost` and `tick`, and at
/// the end of each turn sends what `takeFrame` hands out for the peers in `takePeersWithOutput`.
// Unchecked: all state is confined to the loop; tasks reach it through `loop.submit` only.
public final class ServerEngine: @unchecked Sendable {
    /// The server that it runs.
    public let server: RPCServer
    /// The server's incarnation.
    public let incarnation: UInt64
    let loop: any RPCLoop
    let runtime: any Runtime
    let instance: [UInt8]
    let started: MonotonicInstant
    let methods: [EngineMethod]
    let numberOfMethod: [String: Int]
    private let welcome: Welcome

    // State on the path of every call is marked: on one thread exclusivity need not be checked at run time.
    @exclusivity(unchecked) var connections: [PeerID: Peer] = [:]
    @exclusivity(unchecked) var running: [CallKey: RunningCall] = [:]
    /// Calls of this turn whose tasks are to be started.
    @exclusivity(unchecked) var begun: [any RuntimeJob] = []
    /// The window of calls on the task pool, and the queue of calls that wait for it.
    @exclusivity(unchecked) var window: DispatchWindow
    @exclusivity(unchecked) var queued = FairQueue<RunningCall>()
    /// When to check for long-running calls, while others wait.
    var nextRelease: MonotonicInstant?
    /// Calls whose tasks have ended.
    let ended = LoopMailbox<RunningCall>()
    @exclusivity(unchecked) var endedNow: [RunningCall] = []
    /// Streaming calls whose status was not sent yet.
    @exclusivity(unchecked) var streams: [CallKey: ServerStream] = [:]
    /// Streams with items for their handlers.
    @exclusivity(unchecked) var readableStreams: [ServerStream] = []
    var nextKeepAlive: MonotonicInstant?
    @exclusivity(unchecked) var deadlines = DeadlineHeap<CallKey>()
    /// Expiry times of the tokens of streams.
    var tokenEnds = DeadlineHeap<CallKey>()
    @exclusivity(unchecked) private var peersWithOutput: [Peer] = []
    private var droppedPeers: [(PeerID, ProtocolViolation)] = []
    private var departedPeers: [PeerID] = []
    /// Running calls whose clients stream items.
    var requestStreams = 0
    /// Requests of all peers that have begun to arrive and are not complete.
    @exclusivity(unchecked) private(set) var arrivingCalls = 0
    /// The bytes of these, and of clients' items that wait.
    @exclusivity(unchecked) var held = BufferedBytes()
    /// Bytes of complete long requests whose callers are not authenticated yet.
    @exclusivity(unchecked) var undecidedBytes = 0
    /// Deadlines of arriving requests.
    @exclusivity(unchecked) var arrivals = DeadlineHeap<CallKey>()
    /// Limits the number of connections; nil when there is no such limit.
    ///
    /// The transport sets it, and removes it on close.
    public var connectionAdmission: (any ConnectionAdmission)?
    /// Peers with postponed frames, in turn, and the bytes of these frames.
    @exclusivity(unchecked) var peersPostponed = Deque<Peer>()
    @exclusivity(unchecked) var postponedBytes = 0
    @exclusivity(unchecked) var willGiveTurns = false
    var isDraining = false
    var isGraceOver = false
    /// The drains that have not ended.
    var drains: [Promise<Void>] = []
    @exclusivity(unchecked) var poolLag = PoolLag()
    @exclusivity(unchecked) var limiter: ConcurrencyLimiter
    /// Receives calls that have failed or were slow; nil without a system service.
    let noteEnded: (@Sendable (EndedCall) -> Void)?
    let slowMicroseconds: UInt64
    /// Calls rejected because of overload, since the start.
    var overloads: [Overload: UInt64] = [:]
    /// Peers dropped for breaking the protocol, since the start.
    private(set) var violations = 0

    /// Identifies a running call among all peers'.
    struct CallKey: Hashable, Comparable, Sendable {
        let peer: PeerID
        let call: UInt64

        // One word instead of two, as every call is hashed several times. The odd factor, 2^64 over the golden ratio,
        // spreads the numbers of peers over all bits, so that only a deliberate choice of numbers makes different keys
        // collide: and a peer can make but one call for each other call's word.
        func hash(into hasher: inout Hasher) { hasher.combine(peer &* 0x9e37_79b9_7f4a_7c15 ^ call) }

        static func < (left: Self, right: Self) -> Bool { (left.peer, left.call) < (right.peer, right.call) }
    }

    /// One peer: a class, so that its connection is changed in place and looked up once for each frame.
    final class Peer {
        let id: PeerID
        @exclusivity(unchecked) var connection: ServerConnection
        /// Whether the engine has removed it: its further messages are ignored.
        @exclusivity(unchecked) var isGone = false
        /// Its part of the engine's arriving calls.
        @exclusivity(unchecked) var arrivingCalls = 0
        /// Its part of the bytes that the engine holds.
        @exclusivity(unchecked) var held = BufferedBytes()
        /// Whether a call over it has authenticated its caller.
        @exclusivity(unchecked) var isVerified = false
        /// When its last frame arrived.
        @exclusivity(unchecked) var lastHeard: MonotonicInstant
        /// Whether it is listed as having output.
        var isListed = false
        /// Whether streams of it wait for the connection's window.
        var hasBlockedStreams = false
        /// Its frames that are not processed yet.
        @exclusivity(unchecked) var postponed = Deque<PostponedFrame>()
        /// The share of the last call over the connection.
        @exclusivity(unchecked) var share: FairShare
        /// When it connected.
        let since: MonotonicInstant
        /// Bytes of frames received from it, and sent to it.
        @exclusivity(unchecked) var bytesReceived: UInt64 = 0
        @exclusivity(unchecked) var bytesSent: UInt64 = 0

        init(id: PeerID, connection: ServerConnection, since: MonotonicInstant) {
            (self.id, self.connection, self.since, lastHeard) = (id, connection, since, since)
            share = FairShare(caller: id, connection: id)
        }
    }

    /// Makes an engine for a server, on a loop.
    public init(_ server: RPCServer, loop: any RPCLoop) {
        self.server = server
        self.loop = loop
        runtime = server.runtime
        incarnation = max(1, runtime.random())
        instance = runtime.randomBytes(16)
        started = runtime.now
        let reference = EngineReference()
        let system = server.systemService?.makeHandlers(for: server, engine: reference)
        noteEnded = system?.noteEnded
        slowMicroseconds = UInt64(clamping: server.limits.slowCall.wholeMicroseconds)
        (limiter, window) = (ConcurrencyLimiter(server.limits), DispatchWindow(server.limits))
        let systemMethods = system?.methods ?? []
        methods =
            server.methods.map { EngineMethod($0, isSystem: false) }
            + systemMethods.map { EngineMethod($0, isSystem: true) }
        let reflection = MethodReflection.remembered(for: (server.methods + systemMethods).map(\.request))
        numberOfMethod = Dictionary(
            methods.enumerated().map { ($1.descriptor.name, $0) }, uniquingKeysWith: { first, _ in first })
        welcome = Welcome(
            version: MessagePrefix.version, instance: instance, name: server.name, incarnation: incarnation,
            connectionWindow: UInt64(server.limits.connectionWindowBytes),
            streamWindow: UInt64(server.limits.streamWindowBytes), messageBytes: UInt64(server.limits.messageBytes),
            openCalls: UInt64(server.limits.openCallsPerConnection),
            heartbeatMilliseconds: UInt64(server.limits.heartbeat.wholeMilliseconds),
            helloClock: started, clock: started, clockDomain: runtime.clockDomain,
            methods: methods.enumerated().map { number, method in
                Welcome.Method(
                    number: UInt64(number), name: method.descriptor.name, safety: method.descriptor.safety,
                    fingerprint: reflection.fingerprint(of: method.descriptor.name),
                    shape: method.descriptor.shape == .unary ? nil : method.descriptor.shape.rawValue)
            },
            streamItems: UInt64(server.limits.streamItems), streamItemBytes: UInt64(server.limits.streamItemBytes))
        reference.attach(self, reflection)
        server.openStreams.attach(self)
    }

    // MARK: Input of the transport

    /// Processes a frame of a peer, known or new; ignores dropped and departed peers that the transport has not taken
    /// yet.
    public func receive(_ frame: UnsafeRawBufferPointer, from peer: PeerID) {
        let now = runtime.now
        guard let peer = connections[peer] ?? makePeer(peer, now: now) else { return }
        peer.bytesReceived += UInt64(frame.count)
        peer.lastHeard = now
        if !peer.postponed.isEmpty {
            if postpone(frame, of: peer) { return }
            takePostponed(of: peer, now: now)
            if peer.isGone { return }
        }
        // A peer that is alone delays no other.
        let most = connections.count > 1 ? Self.maxMessagesPerTurn : .max
        if let rest = peer.connection.takeIn(frame, isRest: false, most: most, now: now),
            !postpone(rest, isRest: true, of: peer)
        {
            _ = peer.connection.takeIn(rest, isRest: true, most: .max, now: now)
        }
        settle(peer, now: now)
    }

    /// A peer is gone: its calls are cancelled, unless their methods survive their callers.
    public func lost(_ peer: PeerID) {
        guard let gone = connections.removeValue(forKey: peer) else { return }
        gone.isGone = true
        forgetPostponed(of: gone)
        arrivingCalls -= gone.arrivingCalls
        held = held - gone.held
        for call in gone.connection.runningCalls { abandon(CallKey(peer: peer, call: call)) }
        if !streams.isEmpty {
            // An ended stream that only waited for the window has lost its reader.
            for key in streams.keys where key.peer == peer && running[key] == nil { streams[key] = nil }
        }
        if isDraining { endDrainIfDone() }
    }

    /// Cancels calls whose deadline has passed, unless their methods survive their callers.
    public func tick() {
        let now = runtime.now
        while let key = deadlines.popExpired(now) { abandon(key) }
        endLateArrivals(now)
        releaseIfDue(now)
        endExpiredStreams(now)
        keepStreamsAlive(now)
    }

    /// When ``tick()`` must be called next.
    public var nextWake: MonotonicInstant? {
        // A token's expiry exists only with a stream, and a stream only with keepalives.
        guard nextKeepAlive != nil || nextRelease != nil || arrivals.earliest != nil else { return deadlines.earliest }
        // Not the minimum of an array: it would be allocated in each turn while calls wait.
        let rest = earlier(earlier(nextKeepAlive, nextRelease), earlier(arrivals.earliest, tokenEnds.earliest))
        return earlier(rest, deadlines.earliest)
    }

    private func earlier(_ one: MonotonicInstant?, _ other: MonotonicInstant?) -> MonotonicInstant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    // MARK: Output for the transport

    /// The peers with output; each is listed once.
    public func takePeersWithOutput() -> [PeerID] {
        guard !peersWithOutput.isEmpty else { return [] }
        var ids: [PeerID] = []
        for peer in peersWithOutput {
            peer.isListed = false
            if !peer.isGone, !peer.connection.frames.isEmpty { ids.append(peer.id) }
        }
        peersWithOutput.removeAll(keepingCapacity: true)
        return ids
    }

    /// The peer's next frame, nil when there is none.
    public func takeFrame(for peer: PeerID) -> [UInt8]? {
        guard let peer = connections[peer], let frame = peer.connection.frames.takeFrame() else { return nil }
        peer.bytesSent += UInt64(frame.count)
        return frame
    }

    /// Puts back a frame that the socket did not take.
    public func putBack(_ frame: [UInt8], for peer: PeerID) {
        guard let peer = connections[peer] else { return }
        peer.bytesSent -= UInt64(frame.count)
        peer.connection.frames.putBack(frame)
    }

    /// Gives back the buffer of a frame that was sent, to be used again.
    public func recycle(_ frame: consuming [UInt8], of peer: PeerID) {
        connections[peer]?.connection.frames.recycle(frame)
    }

    /// Peers that broke the protocol and were dropped. From here on the transport discards what they send.
    public func takeDroppedPeers() -> [(PeerID, ProtocolViolation)] {
        defer { droppedPeers.removeAll() }
        return droppedPeers
    }

    /// Peers that said goodbye. Later frames over their connections belong to another peer, under another number.
    public func takeDepartedPeers() -> [PeerID] {
        defer { departedPeers.removeAll() }
        return departedPeers
    }

    /// Peers with running calls: the ones to probe when some peer has disconnected.
    public var peersWithCalls: [PeerID] { Set(running.keys.lazy.map(\.peer)).sorted() }

    /// Sends a peer a small message, so that the socket reports whether it is still there.
    public func probe(_ peer: PeerID) {
        guard let peer = connections[peer] else { return }
        peer.connection.frames.appendControl(.pong, pong(to: nil))
        list(peer)
    }

    // MARK: Internal

    private func makePeer(_ id: PeerID, now: MonotonicInstant) -> Peer? {
        // A number never identifies two peers: the calls of the first may still run.
        guard !departedPeers.contains(id), !droppedPeers.contains(where: { $0.0 == id }) else { return nil }
        let peer = Peer(
            id: id, connection: ServerConnection(limits: server.limits, welcome: welcome), since: now)
        if isDraining { peer.connection.drain() }
        connections[id] = peer
        return peer
    }

    /// Notes that a peer may have output.
    func list(_ peer: Peer) {
        guard !peer.isListed else { return }
        peer.isListed = true
        peersWithOutput.append(peer)
    }

    /// Handles a connection's events after it processed input, and lists it as having output.
    func settle(_ peer: Peer, now: MonotonicInstant) {
        countArriving(peer)
        while !peer.isGone, let event = peer.connection.nextEvent() { handle(event, of: peer, now: now) }
        startBegun()
        handOverItems()
        if let excess = held.excess(over: server.limits) { evictLargest(excess, now: now) }
        if peer.isGone { return }
        flushBlocked(peer)
        if let failure = peer.connection.failure { return drop(peer, failure) }
        list(peer)
        if isDraining { endDrainIfDone() }
    }

    func countArriving(_ peer: Peer) {
        arrivingCalls += peer.connection.arrivingCalls - peer.arrivingCalls
        peer.arrivingCalls = peer.connection.arrivingCalls
        countHeld(peer)
        let refused = peer.connection.takeRefusedOpens()
        if refused.crowded > 0 { overloads[.connectionCalls, default: 0] += UInt64(refused.crowded) }
        if refused.held > 0 { overloads[.arrivingBytes, default: 0] += UInt64(refused.held) }
        if refused.tooOften > 0 { overloads[.connectionRate, default: 0] += UInt64(refused.tooOften) }
    }

    func drop(_ peer: Peer, _ violation: ProtocolViolation) {
        guard !peer.isGone else { return }
        violations += 1
        let who = peer.connection.client.map { "\"\($0.name)\", as it calls itself" } ?? "a peer that sent no hello"
        droppedPeers.append((peer.id, ProtocolViolation(reason: "\(violation.reason); sent by \(who)")))
        lost(peer.id)
    }

    func handle(_ event: ServerConnection.Event, of peer: Peer, now: MonotonicInstant) {
        switch event {
        case .receiving(let call, let header): receiving(peer, call, header, now: now)
        case .begin(let call, let header, let body, let hasItems):
            begin(peer, call, header, body: body, hasItems: hasItems, now: now)
        case .item(let call, let item): stream(peer, call).map { gather(item, for: $0) }
        case .itemsEnded(let call): endItems(of: stream(peer, call), .success(EncodedResponse(body: [])))
        case .itemsLost(let call, let error): endItems(of: stream(peer, call), .failure(error))
        case .silent(let call): endUnresponsive(CallKey(peer: peer.id, call: call))
        case .grant(let call, let room): stream(peer, call)?.sender.grant(room)
        case .cancel(let call): abandon(CallKey(peer: peer.id, call: call))
        case .renew(let call, let token): stream(peer, call).map { renew($0, with: token) }
        case .ping(let ping): peer.connection.frames.appendControl(.pong, pong(to: ping))
        case .leave:
            departedPeers.append(peer.id)
            lost(peer.id)
        }
    }

    private func stream(_ peer: Peer, _ call: UInt64) -> ServerStream? { streams[CallKey(peer: peer.id, call: call)] }

    /// Ends a call whose caller is gone.
    func abandon(_ key: CallKey, because error: RPCError = .callerGone) {
        abandonStream(key, error)
        guard let call = running[key], !call.method.descriptor.survivesCaller else { return }
        call.cancel()
    }

    /// Has ``tick()`` check a call at its deadline.
    func watch(_ key: CallKey, until deadline: MonotonicInstant) {
        if deadlines.wantsCompaction {
            let connections = connections
            // Calls of one peer come together, so that it is not looked up for each of them.
            var peer: Peer?
            deadlines = deadlines.compacted { key in
                if peer?.id != key.peer { peer = connections[key.peer] }
                // By index: the call itself would be copied.
                return peer?.connection.calls.index(forKey: key.call) != nil
            }
        }
        deadlines.insert(key, at: deadline)
    }

    private func pong(to ping: Ping?) -> Pong {
        measurePoolLag()
        return Pong(
            pingClock: ping?.clock, clock: runtime.now,
            poolLagMicroseconds: poolLag.microseconds(at: runtime.now),
            openCalls: UInt64(running.count), isDraining: isDraining)
    }
}
