import EchoControl
import RPC
import RPCDiagnostics
import RPCZeroMQ
import Synchronization
import ZeroMQ

/// Unary echo and streams of items over Hearth's RPC: `echo-hearth server|client <endpoint> [--loop] [--curve]
/// [--calls-per-second=N]`; also the clients of comparisons that are Hearth's alone (`fan-out`, `restarts`, `flood` and
/// `bystander`) and peers that keep no rules (`rude`).
@main
enum EchoHearth {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        EchoControl.run { try await run(Array(arguments)) }
    }

    private static func run(_ arguments: [String]) async throws {
        let words = arguments.filter { !$0.hasPrefix("--") }
        if words.first == "fan-out" { return try await EchoFanOut.run(words.dropFirst().map { $0 }) }
        if words.first == "flood" { return try await EchoFlood.run(words.dropFirst().map { $0 }) }
        if words.first == "bystander" { return try await EchoBystander.run(words.dropFirst().map { $0 }) }
        if words.first == "rude" { return try await RudePeer.run(words.dropFirst().map { $0 }) }
        // Only with tcp the system chooses the port.
        guard words.count == 2, let endpoint = ZeroMQEndpoint(words[1] == "tcp" ? "tcp://127.0.0.1:0" : words[1]) else {
            throw EchoFailure(
                reason: "usage: echo-hearth server|client <endpoint>|tcp [--loop] [--curve] [--calls-per-second=N]")
        }
        let keys = arguments.contains("--curve") ? try EchoKeys() : nil
        switch words[0] {
        case "server":
            let rate = arguments.first { $0.hasPrefix(Self.rateFlag) }.flatMap {
                Int($0.dropFirst(Self.rateFlag.count))
            }
            try await serve(at: ZeroMQBinding(endpoint, security: keys?.server), callsPerSecond: rate)
        case "restarts":
            try await EchoRestarts.run(endpoint, security: keys?.client, pings: arguments.contains("--ping"))
        case "client":
            try await call(endpoint, onLoop: arguments.contains("--loop"), security: keys?.client)
        default: throw EchoFailure(reason: "the first word is server, client or restarts")
        }
    }

    /// The limit of calls a second of one connection.
    private static let rateFlag = "--calls-per-second="

    private static func serve(at binding: ZeroMQBinding, callsPerSecond: Int?) async throws {
        var handlers = RPCHandlers<Echo>()
        handlers.on(Echo.Say.self) { request, _ in Echo.Said(text: request.text) }
        handlers.onLoop(Echo.SayOnLoop.self) { request, _ in Echo.Said(text: request.text) }
        handlers.on(Echo.Work.self) { request, _ in
            ProcessClock.work(nanoseconds: request.microseconds * 1_000)
            return Echo.Said(text: "")
        }
        handlers.on(Echo.Repeat.self) { request, writer, _ in
            for _ in 0..<request.times { try await writer.write(Echo.Said(text: request.text)) }
        }
        handlers.on(Echo.Hold.self) { _, _ in
            try await SystemRuntime.shared.sleep(for: Echo.Hold.timeout)
            return Echo.Said(text: "")
        }
        var server = RPCServer(
            name: "echo", version: "1", runtime: SystemRuntime.shared, interceptors: [KnownToken()])
        server.diagnostics = Diagnostics()
        server.limits.callsPerSecond = callsPerSecond
        try server.add(handlers)
        let node = try ZeroMQNode.start()
        let bound = Mutex<UInt64?>(nil)
        let transport = try await ZeroMQServerTransport.listen(server, at: [binding], node: node) { event in
            if case .listening = event { bound.withLock { $0 = ProcessClock.nowNanoseconds } }
        }
        EchoControl.serverIsReady(at: transport.endpoints[0].description, since: bound.withLock { $0 })
        EchoControl.serveDriver { (try? await transport.statistics()).map { EchoDrops($0) } }
        // The driver ends the process; until then it only answers calls.
        for await _ in AsyncStream<Never>(unfolding: { await withUnsafeContinuation { _ in } }) {}
        await transport.close()
    }

    private static func call(_ endpoint: ZeroMQEndpoint, onLoop: Bool, security: ZeroMQClientSecurity?) async throws {
        let node = try ZeroMQNode.start()
        let channel = try await ZeroMQChannel.connect(
            to: endpoint, name: "bench", target: "echo", node: node, runtime: SystemRuntime.shared, security: security)
        let client = RPCClient<Echo>(channel, defaults: CallOptions(token: KnownToken.token))
        try await EchoControl.runClient { bytes in
            let payload = String(repeating: "x", count: bytes)
            guard onLoop else { return { try await client.send(Echo.Say(text: payload)).text.utf8.count } }
            return { try await client.send(Echo.SayOnLoop(text: payload)).text.utf8.count }
        } stream: { items in
            let payload = String(repeating: "x", count: EchoControl.payloadBytes)
            var size = 0
            for try await said in try await client.stream(Echo.Repeat(text: payload, times: items)) {
                size += said.text.utf8.count
            }
            return size
        } stats: {
            let stats = try await RPCClient<Sys>(channel).send(Sys.GetStats(), options: client.defaults)
            let echoed = stats.methods.filter { $0.method.hasPrefix(Echo.name) }
            let failed = echoed.reduce(0) { $0 + $1.failures.values.reduce(0, +) }
            let refused = (stats.refusals ?? [:]).values.reduce(0, +)
            return EchoStats(
                calls: echoed.reduce(0) { $0 + $1.calls }, openCalls: stats.openCalls,
                failures: failed + refused + stats.violations, pendingCalls: try await channel.openCalls())
        }
        await channel.close()
        await node.shutDown()
    }
}

extension EchoDrops {
    fileprivate init(_ seen: ZeroMQServerStatistics) {
        self.init(
            slowPeers: seen.slowPeersDropped,
            others: seen.violatingPeersDropped + seen.removedClientsDropped + seen.framesOfRefusedPeers
                + seen.malformedMessages)
    }
}
