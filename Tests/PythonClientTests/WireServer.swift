import Foundation
import RPC
import RPCDiagnostics
import RPCZeroMQ
import Synchronization
import ZeroMQ

/// A server of ``Wire`` on a socket of its own, in this process.
final class WireServer: Sendable {
    private struct Secret: Error { let password = "hunter2" }

    let directory: URL
    let endpoint: String
    private let node: ZeroMQNode
    private let transport: ZeroMQServerTransport
    private let departure: Departure

    /// Starts the server once, when it is asked to leave.
    private final class Departure: Sendable {
        private let (stream, continuation) = AsyncStream<Void>.makeStream()

        func begin() { continuation.yield() }
        func waitUntilBegun() async { for await _ in stream { return } }
    }

    /// A server's keys over tcp, and those that it has after it was asked to change them.
    struct Keys: Sendable {
        let now: CurveKeyPair
        let next: CurveKeyPair
        /// Who may come.
        let client: CurvePublicKey
    }

    /// Changes the server's keys when it is asked to.
    private final class Rotation: Sendable {
        let keys: Keys?
        let transport = Mutex<ZeroMQServerTransport?>(nil)

        init(_ keys: Keys?) { self.keys = keys }

        func begin() async throws {
            guard let keys, let transport = transport.withLock({ $0 }) else {
                throw RPCError(.failedPrecondition, "There are no keys.", executed: .no)
            }
            try await transport.setKeys(keys.next)
        }
    }

    /// Starts a server in a directory of its own.
    ///
    /// - Parameter keys: has it listen on tcp with CURVE, and not in the directory.
    static func start(with keys: Keys? = nil) async throws -> WireServer {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("wire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let (node, departure, rotation) = (try ZeroMQNode.start(), Departure(), Rotation(keys))
        var server = RPCServer(name: "wire", version: "1", runtime: SystemRuntime.shared)
        server.diagnostics = Diagnostics()
        try server.add(handlers(WireLog(), departure, rotation))
        var binding = ZeroMQBinding(.ipc(path: directory.appendingPathComponent("wire.sock").path))
        if let keys {
            let security = ZeroMQServerSecurity(keys: keys.now, clients: [keys.client: "python"])
            binding = ZeroMQBinding(.tcp(host: "127.0.0.1", port: 0), security: security)
        }
        let transport = try await ZeroMQServerTransport.listen(server, at: [binding], node: node)
        rotation.transport.withLock { $0 = transport }
        let endpoint = (transport.endpoints.first ?? binding.endpoint).description
        return WireServer(directory: directory, endpoint: endpoint, node, transport, departure)
    }

    private init(
        directory: URL, endpoint: String, _ node: ZeroMQNode, _ transport: ZeroMQServerTransport, _ departure: Departure
    ) {
        (self.directory, self.endpoint) = (directory, endpoint)
        (self.node, self.transport, self.departure) = (node, transport, departure)
    }

    /// Drains the server when a client asks it to leave.
    func leaveWhenRequested() async {
        await departure.waitUntilBegun()
        await transport.drain(within: .seconds(5))
    }

    func stop() async {
        departure.begin()
        await transport.close()
        await node.shutDown()
        try? FileManager.default.removeItem(at: directory)
    }

    private static func handlers(
        _ log: WireLog, _ departure: Departure, _ rotation: Rotation
    ) -> RPCHandlers<Wire> {
        var handlers = RPCHandlers<Wire>()
        handlers.on(Wire.Echo.self) { request, call in
            let left = SystemRuntime.shared.now.duration(to: call.deadline)
            let metadata = call.metadata.values.keys.map { ($0, call.metadata.text($0) ?? "bytes") }
            return Wire.Echoed(
                text: request.text, attempt: Int32(call.attempt), key: call.idempotencyKey?.bytes,
                token: call.token.map { String(decoding: $0.bytes, as: UTF8.self) },
                metadata: Dictionary(uniqueKeysWithValues: metadata), microsecondsLeft: left.wholeMicroseconds,
                criticality: call.criticality.rawValue)
        }
        handlers.on(Wire.Make.self) { request, _ in
            Wire.Made(bytes: (0..<Int(clamping: request.bytes)).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) })
        }
        handlers.on(Wire.Fail.self) { request, _ in
            switch request.how {
            case .shelf: throw QuotaExceeded(capacity: 7)
            case .field: throw RPCError.invalidArgument("how", "is never right")
            case .secret: throw Secret()
            case .busy:
                throw RPCError(
                    .resourceExhausted, "Busy.", executed: .no, retryAfter: .milliseconds(30), origin: "till")
            }
        }
        handlers.on(Wire.Hold.self) { request, _ in
            try await log.watch(request.name) {
                try await SystemRuntime.shared.sleep(for: .milliseconds(request.milliseconds))
            }
            return Empty()
        }
        handlers.on(Wire.Add.self) { request, _ in
            log.begun(request.name)
            return Empty()
        }
        handlers.on(Wire.GetSeen.self) { request, _ in log[request.name] }
        handlers.on(Wire.Leave.self) { _, _ in
            departure.begin()
            return Empty()
        }
        handlers.on(Wire.Rotate.self) { _, _ in
            try await rotation.begin()
            return Empty()
        }
        addStreams(to: &handlers, log)
        return handlers
    }
}
