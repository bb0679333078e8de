import RPC
import RPCZeroMQ

enum Echo: RPCService {
    static let name = "example.v1.Echo"
    static let requests: [any RPCMethod.Type] = [Say.self]

    struct Say: RPCRequest {
        typealias Service = Echo
        static let safety = CallSafety.readOnly
        var text: String

        struct Response: Codable, Sendable { var text: String }
    }
}

/// A server and a client of it, here in one process: they share nothing but the socket.
func echo(_ text: String, over socket: ZeroMQEndpoint) async throws -> String {
    let runtime = SystemRuntime.shared
    var handlers = RPCHandlers<Echo>()
    handlers.on(Echo.Say.self) { request, _ in Echo.Say.Response(text: request.text) }
    var server = RPCServer(name: "echo", version: "1", runtime: runtime)
    try server.add(handlers)
    let node = try ZeroMQNode.start()
    let transport = try await ZeroMQServerTransport.listen(server, at: [ZeroMQBinding(socket)], node: node)

    let channel = try await ZeroMQChannel.connect(
        to: socket, name: "example", target: "echo", node: node, runtime: runtime)
    let client = RPCClient<Echo>(channel, defaults: CallOptions(waitForReady: true))
    let response = try await client.send(Echo.Say(text: text))

    await channel.close()
    await transport.drain(within: .seconds(10))
    await node.shutDown()
    return response.text
}
