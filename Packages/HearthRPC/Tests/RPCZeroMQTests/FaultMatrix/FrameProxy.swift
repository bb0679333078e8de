import RPC
import RPCInProcess
import RPCZeroMQ
import Synchronization
import ZeroMQ

/// Stands between one client and a server, and passes frames on: as they are, or as a test makes them.
///
/// For each connection of the client it has one of its own to the server. It closes no connection by itself.
final class FrameProxy: Sendable {
    private let loop: IOLoop
    private let source: LoopBound<RelaySource>
    /// Where the client is to connect to.
    let front: ZeroMQEndpoint

    static func start(
        at front: ZeroMQEndpoint, to back: ZeroMQEndpoint, tampering: @escaping InProcessFrameTransform
    ) async throws -> FrameProxy {
        let loop = try IOLoop.start(name: "relay")
        let context = try ZeroMQContext.make()
        let (source, bound) = try await loop.run {
            let socket = try context.makeSocket(.router, ZeroMQSocketOptions())
            try socket.bind(front.description)
            let source = RelaySource(loop, context, socket, back.description, tampering)
            loop.watch(socket)
            loop.add(source)
            return (LoopBound(source, to: loop), ZeroMQEndpoint(try socket.lastEndpoint()) ?? front)
        }
        return FrameProxy(loop, source, bound)
    }

    private init(_ loop: IOLoop, _ source: LoopBound<RelaySource>, _ front: ZeroMQEndpoint) {
        (self.loop, self.source, self.front) = (loop, source, front)
    }

    /// Leads to another server from now on, which is greeted as the first one was; the client learns nothing of it.
    func move(to back: ZeroMQEndpoint) async {
        try? await loop.run { [source] in try source.value.move(to: back.description) }
    }

    /// Says goodbye to the client, which then connects again, and leads to this server then.
    func hangUp(to back: ZeroMQEndpoint) async {
        try? await loop.run { [source] in source.value.hangUp(to: back.description) }
    }

    func end() async { await loop.shutDown() }
}

private final class RelaySource: LoopSource {
    private let loop: IOLoop
    private let context: ZeroMQContext
    private let front: ZeroMQSocket
    private var address: String
    private let tampering: InProcessFrameTransform
    private let message = ZeroMQMessage()
    /// The client's present connection, how it greeted, and what leads on to the server.
    private var client: RoutingID?
    private var greeting: [UInt8]?
    private var back: ZeroMQSocket?

    init(
        _ loop: IOLoop, _ context: ZeroMQContext, _ front: ZeroMQSocket, _ address: String,
        _ tampering: @escaping InProcessFrameTransform
    ) {
        (self.loop, self.context, self.front) = (loop, context, front)
        (self.address, self.tampering) = (address, tampering)
    }

    func turn(at now: UInt64) -> Bool {
        var didSomething = false
        while let outcome = try? front.receive(into: message), outcome == .message {
            didSomething = true
            let frame = Array(message.bytes)
            if client != message.routingID {
                (client, greeting) = (message.routingID, frame)
                try? connect()
            }
            for frame in tampering(.toServer, frame) { sendOn(frame) }
        }
        while let back, let outcome = try? back.receive(into: message), outcome == .message {
            didSomething = true
            for frame in tampering(.toClient, Array(message.bytes)) { sendBack(frame) }
        }
        return didSomething
    }

    func move(to address: String) throws {
        self.address = address
        try connect()
        if let greeting { sendOn(greeting) }
    }

    func hangUp(to address: String) {
        self.address = address
        sendBack(ServerEngine.goodbyeFrame)
        client = nil
    }

    private func connect() throws {
        back?.close()
        let socket = try context.makeSocket(.dealer, ZeroMQSocketOptions())
        try socket.connect(address)
        loop.watch(socket)
        back = socket
    }

    private func sendOn(_ frame: [UInt8]) { _ = try? frame.withUnsafeBytes { try back?.send($0) } }

    private func sendBack(_ frame: [UInt8]) {
        guard let client else { return }
        _ = try? frame.withUnsafeBytes { try front.send($0, to: client) }
    }

    func loopWillStop() {
        back?.close()
        front.close()
    }
}

/// Keeps how a client greeted, to say it again to a server that takes over from the one that was greeted.
final class HelloReplayer: Sendable {
    private let state = Mutex<(first: [UInt8]?, mustRepeat: Bool)>((nil, false))

    /// What a host's tampering does in addition.
    func keeping(_ body: @escaping InProcessFrameTransform) -> InProcessFrameTransform {
        { [self] way, frame in
            guard way == .toServer else { return body(way, frame) }
            let greeting = state.withLock { state -> [UInt8]? in
                defer { state.mustRepeat = false }
                if state.first == nil { state.first = frame }
                return state.mustRepeat ? state.first : nil
            }
            return [greeting].compactMap(\.self) + body(way, frame)
        }
    }

    func repeatFirst() { state.withLock { $0.mustRepeat = true } }
}
