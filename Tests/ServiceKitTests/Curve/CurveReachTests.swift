import Foundation
import RPC
import RPCDiagnostics
import RPCZeroMQ
import TestSupport
import Testing
import ZeroMQ

@testable import ServiceKit

/// A service on another machine: a server and its callers with a data directory each, and real tcp sockets between them.
@Suite(.timeLimit(.minutes(10)))
struct CurveReachTests {
    @Test
    func `nothing listens beyond loopback without a key and a list, and the error says what to do`() throws {
        try CurveFixture.withStores { here, there in
            let (open, loopback) = (try address("tcp://10.0.0.5:7001"), try address("tcp://127.0.0.1:7001"))
            #expect(try here.security(of: "catalog", at: loopback) == nil)
            #expect(
                why { _ = try here.security(of: "catalog", at: open) }.hasSuffix("`hearth keys curve make catalog`"))
            _ = try here.make("catalog")
            for endpoint in [open, loopback] {
                let reason = why { _ = try here.security(of: "catalog", at: endpoint) }
                #expect(reason.hasSuffix("`hearth keys curve allow catalog KEY NAME`"))
            }
            let key = try there.make(CurveStore.client).publicKey
            try here.add(key, name: "there", to: .clients, of: "catalog")
            #expect(try here.security(of: "catalog", at: open)?.clients.map(\.value) == ["there"])
            // A list that is empty admits no client.
            _ = try here.remove("there", of: "catalog")
            #expect(try here.security(of: "catalog", at: open)?.clients.isEmpty == true)
        }
    }

    @Test
    func `nothing is said beyond loopback without keys, and the error says what to do`() throws {
        try CurveFixture.withStores { here, there in
            let (open, loopback) = (try address("tcp://box.lan:7001"), try address("tcp://127.0.0.1:7001"))
            #expect(try there.security(for: "catalog", at: loopback) == nil)
            #expect(why { _ = try there.security(for: "catalog", at: open) }.hasSuffix("curve trust catalog KEY`"))
            try there.add(try here.make("catalog").publicKey, name: "box", to: .servers, of: "catalog")
            #expect(why { _ = try there.security(for: "catalog", at: open) }.hasSuffix("curve make client`"))
            _ = try there.make(CurveStore.client)
            #expect(try there.security(for: "catalog", at: open)?.servers.count == 1)
        }
    }

    @Test
    func `clients and keys change in the files, and the running server and its callers follow`() async throws {
        try await CurveFixture.with { box in
            let laptop = box.caller("laptop")
            let desktop = box.caller("desk")
            try box.trust(by: ["laptop", "desk"])
            try await laptop.ping()
            // Not on the list yet.
            #expect(await desktop.failure()?.executed == .no)
            try box.server.add(
                box.store("desk").make(CurveStore.client).publicKey, name: "desk", to: .clients, of: "catalog")
            try await desktop.ping()

            // Both keys are told for a while; then the next one takes over, and what is connected goes on.
            let next = try box.server.rotate("catalog", after: .seconds(1)).publicKey
            try box.store("desk").add(next, name: "next", to: .servers, of: "catalog")
            #expect(try await comes { try await box.transport.statistics().listeners == 2 })
            try await laptop.ping()
            try await desktop.ping()
            // A new connection needs the next key: the laptop was told of none.
            #expect(await box.caller("laptop").failure()?.executed == .no)
            try await box.caller("desk").ping()

            // Taken off the list, it is hung up on, and the other is not.
            #expect(try box.server.remove("laptop", of: "catalog").count == 1)
            #expect(try await comes { await laptop.failure()?.code == .unavailable })
            try await desktop.ping()

            // A file that cannot be used changes nothing, and shows.
            try Data("rubbish\n".utf8).write(
                to: URL(filePath: "\(box.server.directory)/catalog.clients"), options: .atomic)
            #expect(try await comes { box.health.all.contains { $0.name == "curve" && $0.state == .degraded } })
            try await box.caller("desk").ping()
        }
    }

    private func address(_ text: String) throws -> ZeroMQEndpoint { try #require(ZeroMQEndpoint(text)) }

    private func why(_ body: () throws -> Void) -> String {
        do { try body() } catch { return "\(error)" }
        return "nothing was thrown"
    }
}

