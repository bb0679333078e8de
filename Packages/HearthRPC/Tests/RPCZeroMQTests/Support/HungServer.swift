import RPC
import RPCZeroMQ
import Synchronization
import ZeroMQ

/// A server that greets its client, and then reads nothing any more: a process that hangs.
final class HungServer: Sendable {
    private let loop: IOLoop
    private let source: LoopBound<HungSource>

    static func start(at endpoint: ZeroMQEndpoint, handlerLog: HandlerLog) async throws -> HungServer {
        let loop = try IOLoop.start(name: "frozen")
        let context = try ZeroMQContext.make()
        let engine = ServerEngine(try handlerLog.server(), loop: EngineLoop(loop))
        let source = try await loop.run {
            var options = ZeroMQSocketOptions()
            options.isRouterMandatory = true
            let socket = try context.makeSocket(.router, options)
            try socket.bind(endpoint.description)
            let source = HungSource(socket, engine)
            loop.watch(socket)
            loop.add(source)
            return LoopBound(source, to: loop)
        }
        return HungServer(loop, source)
    }

    private init(_ loop: IOLoop, _ source: LoopBound<HungSource>) { (self.loop, self.source) = (loop, source) }

    /// Returns when the client has its welcome.
    func waitUntilWelcomed() async {
        while (try? await loop.run { [source] in source.value.hasGreeted }) == false {}
    }

    /// Returns when frames wait that are not read.
    func waitUntilFramesQueued() async {
        while (try? await loop.run { [source] in try source.value.socket.readiness().contains(.readable) }) == false {}
    }

    func kill() async { await loop.shutDown() }
}

private final class HungSource: LoopSource {
    let socket: ZeroMQSocket
    private let engine: ServerEngine
    private let message = ZeroMQMessage()
    private(set) var hasGreeted = false

    init(_ socket: ZeroMQSocket, _ engine: ServerEngine) { (self.socket, self.engine) = (socket, engine) }

    func turn(at now: UInt64) -> Bool {
        guard !hasGreeted, let outcome = try? socket.receive(into: message), outcome == .message else { return false }
        engine.receive(message.bytes, from: 1)
        while let frame = engine.takeFrame(for: 1) {
            _ = try? frame.withUnsafeBytes { try socket.send($0, to: message.routingID) }
        }
        hasGreeted = true
        return true
    }

    func loopWillStop() { socket.close() }
}

private final class EngineLoop: RPCLoop {
    private let loop: IOLoop
    init(_ loop: IOLoop) { self.loop = loop }
    func submit(_ operation: @escaping @Sendable () -> Void) { loop.perform(operation) }
}
