import Access
import Foundation
import GRDB
import Household
import Logging
import RPC
import RPCInProcess
import ReadingListAPI
import ReadingListService
import ServiceKit
import TestSupport

/// The reading list, the real one on a real shard, in one simulated process: a link that loses, doubles and delays frames, and a
/// machine whose power fails.
// Unchecked: touched by the simulation's thread alone.
final class SimulatedReading: @unchecked Sendable {
    let simulation: Simulation
    let directory: TemporaryDirectory
    let host: InProcessHost
    /// Is told when an import is asked for, as often as that happens.
    var onImport: (@Sendable () -> Void)?
    private let data: String
    private let keys: KeyStore
    private let faults: ShardFaults
    private let defects: Set<Defect>
    private var assembly: ServiceAssembly?

    init(simulation: Simulation, defects: Set<Defect>) throws {
        self.simulation = simulation
        self.defects = defects
        directory = try TemporaryDirectory()
        try directory.directory("run")
        keys = KeyStore(directory: "\(try directory.directory("people"))/keys", runtime: simulation)
        data = try directory.directory("data")
        try directory.directory("data/home")
        faults = try ShardFaults(directory: data)
        host = InProcessHost(
            name: "reading-list", runtime: simulation,
            faults: InProcessFaults(loss: 0.02, duplication: 0.05, longestDelay: .milliseconds(3), reorders: true))
    }

    /// Starts the service on what its disk holds.
    func start() async throws {
        var parts = ServiceAssembly.Parts(
            runtime: simulation, logger: Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() },
            dataDirectory: data, runDirectory: directory.path("run"),
            neighbours: TestNeighbours(runtime: simulation),
            verifier: TokenVerifier(store: keys, runtime: simulation), onFatal: { _ in })
        parts.shardOptions = ShardOptions(face: .inline)
        parts.shardOptions.defects = defects
        parts.interceptors = [ImportWatch { [weak self] in self?.onImport?() }]
        let assembly = try await ServiceAssembly.make(ReadingListService.self, of: parts)
        self.assembly = assembly
        host.start(assembly.server)
        simulation.note("up")
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

    /// Leaves room for so many bytes more on the disk; nil takes the limit away.
    func limitDisk(room bytes: Int?) { faults.limitDisk(room: bytes) }

    /// How many entries of files the shard's imports have behind them.
    func importedEntries() async -> Int {
        let shard = assembly?.shards.openShards["home"]
        let sum = try? await shard?.read { try Int.fetchOne($0, sql: "SELECT sum(entries) FROM linkImport") }
        return (sum ?? nil) ?? 0
    }

    /// A client that calls as the owner.
    func client() async throws -> (RPCClient<ReadingList>, InProcessClient) {
        let signer = TokenSigner(try keys.peopleKey())
        let token = try await signer.sign(TestPerson.owner.claims(runtime: simulation))
        let client = InProcessClient(host)
        let options = CallOptions(timeout: .seconds(2), token: token, waitForReady: true)
        return (RPCClient(client.channel, defaults: options), client)
    }

    func end() async {
        host.kill()
        await assembly?.shards.close()
        faults.end()
    }
}

extension Simulation {
    /// Tries again what can be repeated until it succeeds: links lose frames to the end.
    func retrying<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        for _ in 0..<20 {
            do { return try await body() } catch { note("again after \(error)") }
            try await self.sleep(for: .milliseconds(50))
        }
        return try await body()
    }
}

/// Looks at the calls of a simulated service.
private struct ImportWatch: ServerInterceptor {
    let onImport: @Sendable () -> Void

    func admit(_ call: inout ServerCall) -> Admission {
        if call.method.name.hasSuffix("/ImportLinks") { onImport() }
        return .pass
    }
}
