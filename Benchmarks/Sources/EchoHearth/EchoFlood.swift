import EchoControl
import RPC
import RPCZeroMQ

/// A greedy client within the rules: each of its connections has as many open calls as allowed. `echo-hearth flood
/// <endpoint> <connections> <microseconds of a call>`; 0: calls that are answered on the loop.
enum EchoFlood {
    /// A connection's limit of open calls.
    private static let width = 1_024

    static func run(_ words: [String]) async throws {
        guard words.count == 3, let endpoint = ZeroMQEndpoint(words[0]), let connections = Int(words[1]),
            let microseconds = UInt64(words[2])
        else { throw EchoFailure(reason: "usage: echo-hearth flood <endpoint> <connections> <microseconds>") }
        let node = try ZeroMQNode.start()
        for number in 0..<connections {
            let channel = try await ZeroMQChannel.connect(
                to: endpoint, name: "flood \(number)", target: "echo", node: node, runtime: SystemRuntime.shared)
            let options = CallOptions(token: KnownToken.floodToken, waitForReady: true, attempts: 1)
            let client = RPCClient<Echo>(channel, defaults: options)
            for _ in 0..<width { SystemRuntime.shared.spawn { await call(client, microseconds) } }
        }
        EchoControl.serveDriver()
        EchoControl.serverIsReady(at: words[0])
        for await _ in AsyncStream<Never>(unfolding: { await withUnsafeContinuation { _ in } }) {}
    }

    /// Calls repeatedly; after a refusal as soon as `retryAfter` allows.
    private static func call(_ client: RPCClient<Echo>, _ microseconds: UInt64) async {
        while true {
            do throws(RPCError) {
                try await EchoWork.call(client, microseconds)
            } catch {
                try? await SystemRuntime.shared.sleep(for: error.retryAfter ?? .milliseconds(20))
            }
        }
    }
}

/// The call of floods and bystanders.
private enum EchoWork {
    private static let payload = String(repeating: "x", count: EchoControl.payloadBytes)

    static func call(_ client: RPCClient<Echo>, _ microseconds: UInt64) async throws(RPCError) {
        if microseconds == 0 {
            _ = try await client.send(Echo.SayOnLoop(text: payload))
        } else {
            _ = try await client.send(Echo.Work(microseconds: microseconds))
        }
    }
}

/// A client that makes one call at a time, a hundred a second: `echo-hearth bystander <endpoint> <microseconds of a call>`.
enum EchoBystander {
    private static let interval: UInt64 = 10_000_000

    static func run(_ words: [String]) async throws {
        guard words.count == 2, let endpoint = ZeroMQEndpoint(words[0]), let microseconds = UInt64(words[1]) else {
            throw EchoFailure(reason: "usage: echo-hearth bystander <endpoint> <microseconds>")
        }
        let node = try ZeroMQNode.start()
        let channel = try await ZeroMQChannel.connect(
            to: endpoint, name: "bystander", target: "echo", node: node, runtime: SystemRuntime.shared)
        let options = CallOptions(token: KnownToken.token, waitForReady: true, attempts: 1)
        let client = RPCClient<Echo>(channel, defaults: options)
        try await EchoControl.runBystander { count in
            var (latencies, refused) = ([UInt64](), 0)
            let start = ProcessClock.nowNanoseconds
            for number in 0..<UInt64(count) {
                let (due, now) = (start + number * interval, ProcessClock.nowNanoseconds)
                if due > now { try await SystemRuntime.shared.sleep(for: .nanoseconds(Int64(due - now))) }
                let begun = ProcessClock.nowNanoseconds
                do throws(RPCError) {
                    try await EchoWork.call(client, microseconds)
                    latencies.append(ProcessClock.nowNanoseconds - begun)
                } catch {
                    refused += 1
                }
            }
            return BystanderReport(latencies: latencies, refused: refused)
        }
    }
}
