import Foundation
import RPCInProcess
import RPCZeroMQ
import Synchronization
import Testing
import ZeroMQ

@testable import RPC

/// Where a test body of streams runs.
enum TestTransportMode: String, CaseIterable, Sendable {
    case system, simulation, ipc, tcp

    /// Runs a body with a server of the flow service and a client of it.
    func run(
        limits: RPCLimits = RPCLimits(), tape: AppendOnlyLog = AppendOnlyLog(length: 1_000), seed: UInt64 = 1,
        faults: InProcessFaults = .none, _ body: @escaping @Sendable (StreamFixture) async throws -> Void
    ) async throws {
        try await at(seed: seed, faults: faults) { endpoint in
            try await Self.play(StreamFixture(endpoint: endpoint, tape: tape, limits: limits), body)
        }
    }

    /// Runs a body at a place where it may start any server.
    func at(
        seed: UInt64 = 1, faults: InProcessFaults = .none,
        _ body: @escaping @Sendable (any TestEndpoint) async throws -> Void
    ) async throws {
        switch self {
        case .system: try await body(InProcessTestEndpoint(runtime: SystemRuntime.shared, faults: .none))
        case .simulation:
            try await Simulation.runOnDedicatedThread {
                let simulation = Simulation(seed: seed)
                let outcome = Outcome()
                let endpoint = InProcessTestEndpoint(runtime: simulation, faults: faults)
                let ended = simulation.run {
                    do { try await body(endpoint) } catch { outcome.error = error }
                }
                #expect(ended, "tasks wait for something that never comes, seed \(seed)")
                #expect(simulation.foreignJobs == 0)
                if let error = outcome.error { throw error }
            }
        case .ipc, .tcp:
            let endpoint = try ZeroMQTestEndpoint(isTCP: self == .tcp)
            do { try await body(endpoint) } catch {
                await endpoint.end()
                throw error
            }
            await endpoint.end()
        }
    }

    private static func play(_ fixture: StreamFixture, _ body: (StreamFixture) async throws -> Void) async throws {
        try await fixture.startServer()
        try await body(fixture)
        await fixture.endpoint.closeClient()
    }

    // Unchecked: written and read on the simulation's thread.
    private final class Outcome: @unchecked Sendable { var error: (any Error)? }
}

/// A server that can be killed and started again, and a client of it.
struct StreamFixture: Sendable {
    let endpoint: any TestEndpoint
    let log = StreamLog()
    let tape: AppendOnlyLog
    let limits: RPCLimits

    var runtime: any Runtime { endpoint.runtime }
    /// A client whose calls wait for the server.
    var flow: RPCClient<StreamService> {
        get async throws {
            RPCClient(try await endpoint.channel(limits), defaults: CallOptions(waitForReady: true))
        }
    }

    func startServer() async throws {
        try await endpoint.start(makeFlowServer(runtime: runtime, log: log, tape: tape, limits: limits))
    }

    /// Ends the server as kill -9 does.
    func kill() async { await endpoint.kill() }

    /// Has the server do nothing any more, as SIGSTOP does.
    func stop() async { await endpoint.stop() }

    /// Has it go on.
    func goOn() { endpoint.goOn() }

    /// Ends the server as SIGTERM does.
    func drain(within grace: Duration = .seconds(5)) async { await endpoint.drain(within: grace) }
}

/// A place where a server listens and a client connects to.
protocol TestEndpoint: Sendable {
    var runtime: any Runtime { get }
    func start(_ server: RPCServer) async throws
    func kill() async
    /// Returns when the server does nothing any more.
    func stop() async
    func goOn()
    /// Has frames pass through `body`; to be said before the first channel is made.
    func tamper(_ body: @escaping InProcessFrameTransform)
    /// Has another server get what is meant for the present one, over the same connection and unseen by the client.
    func takeOver(by server: RPCServer) async throws
    func drain(within grace: Duration) async
    func channel(_ limits: RPCLimits) async throws -> any RPCChannel
    /// How many calls of the client have no end yet.
    func openCalls() async throws -> Int
    /// How many clients the servers so far have dropped with what waited for them, since they did not take it.
    func slowClientsDropped() async throws -> Int
    func closeClient() async
}

final class InProcessTestEndpoint: TestEndpoint {
    let host: InProcessHost
    let runtime: any Runtime
    private let greetings = HelloReplayer()
    private let client = Mutex<InProcessClient?>(nil)

    init(runtime: any Runtime, faults: InProcessFaults) {
        self.runtime = runtime
        host = InProcessHost(name: "flow", runtime: runtime, faults: faults)
    }

    func start(_ server: RPCServer) { host.start(server) }
    func kill() { host.kill() }
    func stop() { host.stop() }
    func goOn() { host.goOn() }
    func tamper(_ body: @escaping InProcessFrameTransform) { host.setFrameTransform(greetings.keeping(body)) }
    func takeOver(by server: RPCServer) {
        greetings.repeatFirst()
        host.start(server)
    }
    func drain(within grace: Duration) async { await host.drain(within: grace) }
    func channel(_ limits: RPCLimits) -> any RPCChannel {
        client.withLock { client in
            let made = client ?? InProcessClient(host, limits: limits)
            client = made
            return made.channel
        }
    }
    func openCalls() async -> Int {
        guard let channel = client.withLock({ $0?.channel }) else { return 0 }
        return await withCheckedContinuation { continuation in
            channel.loop.submit { continuation.resume(returning: channel.callCount) }
        }
    }
    /// Frames in process do not wait.
    func slowClientsDropped() -> Int { 0 }
    func closeClient() { client.withLock { $0 }?.close() }
}

