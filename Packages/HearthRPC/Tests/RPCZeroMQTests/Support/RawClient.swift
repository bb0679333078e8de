import RPCZeroMQ
import ZeroMQ

/// A DEALER that sends whatever bytes a test wants.
final class RawClient: Sendable {
    private let loop: IOLoop
    private let source: LoopBound<RawSource>
    private let frames: AsyncStream<[UInt8]>

    static func connect(
        to endpoint: ZeroMQEndpoint, on loop: IOLoop, reads: Bool = true, security: ZeroMQSecurity = .none
    ) async throws -> RawClient {
        let (frames, received) = AsyncStream.makeStream(of: [UInt8].self)
        let context = try ZeroMQContext.make()
        let source = try await loop.run {
            var options = ZeroMQSocketOptions()
            options.security = security
            // Without keys what is sent waits for the connection.
            if case .curveClient = security { options.isImmediate = true }
            if !reads { options.receiveHighWaterMessages = 1 }
            let socket = try context.makeSocket(.dealer, options)
            try socket.connect(endpoint.description)
            let source = RawSource(socket, reads: reads, received)
            if reads { loop.watch(socket) }
            loop.add(source)
            return LoopBound(source, to: loop)
        }
        return RawClient(loop, source, frames)
    }

    private init(_ loop: IOLoop, _ source: LoopBound<RawSource>, _ frames: AsyncStream<[UInt8]>) {
        (self.loop, self.source, self.frames) = (loop, source, frames)
    }

    func send(_ bytes: [UInt8]) async throws {
        _ = try await loop.run { [source] in try bytes.withUnsafeBytes { try source.value.socket.send($0) } }
    }

    func send(frames: [[UInt8]]) async throws {
        _ = try await loop.run { [source] in try source.value.socket.send(frames: frames) }
    }

    /// Returns when something can be sent, which is after the handshake.
    func waitUntilConnected() async throws {
        while try await !loop.run({ [source] in try source.value.socket.readiness().contains(.writable) }) {}
    }

    /// kind 8 (ping), an empty header, and a body that says that the client's clock is 0.
    static let ping: [UInt8] = {
        let content: [UInt8] = [0xA0, 0xA1, 0x01, 0x00]
        let length = UInt8(16 + content.count)
        return [length, 0, 0, 0, 1, 8, 0, 0] + Array(repeating: 0, count: 8) + [1, 0, 0, 0] + content
    }()

    /// The next frame that came.
    func next() async -> [UInt8]? { await frames.first { _ in true } }
}

private final class RawSource: LoopSource {
    let socket: ZeroMQSocket
    private let reads: Bool
    private let received: AsyncStream<[UInt8]>.Continuation
    private let message = ZeroMQMessage()

    init(_ socket: ZeroMQSocket, reads: Bool, _ received: AsyncStream<[UInt8]>.Continuation) {
        (self.socket, self.reads, self.received) = (socket, reads, received)
    }

    func turn(at now: UInt64) -> Bool {
        var didSomething = false
        while reads, let outcome = try? socket.receive(into: message), outcome == .message {
            received.yield(Array(message.bytes))
            didSomething = true
        }
        return didSomething
    }

    func loopWillStop() {
        socket.close()
        received.finish()
    }
}
