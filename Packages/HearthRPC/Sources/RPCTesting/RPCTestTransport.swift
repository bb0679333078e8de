internal import Foundation
public import RPC
internal import RPCInProcess
internal import RPCZeroMQ

/// A transport between a server and a client of one test: the same test body runs over each.
///
///     @Test(arguments: RPCTestTransport.allCases) func greets(_ transport: RPCTestTransport) async throws {
///         try await transport.run(try GreeterServer.make(runtime: SystemRuntime.shared)) { channel in
///             let greeting = try await RPCClient<Greeter>(channel).send(Greeter.Greet(name: "Ada"))
///             #expect(greeting.text == "Hello, Ada")
///         }
///     }
public enum RPCTestTransport: String, CaseIterable, Sendable {
    /// Without sockets, but with all messages encoded.
    case inProcess
    /// ZeroMQ over a socket file in a directory of the test's own.
    case ipc
    /// ZeroMQ over a loopback port that the system chooses.
    case tcp

    /// Runs `body` with a channel to the server, and closes both afterwards.
    ///
    /// - Parameters:
    ///   - server: The server; one that was made for this run.
    ///   - limits: The client's.
    ///   - body: Receives the channel.
    /// - Throws: the error of `body`, or of starting the server or the channel.
    public func run(
        _ server: RPCServer, limits: RPCLimits = RPCLimits(), _ body: (any RPCChannel) async throws -> Void
    ) async throws {
        switch self {
        case .inProcess:
            let host = InProcessHost(name: server.name, runtime: server.runtime)
            host.start(server)
            let client = InProcessClient(host, limits: limits)
            defer {
                client.close()
                host.kill()
            }
            try await body(client.channel)
        case .ipc:
            let name = "rpc-test-\(String(server.runtime.random(), radix: 36))"
            let folder = FileManager.default.temporaryDirectory.appending(path: name).path
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try await Self.run(server, at: .ipc(path: "\(folder)/server.sock"), limits, body)
        case .tcp:
            try await Self.run(server, at: .tcp(host: "127.0.0.1", port: 0), limits, body)
        }
    }

    private static func run(
        _ server: RPCServer, at endpoint: ZeroMQEndpoint, _ limits: RPCLimits,
        _ body: (any RPCChannel) async throws -> Void
    ) async throws {
        let node = try ZeroMQNode.start(name: "test")
        let outcome: Result<Void, any Error>
        do {
            let transport = try await ZeroMQServerTransport.listen(server, at: [ZeroMQBinding(endpoint)], node: node)
            let channel = try await ZeroMQChannel.connect(
                to: transport.endpoints[0], name: "test", target: server.name, node: node, runtime: server.runtime,
                limits: limits)
            try await body(channel)
            await channel.close()
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        await node.shutDown()
        try outcome.get()
    }
}
