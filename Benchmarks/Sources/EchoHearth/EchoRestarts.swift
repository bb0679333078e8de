import EchoControl
import RPC
import RPCDiagnostics
import RPCZeroMQ

/// A client whose server is killed and restarted, and which reports when it noticed and when it was answered:
/// `echo-hearth restarts <endpoint> [--curve] [--ping]`.
///
/// With `--ping` the server may be any service, and only `sys.Ping` is called.
///
/// It answers `hold` (a call is open), `wait` and `wait-new` (a call waits for the server, over the same channel or a new
/// one), and `end` (the time of that call's end, by the clock that all processes read).
struct EchoRestarts {
    private let endpoint: ZeroMQEndpoint
    private let security: ZeroMQClientSecurity?
    private let node: ZeroMQNode
    private let pings: Bool
    private var channel: ZeroMQChannel
    /// The open or waiting call; it returns when it ended, and nil when it did not end as expected.
    private var pending: Task<UInt64?, Never>?

    private static let patience = Duration.seconds(60)

    static func run(_ endpoint: ZeroMQEndpoint, security: ZeroMQClientSecurity?, pings: Bool) async throws {
        let node = try ZeroMQNode.start()
        let channel = try await connect(to: endpoint, security, node)
        var client = EchoRestarts(endpoint: endpoint, security: security, node: node, pings: pings, channel: channel)
        guard await client.wait().value != nil else { throw EchoFailure(reason: "the server does not answer") }
        try await EchoControl.converse { line in try await client.respond(to: line) }
        await node.shutDown()
    }

    private mutating func respond(to line: String) async throws -> String {
        switch line {
        case "hold":
            let client = self.client
            // One attempt: retries would come after a backoff.
            let options = CallOptions(timeout: Echo.Hold.timeout, token: KnownToken.token, attempts: 1)
            pending = Task {
                do { _ = try await client.send(Echo.Hold(), options: options) } catch {
                    return ProcessClock.nowNanoseconds
                }
                return nil
            }
            while try await openCalls() == 0 {}
        case "wait": pending = wait()
        case "wait-new":
            await channel.close()
            channel = try await Self.connect(to: endpoint, security, node)
            pending = wait()
        case "end":
            guard let end = await pending?.value else { throw EchoFailure(reason: "a call ended otherwise") }
            return "\(end)"
        default: throw EchoFailure(reason: "not understood: \(line)")
        }
        return line
    }

    private var client: RPCClient<Echo> { RPCClient(channel, defaults: CallOptions(token: KnownToken.token)) }

    /// The calls that run at the server, without the asking call.
    private func openCalls() async throws -> UInt64 {
        try await RPCClient<Sys>(channel).send(Sys.GetStats(), options: client.defaults).openCalls
    }

    private func wait() -> Task<UInt64?, Never> {
        let (client, sys, pings) = (client, RPCClient<Sys>(channel), pings)
        let options = CallOptions(
            timeout: Self.patience, token: pings ? nil : KnownToken.token, waitForReady: true, attempts: 1)
        return Task {
            do {
                if pings {
                    _ = try await sys.send(Sys.Ping(), options: options)
                } else {
                    _ = try await client.send(Echo.Say(text: "x"), options: options)
                }
            } catch { return nil }
            return ProcessClock.nowNanoseconds
        }
    }

    private static func connect(
        to endpoint: ZeroMQEndpoint, _ security: ZeroMQClientSecurity?, _ node: ZeroMQNode
    ) async throws -> ZeroMQChannel {
        try await ZeroMQChannel.connect(
            to: endpoint, name: "bench", target: "echo", node: node, runtime: SystemRuntime.shared, security: security)
    }
}
