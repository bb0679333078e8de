import ZeroMQ

/// A socket on a loop that writes down what it receives and what happens to its connections.
struct Peer: Sendable {
    struct Received: Sendable, Equatable {
        var body: [UInt8]
        var from: RoutingID
        var user: String?

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    let loop: IOLoop
    let messages: AsyncStream<Received>
    let events: AsyncStream<ZeroMQEvent>
    private let source: LoopBound<PeerSource>

    init(
        _ kind: ZeroMQSocket.Kind, on loop: IOLoop, in context: ZeroMQContext,
        options: ZeroMQSocketOptions = Peer.careful, bind: String? = nil, connect: String? = nil, reads: Bool = true
    ) async throws {
        let (messages, received) = AsyncStream.makeStream(of: Received.self)
        let (events, happened) = AsyncStream.makeStream(of: ZeroMQEvent.self)
        (self.loop, self.messages, self.events) = (loop, messages, events)
        var options = options
        // libzmq refuses it for others.
        if kind != .router { options.isRouterMandatory = nil }
        source = try await loop.run { [options] in
            let source = try PeerSource(kind, on: loop, in: context, options, received, happened)
            source.isReading = reads
            if let bind { try source.socket.bind(bind) }
            if let connect { try source.socket.connect(connect) }
            return LoopBound(source, to: loop)
        }
    }

    /// IMMEDIATE and MANDATORY, so that nothing is queued for or dropped at a peer that is not there.
    static var careful: ZeroMQSocketOptions {
        var options = ZeroMQSocketOptions()
        options.isImmediate = true
        options.isRouterMandatory = true
        options.reconnectMilliseconds = 10
        // libzmq may leave a client without a word until this is over.
        options.handshakeMilliseconds = 1_000
        return options
    }

    /// Runs `body` with the socket, on the loop.
    func withSocket<Value: Sendable>(_ body: @escaping @Sendable (ZeroMQSocket) throws -> Value) async throws -> Value {
        try await loop.run { [source] in try body(source.value.socket) }
    }

    func send(_ text: String, to peer: RoutingID? = nil) async throws -> ZeroMQSocket.SendOutcome {
        try await withSocket { socket in
            var text = text
            return try text.withUTF8 { bytes in
                let bytes = UnsafeRawBufferPointer(bytes)
                return if let peer { try socket.send(bytes, to: peer) } else { try socket.send(bytes) }
            }
        }
    }

    /// Begins to read, for a peer that was made not to.
    func startReading() async throws { try await loop.run { [source] in source.value.isReading = true } }

    func close() async throws { try await loop.run { [source] in source.value.loopWillStop() } }

    func next() async -> Received? { await messages.first { _ in true } }

    /// Waits until the monitor tells of an event of this kind.
    func event(_ kind: ZeroMQEvent.Kind) async -> ZeroMQEvent? { await events.first { $0.kind == kind } }

    /// Waits until something can be sent: after the handshake, when the socket says so.
    func waitUntilWritable() async throws {
        _ = await event(.handshakeSucceeded)
        while try await !withSocket({ try $0.readiness().contains(.writable) }) {}
    }
}

private final class PeerSource: LoopSource {
    let socket: ZeroMQSocket
    var isReading = true
    private let monitor: ZeroMQMonitor
    private let loop: IOLoop
    private let message = ZeroMQMessage()
    private let received: AsyncStream<Peer.Received>.Continuation
    private let happened: AsyncStream<ZeroMQEvent>.Continuation

    init(
        _ kind: ZeroMQSocket.Kind, on loop: IOLoop, in context: ZeroMQContext, _ options: ZeroMQSocketOptions,
        _ received: AsyncStream<Peer.Received>.Continuation, _ happened: AsyncStream<ZeroMQEvent>.Continuation
    ) throws {
        socket = try context.makeSocket(kind, options)
        monitor = try ZeroMQMonitor(of: socket, in: context)
        (self.loop, self.received, self.happened) = (loop, received, happened)
        loop.watch(socket)
        loop.watch(monitor.socket)
        loop.add(self)
    }

    func turn(at now: UInt64) -> Bool {
        var didSomething = false
        while let event = try? monitor.next() {
            happened.yield(event)
            didSomething = true
        }
        while isReading, !socket.isClosed, let outcome = try? socket.receive(into: message), outcome != .empty {
            didSomething = true
            let body = outcome == .malformed ? Array("malformed".utf8) : Array(message.bytes)
            received.yield(Peer.Received(body: body, from: message.routingID, user: message.userID))
        }
        return didSomething
    }

    func loopWillStop() {
        monitor.close()
        socket.close()
        loop.remove(self)
        received.finish()
        happened.finish()
    }
}
