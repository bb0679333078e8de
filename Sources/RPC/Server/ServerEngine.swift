internal import CBOR

/// Runs a server on a transport's loop: takes frames in, starts handlers, gives frames out.
///
/// Everything but ``drain(within:)`` is called on the loop. A transport feeds it `receive`, `lost` and `tick`, and at
/// the end of each turn sends what `takeFrame` hands out for the peers in `takePeersWithOutput`.
// Unchecked: all state is confined to the loop; tasks reach it through `loop.submit` only.
public final class ServerEngine: @unchecked Sendable {
    /// What the engine runs.
    public let server: RPCServer
    /// Which start of the server this is.
    public let incarnation: UInt64
    let loop: any RPCLoop
    let runtime: any Runtime
    let instance: [UInt8]
    let started: MonotonicInstant
    let methods: [EngineMethod]
    private let numberOfMethod: [String: Int]
    private let welcome: Welcome

    var connections: [PeerID: ServerConnection] = [:]
    var running: [CallKey: RunningCall] = [:]
    private var deadlines = DeadlineHeap<CallKey>()
    private var peersWithOutput: Set<PeerID> = []
    private var droppedPeers: [(PeerID, ProtocolViolation)] = []
    private(set) var isDraining = false
    private var drained: [CheckedContinuation<Void, Never>] = []
    private(set) var statistics: [MethodStatistics]
    var poolLag = PoolLag()
    /// Peers dropped for breaking the protocol, since the start.
    private(set) var violations = 0

    /// Names a running call among all peers'.
    struct CallKey: Hashable, Sendable {
        let peer: PeerID
        let call: UInt64
    }

    struct RunningCall {
        let call: ServerCall
        var task: Task<Void, Never>?
    }

    struct EngineMethod: Sendable {
        let descriptor: MethodDescriptor
        let handler: RegisteredMethod.Handler
    }

