internal import RPC
internal import ZeroMQ

/// Keeps one DEALER connected and transfers frames between it and the client's engine. Lives on the loop.
///
/// Each connection has a socket of its own, thrown away when the connection is lost: its queued frames are dropped with
/// it and never reach the server's successor, while libzmq's `ZMQ_IMMEDIATE`, which would do the same, also drops
/// answers that had arrived and were not read yet. A server refuses calls addressed to another incarnation, so the
/// interval between the loss and its detection is safe, too.
final class ClientConnector: LoopSource {
    let engine: ClientEngine
    private let address: String
    private let options: ZeroMQSocketOptions
    private var serverKeys: ServerKeySelector?
    private let node: ZeroMQNode
    private let runtime: any Runtime
    private let onEvent: @Sendable (ZeroMQChannelEvent) -> Void
    private let onFrame: ZeroMQFrameObserver?
    private let message = ZeroMQMessage()

    private var link: Link?
    private var backoff = ReconnectBackoff()
    /// When to make the next socket; nil while there is one.
    private var reconnectAt: UInt64?
    private var engineWake: UInt64?
    private(set) var isClosed = false

    /// One socket with its monitor.
    private struct Link {
        let socket: ZeroMQSocket
        let monitor: ZeroMQMonitor
        var isConnected = false
    }

    init(
        engine: ClientEngine, address: String, options: ZeroMQSocketOptions, security: ZeroMQClientSecurity?,
        node: ZeroMQNode, runtime: any Runtime, onEvent: @escaping @Sendable (ZeroMQChannelEvent) -> Void,
        onFrame: ZeroMQFrameObserver?
    ) {
        (self.engine, self.address, self.options) = (engine, address, options)
        serverKeys = security.map(ServerKeySelector.init)
        (self.node, self.runtime, self.onEvent, self.onFrame) = (node, runtime, onEvent, onFrame)
    }

    /// Makes the first socket and joins the loop.
    func start() throws(ZeroMQError) {
        try openLink()
        node.loop.add(self)
    }

    /// Says goodbye and disconnects.
    func close() {
        if let link, link.isConnected {
            // Optional: spares the server the search for the disconnected peer.
            try? link.socket.setLinger(milliseconds: ZeroMQLimits.goodbyeMilliseconds)
            _ = try? ServerEngine.goodbyeFrame.withUnsafeBytes { try link.socket.send($0) }
        }
        hangUp()
    }

    func loopWillStop() { hangUp() }

    private func hangUp() {
        guard !isClosed else { return }
        isClosed = true
        closeLink()
        engine.close()
        node.loop.remove(self)
    }

    var nextWake: UInt64? { [engineWake, reconnectAt].lazy.compactMap(\.self).min() }

    func turn(at now: UInt64) -> Bool {
        var didSomething = false
        if let due = reconnectAt, due <= now {
            reconnectAt = nil
            reconnect(now)
            didSomething = true
        }
        if readEvents(now) { didSomething = true }
        if readFrames(limit: ZeroMQLimits.framesPerTurn) { didSomething = true }
        if let due = engineWake, due <= now {
            engine.tick()
            didSomething = true
        }
        return didSomething
    }

    func endTurn() {
        if let failure = engine.failure, link?.isConnected == true {
            // Do not wait for further messages of such a server: they may never end.
            lose(failure.reason, now: MonotonicClock.now)
        }
        sendFrames()
        engineWake = engine.nextWake?.nanoseconds
    }

    // MARK: Frames

    private func readFrames(limit: Int) -> Bool {
        guard let socket = link?.socket else { return false }
        var count = 0
        while count < limit, !isClosed, let outcome = try? socket.receive(into: message), outcome != .empty {
            count += 1
            // Our servers send no messages of several frames; the engine detects what is missing.
            guard outcome == .message else { continue }
            onFrame?(.received, message.bytes)
            engine.receive(message.bytes)
        }
        return count > 0
    }

