import EchoControl
import RPC
import RPCZeroMQ

/// Calls several echo servers in parallel, and one after another: `echo-hearth fan-out <endpoint> <endpoint> ...`.
enum EchoFanOut {
    /// The timeout of a fan-out.
    private static let patience = Duration.seconds(2)

    static func run(_ addresses: [String]) async throws {
        let node = try ZeroMQNode.start()
        var clients: [RPCClient<Echo>] = []
        for address in addresses {
            guard let endpoint = ZeroMQEndpoint(address) else { throw EchoFailure(reason: "no endpoint: \(address)") }
            let channel = try await ZeroMQChannel.connect(
                to: endpoint, name: "bench", target: "echo", node: node, runtime: SystemRuntime.shared)
            clients.append(RPCClient(channel, defaults: CallOptions(token: KnownToken.token)))
        }
        let request = Echo.Say(text: String(repeating: "x", count: EchoControl.payloadBytes))
        let everyone = clients
        let targets = everyone.enumerated().map { RPCTarget("\($0)", request, to: $1) }
        let fanOut = RPCFanOut(.all, within: patience, on: SystemRuntime.shared)
        for client in everyone { _ = try await client.send(request) }
        try await EchoControl.runFanOut {
            _ = try await everyone[0].send(request)
        } sequential: {
            for client in everyone { _ = try await client.send(request) }
        } together: {
            guard try await fanOut.send(targets).isMet else { throw EchoFailure(reason: "not all have answered") }
        }
        await node.shutDown()
    }
}