    /// Makes an engine for a server, on a loop.
    public init(_ server: RPCServer, loop: any RPCLoop) {
        self.server = server
        self.loop = loop
        runtime = server.runtime
        incarnation = max(1, runtime.random())
        instance = runtime.randomBytes(16)
        started = runtime.now
        let system = SysHandlers()
        methods = (server.methods + system.handlers.methods).map {
            EngineMethod(descriptor: $0.descriptor, handler: $0.handler)
        }
        let catalog = MethodCatalog(requests: (server.methods + system.handlers.methods).map(\.request))
        numberOfMethod = Dictionary(
            methods.enumerated().map { ($1.descriptor.name, $0) }, uniquingKeysWith: { first, _ in first })
        statistics = methods.map { MethodStatistics(method: $0.descriptor.name) }
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
                    fingerprint: catalog.fingerprint(of: method.descriptor.name))
            })
        system.attach(self, catalog: catalog)
    }

    // MARK: What the transport feeds

    /// Takes in a frame of a peer, known or new.
    public func receive(_ frame: UnsafeRawBufferPointer, from peer: PeerID) {
        let now = runtime.now
        connections[peer, default: makeConnection()].receive(frame, now: now)
        settle(peer, now: now)
    }

    /// A peer is gone: its calls are cancelled, unless their methods survive their callers.
    public func lost(_ peer: PeerID) {
        guard let connection = connections.removeValue(forKey: peer) else { return }
        for call in connection.runningCalls { abandon(CallKey(peer: peer, call: call)) }
    }

    /// Cancels calls whose deadline has passed, unless their methods survive their callers.
    public func tick() {
        let now = runtime.now
        while let key = deadlines.popPassed(now) {
            abandon(key)
            guard connections[key.peer]?.isReceiving(key.call) == true else { continue }
            connections[key.peer]?.endUnfinished(
                key.call, .deadlineExceeded("before the request had arrived", executed: .no))
            peersWithOutput.insert(key.peer)
        }
        deadlines.compact(live: running.count) {
            running[$0] != nil || connections[$0.peer]?.isReceiving($0.call) == true
        }
    }

    /// When ``tick()`` wants to be called next.
    public var nextWake: MonotonicInstant? { deadlines.earliest }

    // MARK: What the transport takes

    /// The peers that something is to be sent to; each is listed once.
    public func takePeersWithOutput() -> [PeerID] {
        defer { peersWithOutput.removeAll(keepingCapacity: true) }
        return peersWithOutput.filter { connections[$0]?.frames.isEmpty == false }.sorted()
    }

    /// The peer's next frame, nil when there is none.
    public func takeFrame(for peer: PeerID) -> [UInt8]? { connections[peer]?.frames.takeFrame() }

    /// Puts back a frame that the socket did not take.
    public func putBack(_ frame: [UInt8], for peer: PeerID) { connections[peer]?.frames.putBack(frame) }

    /// Gives back the buffer of a frame that was sent, to be used again.
    public func recycle(_ frame: consuming [UInt8], of peer: PeerID) { connections[peer]?.frames.recycle(frame) }

    /// Peers that broke the protocol and were dropped, for logs.
    public func takeDroppedPeers() -> [(PeerID, ProtocolViolation)] {
        defer { droppedPeers.removeAll() }
        return droppedPeers
    }

    /// Peers with running calls: the ones to probe when some peer has disconnected.
    public var peersWithCalls: [PeerID] { Set(running.keys.lazy.map(\.peer)).sorted() }

    /// Sends a peer something small, so that the socket tells whether it is still there.
    public func probe(_ peer: PeerID) {
        connections[peer]?.frames.appendControl(.pong, pong(answering: nil))
        peersWithOutput.insert(peer)
    }

    // MARK: Within

    private func makeConnection() -> ServerConnection {
        var connection = ServerConnection(limits: server.limits, welcome: welcome)
        if isDraining { connection.drain() }
        return connection
    }

    /// Does what a connection asks for after it took something in, and notes that it may have output.
    private func settle(_ peer: PeerID, now: MonotonicInstant) {
        for event in connections[peer]?.takeEvents() ?? [] { handle(event, of: peer, now: now) }
        if let failure = connections[peer]?.failure { return drop(peer, failure) }
        peersWithOutput.insert(peer)
    }

    private func drop(_ peer: PeerID, _ violation: ProtocolViolation) {
        violations += 1
        droppedPeers.append((peer, violation))
        lost(peer)
    }

    private func handle(_ event: ServerConnection.Event, of peer: PeerID, now: MonotonicInstant) {
        switch event {
        case .receiving(let call, let deadline):
            deadlines.insert(
                CallKey(peer: peer, call: call), at: min(deadline, now.advanced(by: server.limits.timeout)))
        case .begin(let call, let header, let body):
            begin(CallKey(peer: peer, call: call), header, body: body, now: now)
        case .cancel(let call): abandon(CallKey(peer: peer, call: call))
        case .ping(let ping): connections[peer]?.frames.appendControl(.pong, pong(answering: ping))
        case .leave: lost(peer)
        }
    }

    /// Nobody waits for a call any more.
    private func abandon(_ key: CallKey) {
        guard let call = running[key], !call.call.method.survivesCaller else { return }
        call.task?.cancel()
    }

    private func pong(answering ping: Ping?) -> Pong {
        measurePoolLag()
        return Pong(
            pingClock: ping?.clock, clock: runtime.now,
            poolLagMicroseconds: UInt64(clamping: poolLag.current(at: runtime.now).wholeMicroseconds),
            openCalls: UInt64(running.count), isDraining: isDraining)
    }
}

// MARK: - Calls

extension ServerEngine {
    private func begin(_ key: CallKey, _ header: OpenHeader, body: [UInt8], now: MonotonicInstant) {
        guard let number = number(of: header.method) else {
            return refuse(key, .unimplemented(header.method.description))
        }
        guard header.deadline > now else {
            return refuse(key, .deadlineExceeded("before the call was begun", executed: .no))
        }
        guard running.count < server.limits.openCalls else {
            return refuse(key, .overloaded("server", limit: server.limits.openCalls))
        }
        let method = methods[number]
        var call = ServerCall(
            method: method.descriptor,
            // A caller may not keep a call alive for longer than the limit.
            deadline: min(header.deadline, now.advanced(by: server.limits.timeout)), received: now,
            token: header.token, idempotencyKey: header.idempotencyKey, attempt: header.attempt, trace: header.trace,
            metadata: header.metadata, peer: connections[key.peer]?.peerName ?? "",
            bodyHash: header.idempotencyKey == nil ? 0 : FNV1a.hash(body))
        var isDecided = true
        for interceptor in server.interceptors {
            switch interceptor.admit(&call) {
            case .pass: continue
            case .refuse(let error): return refuse(key, error, method: number)
            case .wait: isDecided = false
            }
        }
        switch (method.handler, isDecided) {
        case (.inline(let handler), true): runInline(key, number, call, body: body, handler)
        case (.inline(let handler), false):
            check(key, number, call) { self.runInline(key, number, $0, body: body, handler) }
        case (.task(let handler), _):
            let checking = isDecided ? [] : server.interceptors
            start(key, number, call) { [runtime, call] in
                await CallRun.run(call, checking: checking, runtime: runtime) { try await handler(body, $0) }
            }
        }
    }

