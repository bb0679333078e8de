internal import Basics
public import RPC
internal import Synchronization

/// An address in this process, at which a server can be started, killed and restarted, as at a socket's path.
public final class InProcessHost: Sendable {
    /// A running server with its loop.
    struct Instance: Sendable {
        let engine: ServerEngine
        let loop: InProcessLoop
    }

    private struct State {
        var instance: Instance?
        var lastPeer: PeerID = 0
        var links: [PeerID: InProcessClient] = [:]
        /// When the last frame in flight arrives.
        var arrivals: [LinkDirection: MonotonicInstant] = [:]
        /// The links whose clients have not noticed yet that their server has died.
        var staleLinks: Set<PeerID> = []
        /// Frames of their clients while no server listens.
        var unheard: [(peer: PeerID, frame: [UInt8])] = []
    }

    /// One direction of a link.
    private struct LinkDirection: Hashable {
        let way: InProcessDirection
        let peer: PeerID

        static func toServer(_ peer: PeerID) -> LinkDirection { LinkDirection(way: .toServer, peer: peer) }
        static func toClient(_ peer: PeerID) -> LinkDirection { LinkDirection(way: .toClient, peer: peer) }
    }

    /// The server's name.
    public let name: String
    let runtime: any Runtime
    private let weather: Mutex<InProcessLinkConditions>
    private let tampering = Mutex<InProcessFrameTransform?>(nil)
    private let watch = Mutex<InProcessFrameObserver?>(nil)
    private let state = Mutex(State())

    /// Makes an address without a server.
    public init(name: String, runtime: any Runtime, faults: InProcessFaults = .none) {
        self.name = name
        self.runtime = runtime
        weather = Mutex(InProcessLinkConditions(faults))
    }

    /// The engine of the running server, nil when there is none.
    public var engine: ServerEngine? { instance?.engine }

    var instance: Instance? { state.withLock { $0.instance } }

    /// Changes the faults of the links.
    ///
    /// - Parameters:
    ///   - faults: the new faults.
    ///   - client: limits the change to links of clients of this name, which then have faults of their own.
    public func setFaults(_ faults: InProcessFaults, of client: String? = nil) {
        weather.withLock { $0.set(faults, of: client) }
    }

    /// Partitions or restores one direction of the links with clients of a name. Frames sent in a partitioned direction
    /// are lost, and neither side notices.
    public func setPartitioned(_ isCutOff: Bool, _ way: InProcessDirection, of client: String) {
        weather.withLock { $0.setPartitioned(isCutOff, way, of: client) }
    }

    /// Faults counted since the host was made.
    public var faultCounts: InProcessFaultCounts { weather.withLock { $0.counts } }

    /// Passes every frame through `body`, before the faults; nil removes the transformation.
    public func setFrameTransform(_ body: InProcessFrameTransform?) { tampering.withLock { $0 = body } }

    /// Calls `body` for every frame sent to a client, with that client's name; nil removes the observer.
    public func setFrameObserver(_ body: InProcessFrameObserver?) { watch.withLock { $0 = body } }

    /// Stops the server's loop, as SIGSTOP does: received frames wait, and none are sent. Its handlers continue.
    public func stop() { instance?.loop.stop() }

    /// Resumes a stopped server.
    public func goOn() { instance?.loop.goOn() }

    /// Starts a server here. A server that is already running gets no further frames: links lead to the new one,
    /// unnoticed by the clients, as when another process takes over the path of a socket.
    public func start(_ server: RPCServer) {
        let loop = InProcessLoop(runtime: runtime)
        let engine = ServerEngine(server, loop: loop)
        loop.attach(
            endOfTurn: { [weak self, weak engine] in
                guard let self, let engine else { return nil }
                flush(engine)
                return engine.nextWake
            },
            tick: { [weak engine] in engine?.tick() })
        let instance = Instance(engine: engine, loop: loop)
        let unheard = state.withLock { state in
            defer { (state.instance, state.unheard) = (instance, []) }
            return state.unheard
        }
        for (peer, frame) in unheard { hand(frame, from: peer, to: instance) }
    }

    /// Kills the server: its remaining answers are dropped, and its callers see the loss.
    ///
    /// - Parameter closesLinks: whether callers see it at once; else with ``closeStaleLinks()``. Until then their
    ///   frames wait for the next server started here, as in a socket that reconnects by itself.
    public func kill(closesLinks: Bool = true) {
        let (links, instance) = state.withLock { state in
            defer {
                state.instance = nil
                state.staleLinks.formUnion(state.links.keys)
            }
            return (state.links, state.instance)
        }
        if let instance {
            instance.loop.goOn()
            instance.loop.detach()
            instance.loop.submit { for peer in links.keys.sorted() { instance.engine.lost(peer) } }
        }
        if closesLinks { closeStaleLinks() }
    }

