import Access
import GRDB
import HearthModel
import Logging
import PlaybackStateAPI
import PlaybackStateService
import RPC
import RPCInProcess
import ServiceKit
import TestSupport

/// The real service on a real shard in one simulated process: a link that loses, doubles and delays, and a machine whose
/// power fails. The catalog is played from its contract.
// Unchecked: touched by the simulation's thread alone.
final class SimulatedService: @unchecked Sendable {
    let simulation: Simulation
    private let directory: TemporaryDirectory
    private let data: String
    private let keys: KeyStore
    private let host: InProcessHost
    private let client: InProcessClient
    private let clients: TestServiceClients
    private let faults: ShardFaults
    private var assembly: ServiceAssembly?
    /// The catalog that it calls.
    let catalog = FakeCatalog((0..<60).map { Card.movie("m\($0)") } + SeriesSample.cards)

    init(_ simulation: Simulation) throws {
        self.simulation = simulation
        directory = try TemporaryDirectory()
        try directory.directory("run")
        try directory.directory("data/home")
        data = directory.path("data")
        keys = KeyStore(directory: directory.path("keys"), runtime: simulation)
        _ = try keys.peopleKey()
        host = InProcessHost(
            name: "playback-state", runtime: simulation,
            faults: InProcessFaults(loss: 0.02, duplication: 0.05, longestDelay: .milliseconds(3), reorders: true))
        client = InProcessClient(host, name: "simulated")
        clients = TestServiceClients(runtime: simulation)
        faults = try ShardFaults(directory: data)
        try clients.play("catalog", catalog.handlers)
    }

    func start() async throws {
        var parts = ServiceAssembly.Parts(
            runtime: simulation, logger: Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() },
            dataDirectory: data, runDirectory: directory.path("run"), clients: clients,
            verifier: TokenVerifier(store: keys, runtime: simulation), onFatal: { _ in })
        parts.shardOptions = ShardOptions(face: .inline)
        parts.shardOptions.limits.ballastBytes = 0
        let assembly = try await ServiceAssembly.make(PlaybackStateService.self, of: parts)
        self.assembly = assembly
        host.start(assembly.server)
        simulation.note("up")
    }

    /// Has a profile sync from now on.
    func syncs(_ profile: String) async throws {
        guard let shard = try await assembly?.shards.shard(for: HouseholdName.standard) else { return }
        try await shard.write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO setting VALUES (?, 'enableCloudSync', 1)", arguments: [profile])
        }
    }

    /// The power fails: what was not synced is gone, and so is everything in memory.
    func cutPower() async throws {
        guard let assembly else { return }
        self.assembly = nil
        faults.kill()
        host.kill()
        await assembly.shards.close()
        try faults.cutPower()
        faults.revive()
        simulation.note("power cut")
    }

    /// The running service's shards; nil while it is down.
    var shards: ShardDirectory? { assembly?.shards }

    /// A client that calls as one person.
    func playback(_ person: TestCaller = .adult) async throws -> Client {
        let token = try await TokenSigner(try keys.peopleKey()).sign(person.claims(runtime: simulation))
        return RPCClient(
            client.channel, defaults: CallOptions(timeout: .seconds(2), token: token, waitForReady: true))
    }

    func end() async {
        client.close()
        host.kill()
        await assembly?.shards.close()
        for service in ["catalog"] { clients.stop(service) }
        faults.end()
    }
}