    private func number(of method: OpenHeader.Method) -> Int? {
        switch method {
        case .number(let number): number < UInt64(methods.count) ? Int(number) : nil
        case .name(let name): numberOfMethod[name]
        }
    }

    private func refuse(_ key: CallKey, _ error: RPCError, method: Int? = nil) {
        var error = error
        error.executed = .no
        if let method { statistics[method].note(error: error) }
        connections[key.peer]?.answer(key.call, StatusHeader(error: error), body: [])
    }

    private func runInline(
        _ key: CallKey, _ number: Int, _ call: ServerCall, body: [UInt8],
        _ handler: @Sendable ([UInt8], ServerCall) throws -> [UInt8]
    ) {
        let begun = runtime.now
        let result: Result<[UInt8], any Error>
        do { result = .success(try handler(body, call)) } catch { result = .failure(error) }
        finish(key, number, CallRun(call: call, result: result, begun: begun, ended: runtime.now))
    }

    /// Runs a call as a task and answers it when it has ended.
    private func start(
        _ key: CallKey, _ number: Int, _ call: ServerCall, _ body: @escaping @Sendable () async -> CallRun
    ) {
        let loop = loop
        let task = runtime.spawn { [self] in
            let run = await body()
            loop.submit { self.finish(key, number, run) }
        }
        running[key] = RunningCall(call: call, task: task)
        deadlines.insert(key, at: call.deadline)
    }

    /// Lets the interceptors that have to wait decide, then goes on on the loop.
    private func check(
        _ key: CallKey, _ number: Int, _ call: ServerCall, then proceed: @escaping @Sendable (ServerCall) -> Void
    ) {
        let (interceptors, runtime, loop) = (server.interceptors, runtime, loop)
        let task = runtime.spawn { [self] in
            let checked = await CallRun.check(call, interceptors)
            loop.submit { [self] in
                switch checked {
                case .success(let admitted): proceed(admitted)
                case .failure(let error):
                    let now = runtime.now
                    finish(key, number, CallRun(call: call, result: .failure(error), begun: now, ended: now))
                }
            }
        }
        running[key] = RunningCall(call: call, task: task)
        deadlines.insert(key, at: call.deadline)
    }

    private func finish(_ key: CallKey, _ number: Int, _ run: CallRun) {
        running[key] = nil
        poolLag.note(run.call.received.duration(to: run.begun))
        let outcome = run.outcome(of: server.name)
        statistics[number].note(outcome)
        for interceptor in server.interceptors.reversed() { interceptor.finished(run.call, outcome) }
        connections[key.peer]?.answer(
            key.call, StatusHeader(error: outcome.error, timing: outcome.timing), body: run.answer)
        if connections[key.peer] != nil { peersWithOutput.insert(key.peer) }
        if isDraining { endDrainIfDone() }
    }
}

// MARK: - Drain

extension ServerEngine {
    /// Begins no further calls, lets the running ones finish within `grace`, cancels what is left, and returns when
    /// nothing runs any more.
    public func drain(within grace: Duration) async {
        await withCheckedContinuation { continuation in
            loop.submit { [self] in
                isDraining = true
                server.health.set("server", .notServing, reason: "draining")
                drained.append(continuation)
                for peer in connections.keys.sorted() {
                    connections[peer]?.drain()
                    peersWithOutput.insert(peer)
                }
                runtime.schedule(at: runtime.now.advanced(by: grace)) { [self] in
                    loop.submit { [self] in for call in running.values { call.task?.cancel() } }
                }
                endDrainIfDone()
            }
        }
    }

    private func endDrainIfDone() {
        guard running.isEmpty else { return }
        for peer in connections.keys.sorted() where !drained.isEmpty {
            connections[peer]?.sayGoodbye()
            peersWithOutput.insert(peer)
        }
        for continuation in drained { continuation.resume() }
        drained.removeAll()
    }
}

extension OpenHeader.Method: CustomStringConvertible {
    var description: String {
        switch self {
        case .number(let number): "method number \(number)"
        case .name(let name): name
        }
    }
}
