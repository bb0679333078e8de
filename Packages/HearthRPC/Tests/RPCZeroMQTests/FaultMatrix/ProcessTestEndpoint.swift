import Foundation
import RPC
import RPCDiagnostics
import RPCInProcess
import RPCZeroMQ
import Synchronization
import Testing
import ZeroMQ

@testable import FaultMatrixPeer

/// A place whose server is a process of its own, which gets real signals.
final class ProcessTestEndpoint: TestEndpoint {
    private struct State {
        var child: ServerProcess?
        var channel: ZeroMQChannel?
        var endpoint: ZeroMQEndpoint
        var isGateOpen = false
    }

    let runtime: any Runtime = SystemRuntime.shared
    let isTCP: Bool
    private let path: String
    private let clients: ZeroMQNode
    private let state: Mutex<State>

    private init(isTCP: Bool) throws {
        self.isTCP = isTCP
        path = "/tmp/rpc-test-\(UUID().uuidString.prefix(13))"
        clients = try ZeroMQNode.start(name: "clients")
        state = Mutex(
            State(
                endpoint: ZeroMQTestEndpoint.endpoint("flow.0", in: path, isTCP ? ZeroMQTestEndpoint.freshHost() : nil))
        )
    }

    /// Runs a body with such an endpoint, of which nothing is left afterwards.
    static func with(isTCP: Bool, _ body: (ProcessTestEndpoint) async throws -> Void) async throws {
        let endpoint = try ProcessTestEndpoint(isTCP: isTCP)
        do { try await body(endpoint) } catch {
            await endpoint.end()
            throw error
        }
        await endpoint.end()
    }

    private func end() async {
        await kill()
        await clients.shutDown()
        try? FileManager.default.removeItem(atPath: path)
    }

    // MARK: The server

    /// Starts a server of a safety, whose effects are written into the ledger, and are in there when it is killed.
    func start(_ safety: CallSafety, _ ledger: EffectLedger) async throws {
        let address = state.withLock { $0.endpoint.description }
        let child = try await ServerProcess.start([address, safety.rawValue], ledger: ledger)
        let isGateOpen = state.withLock { state in
            state.child = child
            // The same port again, as a restarted service has.
            state.endpoint = child.address.flatMap { ZeroMQEndpoint($0) } ?? state.endpoint
            return state.isGateOpen
        }
        if isGateOpen { await child.say(.open) }
    }

    func setGate(isOpen: Bool) async {
        let child = state.withLock { state in
            state.isGateOpen = isOpen
            return state.child
        }
        await child?.say(isOpen ? .open : .shut)
    }

    func kill() async { await take()?.kill() }
    func stop() async { child?.stop() }
    func goOn() { child?.goOn() }

    func drain(within grace: Duration) async {
        let child = take()
        await child?.say(.drain)
        await child?.ended()
    }

    /// Strangers connect until the server has no descriptor left. Over ipc libzmq 4.3.4 ends the process then; over tcp it
    /// accepts no connection until some have gone.
    func exhaustDescriptors() async throws {
        let child = try #require(self.child)
        await child.say(.starve)
        let strangers = IdleConnections(at: state.withLock { $0.endpoint })
        defer { withExtendedLifetime(strangers) {} }
        strangers.connect(count: 16)
        if !isTCP {
            // One that has descriptors left after all would be waited for for ever.
            let patience = Task { [runtime] in
                try await runtime.sleep(for: Self.patience)
                Issue.record("the server has descriptors left")
                await child.kill()
            }
            await child.ended()
            patience.cancel()
            state.withLock { $0.child = nil }
            return
        }
        // Connections find no server now.
        var limits = RPCLimits()
        limits.firstPause = .milliseconds(20)
        let late = try await ZeroMQChannel.connect(
            to: state.withLock { $0.endpoint }, name: "late", target: "flow", node: clients, runtime: runtime,
            limits: limits)
        let options = CallOptions(timeout: .milliseconds(300), waitForReady: true)
        await #expect(throws: RPCError.self) { try await RPCClient<Sys>(late).send(Sys.Ping(), options: options) }
        await late.close()
    }

    /// How long a process that is to end by itself is waited for.
    private static let patience = Duration.seconds(30)

    private var child: ServerProcess? { state.withLock { $0.child } }

    private func take() -> ServerProcess? {
        state.withLock { state in
            defer { state.child = nil }
            return state.child
        }
    }

    // MARK: The client

    func channel(_ limits: RPCLimits) async throws -> any RPCChannel {
        if let channel = state.withLock({ $0.channel }) { return channel }
        let channel = try await ZeroMQChannel.connect(
            to: state.withLock { $0.endpoint }, name: "test", target: "flow", node: clients, runtime: runtime,
            limits: limits)
        state.withLock { $0.channel = channel }
        return channel
    }

    func openCalls() async throws -> Int { try await state.withLock { $0.channel }?.openCalls() ?? 0 }
    func closeClient() async { await state.withLock { $0.channel }?.close() }

    // MARK: What only a server in this process can have done to it

    func start(_ server: RPCServer) { Issue.record("a server cannot be sent to another process") }
    func tamper(_ body: @escaping InProcessFrameTransform) {
        Issue.record("nothing relays frames between the processes")
    }
    func takeOver(by server: RPCServer) { start(server) }
    func slowClientsDropped() -> Int { 0 }
}