final class ZeroMQTestEndpoint: TestEndpoint {
    private typealias Server = (node: ZeroMQNode, transport: ZeroMQServerTransport)

    private struct State {
        var server: Server?
        var channel: ZeroMQChannel?
        var endpoint: ZeroMQEndpoint
        /// Servers that were taken over from.
        var former: [Server] = []
        /// What those had counted that have ended.
        var slowClientsDropped = 0
        var tampering: InProcessFrameTransform?
        var relay: FrameProxy?
        /// What the server's thread waits for while it is stopped.
        var stopSemaphore: DispatchSemaphore?
    }
    let runtime: any Runtime = SystemRuntime.shared
    private let path: String
    /// With tcp an address of the loopback's network that is this place's alone: the port of a server that is gone is
    /// that of no other server then, until its successor takes it.
    private let host: String?
    private let clients: ZeroMQNode
    private let state: Mutex<State>

    init(isTCP: Bool) throws {
        path = "/tmp/rpc-test-\(UUID().uuidString.prefix(13))"
        host = isTCP ? Self.freshHost() : nil
        clients = try ZeroMQNode.start(name: "clients")
        state = Mutex(State(endpoint: Self.endpoint("flow.0", in: path, host)))
    }

    /// An address of the loopback's network that hardly anybody else has.
    static func freshHost() -> String {
        let random = SystemRuntime.shared.random()
        return "127.\(random % 256).\(random >> 8 % 256).\(1 + random >> 16 % 254)"
    }

    /// A fresh address: of a file, or of a port of the host.
    static func endpoint(_ name: String, in path: String, _ host: String?) -> ZeroMQEndpoint {
        host.map { .tcp(host: $0, port: 0) } ?? .ipc(path: "\(path)/\(name).sock")
    }

    func start(_ server: RPCServer) async throws {
        let node = try ZeroMQNode.start(name: "server")
        let transport = try await ZeroMQServerTransport.listen(
            server, at: [ZeroMQBinding(state.withLock { $0.endpoint })], node: node)
        let endpoint = try #require(transport.endpoints.first)
        state.withLock { state in
            state.server = (node, transport)
            // The same port again, as a restarted service has.
            state.endpoint = endpoint
        }
    }

    func kill() async {
        goOn()
        for server in state.withLock({ state in
            defer { (state.server, state.former) = (nil, []) }
            return [state.server].compactMap(\.self) + state.former
        }) { await end(server) }
        let (relay, endpoint) = state.withLock { ($0.relay, $0.endpoint) }
        await relay?.hangUp(to: endpoint)
    }

    func drain(within grace: Duration) async {
        guard let server = take() else { return }
        await server.transport.drain(within: grace)
        await end(server)
    }

    private func end(_ server: Server) async {
        let seen = try? await server.transport.statistics()
        state.withLock { $0.slowClientsDropped += seen?.slowPeersDropped ?? 0 }
        await server.node.shutDown()
    }

    func stop() async {
        let stopSemaphore = DispatchSemaphore(value: 0)
        let loop = state.withLock { state in
            state.stopSemaphore = stopSemaphore
            return state.server?.node.loop
        }
        await withCheckedContinuation { stopped in
            guard let loop else { return stopped.resume() }
            loop.perform {
                stopped.resume()
                stopSemaphore.wait()
            }
        }
    }

    func goOn() { state.withLock { $0.stopSemaphore.take() }?.signal() }

    private func take() -> Server? {
        state.withLock { state in
            defer { state.server = nil }
            return state.server
        }
    }

    func channel(_ limits: RPCLimits) async throws -> any RPCChannel {
        if let channel = state.withLock({ $0.channel }) { return channel }
        var endpoint = state.withLock { $0.endpoint }
        if let tampering = state.withLock({ $0.tampering }) {
            let relay = try await FrameProxy.start(
                at: Self.endpoint("relay.0", in: path, host), to: endpoint, tampering: tampering)
            endpoint = relay.front
            state.withLock { $0.relay = relay }
        }
        let channel = try await ZeroMQChannel.connect(
            to: endpoint, name: "test", target: "flow", node: clients, runtime: runtime,
            limits: limits)
        state.withLock { $0.channel = channel }
        return channel
    }

    func openCalls() async throws -> Int { try await state.withLock { $0.channel }?.openCalls() ?? 0 }

    func slowClientsDropped() async throws -> Int {
        let (server, former) = state.withLock { ($0.server, $0.slowClientsDropped) }
        return former + (try await server?.transport.statistics().slowPeersDropped ?? 0)
    }

    func closeClient() async { await state.withLock { $0.channel }?.close() }

    func tamper(_ body: @escaping InProcessFrameTransform) { state.withLock { $0.tampering = body } }

    func takeOver(by server: RPCServer) async throws {
        let (first, relay) = (take(), state.withLock { $0.relay })
        let node = try ZeroMQNode.start(name: "server")
        let transport = try await ZeroMQServerTransport.listen(
            server, at: [ZeroMQBinding(Self.endpoint("flow.1", in: path, host))], node: node)
        state.withLock { state in
            state.server = (node, transport)
            state.former += [first].compactMap(\.self)
        }
        await relay?.move(to: try #require(transport.endpoints.first))
    }

    func end() async {
        await kill()
        await state.withLock { $0.relay }?.end()
        await clients.shutDown()
        try? FileManager.default.removeItem(atPath: path)
    }
}