/// A catalog that listens at every address of this machine, and machines that call it.
private final class CurveFixture: Sendable {
    let directory: TemporaryDirectory
    let server: CurveStore
    let transport: ZeroMQServerTransport
    let health: HealthRegistry
    private let node: ZeroMQNode
    private let port: UInt16

    /// Two machines' keys.
    static func withStores(_ body: (CurveStore, CurveStore) throws -> Void) throws {
        let directory = try TemporaryDirectory()
        let stores = ["here", "there"].map {
            CurveStore(dataDirectory: directory.path($0), runtime: SystemRuntime.shared)
        }
        try body(stores[0], stores[1])
    }

    /// Runs the server, whose files are looked at every few milliseconds.
    static func with(_ body: (CurveFixture) async throws -> Void) async throws {
        let box = try await CurveFixture()
        let watch = CurveKeyWatcher(
            store: box.server, service: "catalog", endpoint: .tcp(host: "0.0.0.0", port: box.port), health: box.health,
            logger: LogCapture().logger, pause: .milliseconds(10))
        let began = try #require(try box.server.security(of: "catalog", at: watch.endpoint))
        let watching = SystemRuntime.shared.spawn { await watch.run(box.transport, began: began) }
        let result: Result<Void, any Error>
        do { result = .success(try await body(box)) } catch { result = .failure(error) }
        watching.cancel()
        await watching.value
        await box.transport.close()
        await box.node.shutDown()
        try result.get()
    }

    private init() async throws {
        directory = try TemporaryDirectory()
        node = try ZeroMQNode.start(name: "curve-reach")
        server = CurveStore(dataDirectory: directory.path("box"), runtime: SystemRuntime.shared)
        _ = try server.make("catalog")
        let laptop = CurveStore(dataDirectory: directory.path("laptop"), runtime: SystemRuntime.shared)
        try server.add(try laptop.make(CurveStore.client).publicKey, name: "laptop", to: .clients, of: "catalog")
        var rpc = RPCServer(name: "catalog", version: "1", runtime: SystemRuntime.shared)
        rpc.diagnostics = Diagnostics()
        health = rpc.health
        let endpoint = ZeroMQEndpoint.tcp(host: "0.0.0.0", port: 0)
        transport = try await ZeroMQServerTransport.listen(
            rpc, at: [ZeroMQBinding(endpoint, security: try server.security(of: "catalog", at: endpoint))], node: node)
        guard case .tcp(_, let port)? = transport.endpoints.first else { throw ZeroMQTransportError.closed }
        self.port = port
    }

    /// The keys of a machine.
    func store(_ machine: String) -> CurveStore {
        CurveStore(dataDirectory: directory.path(machine), runtime: SystemRuntime.shared)
    }

    /// Tells machines the server's key, and gives them keys of their own.
    func trust(by machines: [String]) throws {
        let key = try #require(try server.keys(of: "catalog").first?.publicKey)
        for machine in machines {
            try store(machine).add(key, name: "box", to: .servers, of: "catalog")
            _ = try store(machine).make(CurveStore.client)
        }
    }

    /// A process on a machine that calls the server.
    func caller(_ machine: String) -> Caller {
        let entry = EndpointSetting("catalog=tcp://127.0.0.1:\(port)")
        let clients = SocketServiceClients(
            runDirectory: directory.path("run"), name: machine, node: node, runtime: SystemRuntime.shared,
            endpoints: entry.map { [$0] } ?? [], keys: store(machine))
        return Caller(client: RPCClient<Sys>(clients.channel(to: "catalog")), clients: clients)
    }

    struct Caller {
        let client: RPCClient<Sys>
        let clients: SocketServiceClients

        /// Asks the server, however long it takes to get there.
        func ping() async throws {
            _ = try await client.send(
                Sys.Ping(), options: CallOptions(timeout: TestTimeout.longest, waitForReady: true))
        }

        /// Why the server does not answer; nil when it does.
        func failure() async -> RPCError? {
            do {
                _ = try await client.send(Sys.Ping())
                return nil
            } catch {
                return error
            }
        }
    }
}