    private func sendFrames() {
        guard let link, link.isConnected, engine.hasOutput else { return }
        while let frame = engine.takeFrame() {
            let outcome = try? frame.withUnsafeBytes { bytes throws(ZeroMQError) in
                let outcome = try link.socket.send(bytes)
                if outcome == .sent { onFrame?(.sent, bytes) }
                return outcome
            }
            guard outcome == .sent else {
                // The socket is full: the loop wakes up when there is room, and retries in the next turn.
                return engine.putBack(frame)
            }
            engine.recycle(frame)
        }
    }

    // MARK: Connection

    private func readEvents(_ now: UInt64) -> Bool {
        var didSomething = false
        while let monitor = link?.monitor, let event = try? monitor.next() {
            didSomething = true
            handle(event, now)
        }
        return didSomething
    }

    private func handle(_ event: ZeroMQEvent, _ now: UInt64) {
        switch event.kind {
        case .handshakeSucceeded:
            link?.isConnected = true
            backoff.connected()
            serverKeys?.keyAccepted()
            onEvent(.connected)
            engine.connected()
        case .disconnected where link?.isConnected == true:
            // Answers may have arrived before the loss.
            while readFrames(limit: .max) {}
            lose("the server closed the connection or ended", now: now)
        case .connectRetried:
            // libzmq retries by itself.
            engine.refused()
        case .disconnected, .handshakeFailed: handshakeBroke(now)
        case .handshakeFailedAuthentication:
            giveUpLink("it does not allow this client's key (status \(event.value))", now)
        case .handshakeFailedProtocol: giveUpLink("the handshake failed (error \(event.value))", now)
        default: break
        }
    }

    /// The server closed the connection during the handshake: it does so when the client expects another server key.
    private func handshakeBroke(_ now: UInt64) {
        guard let count = serverKeys?.count else {
            // libzmq retries by itself.
            return engine.refused()
        }
        // libzmq would retry as fast as the server disconnects.
        guard serverKeys?.next() == true else {
            return giveUpLink("it has none of the keys that are expected of it (\(count))", now)
        }
        closeLink()
        reconnectAt = now
    }

    /// The connection is lost or unusable: ends the calls, and reconnects.
    private func lose(_ reason: String, now: UInt64) {
        closeLink()
        engine.disconnected(reason: reason)
        onEvent(.disconnected(reason))
        guard !isClosed else { return }
        reconnectAt = now &+ backoff.afterLoss(at: now)
    }

    /// libzmq never retries after this, so the socket is closed, and a new one is made later.
    private func giveUpLink(_ reason: String, _ now: UInt64) {
        closeLink()
        engine.refused(reason)
        let wait = backoff.afterRefusal(random: runtime.random())
        reconnectAt = now &+ wait
        onEvent(.refused(reason, retryAfter: .nanoseconds(Int64(clamping: wait))))
    }

    private func reconnect(_ now: UInt64) {
        do {
            try openLink()
        } catch {
            // The process may have run out of sockets temporarily.
            giveUpLink(error.description, now)
        }
    }

    private func openLink() throws(ZeroMQError) {
        var options = options
        serverKeys?.renew()
        if let serverKeys { options.security = serverKeys.security }
        let socket = try node.context.makeSocket(.dealer, options)
        let kinds: ZeroMQEvent.Kind = [
            .connectRetried, .disconnected, .handshakeSucceeded, .handshakeFailed, .handshakeFailedProtocol,
            .handshakeFailedAuthentication,
        ]
        let monitor = try ZeroMQMonitor(of: socket, in: node.context, kinds: kinds)
        try socket.connect(address)
        node.loop.watch(socket)
        node.loop.watch(monitor.socket)
        link = Link(socket: socket, monitor: monitor)
    }

    private func closeLink() {
        link?.monitor.close()
        link?.socket.close()
        link = nil
    }
}