    /// Closes the links whose clients have not noticed the death of their server.
    public func closeStaleLinks() {
        let (links, successor) = state.withLock { state in
            let links = state.links.filter { state.staleLinks.contains($0.key) }
            for peer in links.keys {
                state.links[peer] = nil
                state.arrivals[.toServer(peer)] = nil
                state.arrivals[.toClient(peer)] = nil
            }
            (state.staleLinks, state.unheard) = ([], [])
            return (links.sorted { $0.key < $1.key }, state.instance)
        }
        if let successor {
            successor.loop.submit { for (peer, _) in links { successor.engine.lost(peer) } }
        }
        for (peer, link) in links { link.lost(peer) }
    }

    /// Stops the server as SIGTERM does: it begins no further calls, lets running ones finish within `grace`, and its
    /// last answers are still delivered.
    public func drain(within grace: Duration) async {
        guard let instance else { return }
        await instance.engine.drain(within: grace)
        // The last answers are sent at the end of the loop's turn: this runs in the next one.
        let sent = Promise<Void>()
        instance.loop.submit { sent.fulfill() }
        await sent.wait()
        kill()
    }

    /// Accepts a client; nil when no server listens.
    func accept(_ client: InProcessClient) -> PeerID? {
        state.withLock { state in
            guard state.instance != nil else { return nil }
            state.lastPeer += 1
            state.links[state.lastPeer] = client
            return state.lastPeer
        }
    }

    /// A client disconnects.
    func hangUp(_ peer: PeerID) {
        let link = state.withLock { state in
            state.arrivals[.toServer(peer)] = nil
            state.arrivals[.toClient(peer)] = nil
            return state.links.removeValue(forKey: peer)
        }
        guard link != nil, let instance else { return }
        instance.loop.submit { instance.engine.lost(peer) }
    }

    /// Delivers a client's frame to the server.
    func carry(_ frame: [UInt8], from peer: PeerID) {
        for frame in tampered(frame, .toServer) { deliver(frame, from: peer) }
    }

    private func tampered(_ frame: [UInt8], _ way: InProcessDirection) -> [[UInt8]] {
        tampering.withLock { $0 }?(way, frame) ?? [frame]
    }

    private func deliver(_ frame: [UInt8], from peer: PeerID) {
        deliver(.toServer(peer)) { [weak self] in
            guard let self else { return }
            let instance = state.withLock { state -> Instance? in
                guard state.links[peer] != nil else { return nil }
                if state.instance == nil { state.unheard.append((peer, frame)) }
                return state.instance
            }
            if let instance { hand(frame, from: peer, to: instance) }
        }
    }

    private func hand(_ frame: [UInt8], from peer: PeerID, to instance: Instance) {
        instance.loop.submit { [weak self] in
            // The link may be gone since: the engine must not see frames of a lost peer.
            guard self?.isLinked(peer) == true else { return }
            frame.withUnsafeBytes { instance.engine.receive($0, from: peer) }
        }
    }

    private func isLinked(_ peer: PeerID) -> Bool { state.withLock { $0.links[peer] != nil } }

    private func flush(_ engine: ServerEngine) {
        for peer in engine.takePeersWithOutput() {
            while let frame = engine.takeFrame(for: peer) {
                if let watch = watch.withLock({ $0 }), let client = state.withLock({ $0.links[peer]?.name }) {
                    watch(client, frame)
                }
                for frame in tampered(frame, .toClient) {
                    deliver(.toClient(peer)) { [weak self] in
                        self?.state.withLock { $0.links[peer] }?.arrived(frame, over: peer)
                    }
                }
            }
        }
        for (peer, _) in engine.takeDroppedPeers() {
            state.withLock { $0.links.removeValue(forKey: peer) }?.lost(peer)
        }
        for peer in engine.takeDepartedPeers() { state.withLock { _ = $0.links.removeValue(forKey: peer) } }
    }

    /// Runs `arrival` once, twice, later or never, as the faults decide.
    private func deliver(_ lane: LinkDirection, _ arrival: @escaping @Sendable () -> Void) {
        let client = state.withLock { $0.links[lane.peer]?.name }
        guard let plan = weather.withLock({ $0.faults(on: lane.way, of: client) }) else { return }
        let now = runtime.now
        if plan == .none, state.withLock({ $0.arrivals[lane] ?? now }) <= now { return arrival() }
        var source = runtime.generator
        let delays = plan.deliveries(using: &source)
        let places = delays.map { place(now.advanced(by: $0), in: lane, plan) }
        weather.withLock { $0.count(delays, areOvertaking: places.map(\.overtakes)) }
        for place in places { runtime.schedule(at: place.instant, arrival) }
    }

    /// The arrival time of a frame: behind earlier frames, unless this link reorders. A simulation keeps the order of
    /// events due at the same time.
    private func place(
        _ arrival: MonotonicInstant, in lane: LinkDirection, _ plan: InProcessFaults
    ) -> (instant: MonotonicInstant, overtakes: Bool) {
        state.withLock { state in
            let last = state.arrivals[lane] ?? arrival
            state.arrivals[lane] = max(arrival, last)
            return plan.reorders ? (arrival, arrival < last) : (max(arrival, last), false)
        }
    }
}
