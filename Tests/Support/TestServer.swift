internal import RPC
internal import RPCInProcess
internal import RPCZeroMQ
internal import Synchronization

/// One address of a test at which a server can be started, stopped, killed and started again, over any transport.
final class TestServer: Sendable {
    private struct SocketState {
        var endpoint: ZeroMQEndpoint
        var node: ZeroMQNode?
        var transport: ZeroMQServerTransport?
    }

    private let name: String
    private let runtime: any Runtime
    private let host: InProcessHost?
    private let socket: Mutex<SocketState>
    private let clientNode: ZeroMQNode?
    private let clients = Mutex<[InProcessClient]>([])

    private static let longestDrain = Duration.seconds(10)

    init(name: String, transport: TestTransport, runDirectory: String, runtime: any Runtime) throws {
        self.name = name
        self.runtime = runtime
        host = transport == .inProcess ? InProcessHost(name: name, runtime: runtime) : nil
        clientNode = transport == .inProcess ? nil : try ZeroMQNode.start()
        let endpoint: ZeroMQEndpoint =
            transport == .tcp ? .tcp(host: "127.0.0.1", port: 0) : .ipc(path: "\(runDirectory)/\(name).sock")
        socket = Mutex(SocketState(endpoint: endpoint))
    }

    func start(_ server: RPCServer) async throws {
        if let host { return host.start(server) }
        let node = try ZeroMQNode.start()
        let endpoint = socket.withLock { $0.endpoint }
        let transport = try await ZeroMQServerTransport.listen(server, at: [ZeroMQBinding(endpoint)], node: node)
        // A port that the system chose stays the same through restarts.
        socket.withLock {
            $0 = SocketState(endpoint: transport.endpoints.first ?? endpoint, node: node, transport: transport)
        }
    }

    /// Stops as SIGTERM does: running calls finish.
    func drain() async {
        if let host { return await host.drain(within: Self.longestDrain) }
        let (node, transport) = take()
        await transport?.drain(within: Self.longestDrain)
        await node?.shutDown()
    }

    /// Stops as SIGKILL does.
    func kill() async {
        if let host { return host.kill() }
        await take().node?.shutDown()
    }

    private func take() -> (node: ZeroMQNode?, transport: ZeroMQServerTransport?) {
        socket.withLock { state in
            defer { (state.node, state.transport) = (nil, nil) }
            return (state.node, state.transport)
        }
    }

    /// A new channel to the server, which need not be running.
    func channel(name clientName: String) async throws -> any RPCChannel {
        if let host {
            let client = InProcessClient(host, name: clientName)
            clients.withLock { $0.append(client) }
            return client.channel
        }
        guard let clientNode else { throw RPCError(.internal, "The test has no sockets.") }
        return try await ZeroMQChannel.connect(
            to: socket.withLock { $0.endpoint }, name: clientName, target: name, node: clientNode, runtime: runtime)
    }

    /// Hangs up everywhere.
    func close() async {
        await kill()
        for client in clients.withLock({ $0 }) { client.close() }
        await clientNode?.shutDown()
    }
}
