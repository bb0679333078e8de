public import RPC
internal import Synchronization

/// A client of an ``InProcessHost``: connects, and reconnects when the server is lost.
public final class InProcessClient: Sendable {
    /// How often it retries to connect.
    private static let reconnectInterval = Duration.milliseconds(10)

    /// The channel to the server.
    public let channel: ClientEngine
    /// Its name, used only to select faults of its links.
    let name: String
    private let host: InProcessHost
    private let loop: InProcessLoop
    private struct State {
        var peer: PeerID?
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Makes a client and begins to connect.
    public init(_ host: InProcessHost, name: String = "test", limits: RPCLimits = RPCLimits()) {
        (self.host, self.name) = (host, name)
        loop = InProcessLoop(runtime: host.runtime)
        channel = ClientEngine(name: name, target: host.name, runtime: host.runtime, loop: loop, limits: limits)
        let (channel, loop) = (channel, loop)
        loop.attach(
            endOfTurn: { [weak self] in
                self?.flush()
                return channel.nextWake
            },
            tick: { channel.tick() })
        loop.submit { [weak self] in self?.connect() }
    }

    /// Closes the connection and ends every call.
    public func close() {
        let peer = state.withLock { state in
            state.isClosed = true
            defer { state.peer = nil }
            return state.peer
        }
        if let peer { host.hangUp(peer) }
        loop.submit { [channel, loop] in
            channel.close()
            // The loop would retain the channel, which retains the loop.
            loop.detach()
        }
    }

    /// One connection has lost its server.
    func lost(_ peer: PeerID) {
        loop.submit { [self] in
            guard isCurrent(peer) else { return }
            state.withLock { $0.peer = nil }
            channel.disconnected(reason: "the server is gone")
            connect()
        }
    }

    /// A frame of the server has arrived over one connection.
    func arrived(_ frame: [UInt8], over peer: PeerID) {
        loop.submit { [self] in
            guard isCurrent(peer) else { return }
            frame.withUnsafeBytes { channel.receive($0) }
        }
    }

    /// Whether a connection is the current one: frames in flight on a discarded connection are dropped, as on a closed
    /// socket.
    private func isCurrent(_ peer: PeerID) -> Bool { state.withLock { $0.peer == peer } }

    private func connect() {
        guard state.withLock({ !$0.isClosed && $0.peer == nil }) else { return }
        guard let peer = host.accept(self) else {
            channel.refused()
            let retry = host.runtime.now.advanced(by: Self.reconnectInterval)
            host.runtime.schedule(at: retry) { [weak self] in self?.loop.submit { [weak self] in self?.connect() } }
            return
        }
        state.withLock { $0.peer = peer }
        channel.connected()
    }

    private func flush() {
        guard let peer = state.withLock({ $0.peer }) else { return }
        while let frame = channel.takeFrame() { host.carry(frame, from: peer) }
        guard channel.failure != nil else { return }
        // Reconnects, as if the socket were thrown away and made again.
        state.withLock { $0.peer = nil }
        host.hangUp(peer)
        channel.disconnected(reason: channel.failure?.reason ?? "")
        loop.submit { [weak self] in self?.connect() }
    }
}
