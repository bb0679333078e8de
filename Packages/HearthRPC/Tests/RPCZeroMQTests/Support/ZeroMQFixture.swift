import Foundation
import RPC
import RPCZeroMQ
import Testing
import ZeroMQ

/// A directory, a handler log, and the nodes of a server and of a client, which share nothing but the socket.
final class ZeroMQFixture: Sendable {
    let handlerLog = HandlerLog()
    let clients: ZeroMQNode
    let path: String
    let serverEvents: AsyncStream<ZeroMQServerEvent>
    private let served: AsyncStream<ZeroMQServerEvent>.Continuation

    private init() throws {
        path = "/tmp/rpc-test-\(UUID().uuidString.prefix(13))"
        clients = try ZeroMQNode.start(name: "clients")
        (serverEvents, served) = AsyncStream.makeStream()
    }

    static func with(_ body: (ZeroMQFixture) async throws -> Void) async throws {
        let fixture = try ZeroMQFixture()
        defer { try? FileManager.default.removeItem(atPath: fixture.path) }
        do { try await body(fixture) } catch {
            await fixture.clients.shutDown()
            throw error
        }
        await fixture.clients.shutDown()
    }

    var ipc: ZeroMQEndpoint { .ipc(path: "\(path)/library.0.sock") }

    /// Starts a server on a node of its own.
    func serve(
        _ binding: ZeroMQBinding? = nil, handlerLog: HandlerLog? = nil, limits: RPCLimits = RPCLimits()
    ) async throws -> RunningServer {
        let node = try ZeroMQNode.start(name: "server")
        do {
            let transport = try await ZeroMQServerTransport.listen(
                try (handlerLog ?? self.handlerLog).server(limits: limits), at: [binding ?? ZeroMQBinding(ipc)],
                node: node,
                onEvent: { [served] in served.yield($0) })
            return RunningServer(node: node, transport: transport, endpoint: try #require(transport.endpoints.first))
        } catch {
            await node.shutDown()
            throw error
        }
    }

    func channel(
        to endpoint: ZeroMQEndpoint? = nil, node: ZeroMQNode? = nil, security: ZeroMQClientSecurity? = nil,
        onEvent: @escaping @Sendable (ZeroMQChannelEvent) -> Void = { _ in }
    ) async throws -> ZeroMQChannel {
        try await ZeroMQChannel.connect(
            to: endpoint ?? ipc, name: "test", target: "library", node: node ?? clients,
            runtime: SystemRuntime.shared, security: security, onEvent: onEvent)
    }
}

/// A running server.
struct RunningServer: Sendable {
    let node: ZeroMQNode
    let transport: ZeroMQServerTransport
    let endpoint: ZeroMQEndpoint

    /// Ends at once, as a killed process does: nothing is finished, and no peer is told.
    func kill() async { await node.shutDown() }

    func close() async {
        await transport.close()
        await node.shutDown()
    }
}

extension ZeroMQChannel {
    var library: RPCClient<LookupService> { RPCClient(self) }

    /// One attempt that fails at once when there is no server.
    func lookup(_ text: String, timeout: Duration? = nil) async throws(RPCError) -> String {
        try await library.send(LookupService.Lookup(text: text), options: CallOptions(timeout: timeout, attempts: 1))
            .text
    }

    /// One attempt, when there is a server.
    func lookupWhenReady(_ text: String) async throws(RPCError) -> String {
        let options = CallOptions(timeout: .seconds(300), waitForReady: true, attempts: 1)
        return try await library.send(LookupService.Lookup(text: text), options: options).text
    }
}
