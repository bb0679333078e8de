public import RPC
internal import Synchronization

/// An address in this process, at which a server can be started, killed and started again, as at a socket's path.
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
        /// When the last frame that is on its way arrives.
        var arrivals: [LinkDirection: MonotonicInstant] = [:]
        /// The links whose clients have not noticed yet that their server has died.
        var staleLinks: Set<PeerID> = []
        /// What they have sent while nobody listens.
        var unheard: [(peer: PeerID, frame: [UInt8])] = []
    }

    /// One direction of a link.
    private struct LinkDirection: Hashable {
        let way: InProcessDirection
        let peer: PeerID

        static func toServer(_ peer: PeerID) -> LinkDirection { LinkDirection(way: .toServer, peer: peer) }
        static func toClient(_ peer: PeerID) -> LinkDirection { LinkDirection(way: .toClient, peer: peer) }
    }

    /// What the server is called.
    public let name: String
    let runtime: any Runtime
    private let weather: Mutex<InProcessLinkConditions>
    private let tampering = Mutex<InProcessFrameTransform?>(nil)
    private let watch = Mutex<InProcessFrameObserver?>(nil)
    private let state = Mutex(State())

    /// Makes an address at which nobody listens yet.
    public init(name: String, runtime: any Runtime, faults: InProcessFaults = .none) {
        self.name = name
        self.runtime = runtime
        weather = Mutex(InProcessLinkConditions(faults))
    }

    /// The engine of the running server, nil when there is none.
    public var engine: ServerEngine? { instance?.engine }

    var instance: Instance? { state.withLock { $0.instance } }

    /// Changes what the links do to frames from now on.
    ///
    /// - Parameters:
    ///   - faults: what they do.
    ///   - client: changes it for the links of the clients of this name alone, who then have faults of their own.
    public func setFaults(_ faults: InProcessFaults, of client: String? = nil) {
        weather.withLock { $0.set(faults, of: client) }
    }

    /// Cuts one way of the links with the clients of a name off, or has it lead on again. What is sent on a way that is cut
    /// off is lost, and neither side is told.
    public func setPartitioned(_ isCutOff: Bool, _ way: InProcessDirection, of client: String) {
        weather.withLock { $0.setPartitioned(isCutOff, way, of: client) }
    }

    /// How many frames faults have met since it was made.
    public var faultCounts: InProcessFaultCounts { weather.withLock { $0.counts } }

    /// Has every frame pass through `body` from now on, before the faults; nil lets them pass as they are.
    public func setFrameTransform(_ body: InProcessFrameTransform?) { tampering.withLock { $0 = body } }

    /// Has `body` see every frame that leaves for a client, with that client's name; nil for nobody.
    public func setFrameObserver(_ body: InProcessFrameObserver?) { watch.withLock { $0 = body } }

    /// Stops the server's loop, as SIGSTOP does: what comes waits, and nothing goes out. Its handlers go on.
    public func stop() { instance?.loop.stop() }

    /// Lets a stopped server go on.
    public func goOn() { instance?.loop.goOn() }

    /// Starts a server here. If there is one already, it gets nothing any more: links lead to the new one, unseen by the
    /// clients, as when another process takes the path of a socket over.
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

    /// Ends the server as a kill does: nothing of its answers gets out any more, and its callers see the loss.
    ///
    /// - Parameter closesLinks: whether they see it at once; else with ``closeStaleLinks()``. Until then what they send waits for
    ///   whoever is started here next, as in a socket that connects again by itself before anybody has asked it.
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

    /// Those who have not noticed yet that their server has died see it now: their links end, and lead to nobody.
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

    /// Ends the server as SIGTERM does: it begins no further calls, lets running ones finish within `grace`, and its last
    /// answers still get out.
    public func drain(within grace: Duration) async {
        guard let instance else { return }
        await instance.engine.drain(within: grace)
        // What was answered last leaves at the end of the loop's turn: this is in the next one.
        await withCheckedContinuation { continuation in instance.loop.submit { continuation.resume() } }
        kill()
    }

    /// Takes a client in; nil when nobody listens.
    func accept(_ client: InProcessClient) -> PeerID? {
        state.withLock { state in
            guard state.instance != nil else { return nil }
            state.lastPeer += 1
            state.links[state.lastPeer] = client
            return state.lastPeer
        }
    }

    /// A client hangs up.
    func hangUp(_ peer: PeerID) {
        let link = state.withLock { state in
            state.arrivals[.toServer(peer)] = nil
            state.arrivals[.toClient(peer)] = nil
            return state.links.removeValue(forKey: peer)
        }
        guard link != nil, let instance else { return }
        instance.loop.submit { instance.engine.lost(peer) }
    }

    /// Carries a client's frame to the server.
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
            // The link may have gone since: the engine is told nothing of a peer that it has lost.
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

    /// Runs `arrival` once, twice, later or never, as the faults have it.
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

    /// When a frame arrives that would without others: behind those that were sent before it, unless frames overtake each
    /// other here. A simulation keeps the order of what is due at the same time.
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
