import Access
import Foundation
public import HearthModel
import Logging
public import RPC
import RPCZeroMQ
public import ServiceKit
import ServiceLifecycle
import Synchronization

/// A service on real shards behind a socket file, in this process, and its clients.
public final class ServiceFixture<Service: HearthService>: Sendable {
    private let runtime = SystemRuntime.shared
    private let assembly: ServiceAssembly
    private let serverNode: ZeroMQNode
    private let clientNode: ZeroMQNode
    private let transport: ZeroMQServerTransport
    private let signer: TokenSigner
    private let background = Mutex<[Task<Void?, Never>]>([])

    /// The household's name.
    public static var household: String { "home" }

    /// Starts the service in a directory, which may have data of an earlier run.
    ///
    /// - Parameter clients: the clients of other services.
    public init(directory: String, clients: any ServiceClients) async throws {
        for name in ["run", "data/\(Self.household)"] {
            try FileManager.default.createDirectory(
                atPath: "\(directory)/\(name)", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        let keys = KeyStore(directory: "\(directory)/keys", runtime: runtime)
        signer = TokenSigner(try keys.peopleKey())
        let logger = Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
        let parts = ServiceAssembly.Parts(
            runtime: runtime, logger: logger, dataDirectory: "\(directory)/data", runDirectory: "\(directory)/run",
            clients: clients, verifier: TokenVerifier(store: keys, runtime: runtime), onFatal: { _ in })
        assembly = try await ServiceAssembly.make(Service.self, of: parts)
        serverNode = try ZeroMQNode.start()
        clientNode = try ZeroMQNode.start()
        transport = try await ZeroMQServerTransport.listen(
            assembly.server, at: [ZeroMQBinding(.ipc(path: "\(directory)/run/\(Service.name).sock"))], node: serverNode)
    }

    /// A new connection, as an adult of the household.
    public func client<Contract: RPCService>(
        _ contract: Contract.Type, policy: ViewingPolicy = .everything, timeout: Duration = .seconds(30)
    ) async throws -> RPCClient<Contract> {
        let claims = TokenClaims(
            household: Self.household, subject: "member", member: "member", profile: "profile", role: .adult,
            policy: policy, plan: "premium", lifetime: AccessLimits.personTokenLifetime, runtime: runtime)
        let token = try await signer.sign(claims)
        let channel = try await ZeroMQChannel.connect(
            to: transport.endpoints[0], name: "bench", target: Service.name, node: clientNode, runtime: runtime)
        return RPCClient(channel, defaults: CallOptions(timeout: timeout, token: token, waitForReady: true))
    }

    /// Starts what the service does by itself, such as following the events of others, until ``end()``.
    public func startBackground() {
        for service in assembly.background {
            let task = Task { try? await service.run() }
            background.withLock { $0.append(task) }
        }
    }

    /// The shard's statistics so far.
    public var stats: ShardStats { assembly.shards.openShards[Self.household]?.stats ?? ShardStats() }

    /// Stops the service and closes its shards.
    public func end() async {
        for task in background.withLock({ $0 }) { task.cancel() }
        await transport.drain(within: .seconds(5))
        await clientNode.shutDown()
        await serverNode.shutDown()
        await assembly.shards.close()
    }
}
