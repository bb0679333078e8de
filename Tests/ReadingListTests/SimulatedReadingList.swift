import Access
import Foundation
import GRDB
import HearthModel
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
final class SimulatedReadingList: @unchecked Sendable {
    let simulation: Simulation
    let directory: TemporaryDirectory
    let host: InProcessHost
    /// Is told when the file of an import has come, as often as that happens.
    var onImport: (@Sendable () -> Void)?
    /// Is told when the shard has failed.
    var onFatal: (@Sendable () -> Void)?
    private let data: String
    private let keys: KeyStore
    private let faults: ShardFaults
    private var assembly: ServiceAssembly?

    init(simulation: Simulation) throws {
        self.simulation = simulation
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
            clients: TestServiceClients(runtime: simulation),
            verifier: TokenVerifier(store: keys, runtime: simulation), onFatal: { [weak self] _ in self?.onFatal?() })
        parts.shardOptions = ShardOptions(face: .inline)
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

    /// Has the disk fail at one of the next syncs: the shard takes nothing more until the next start.
    func failSync(_ nth: Int) { faults.failSync(nth) }

    /// Leaves room for so many bytes more on the disk; nil takes the limit away.
    func limitDisk(room bytes: Int?) { faults.limitDisk(room: bytes) }

    /// How many entries of files the imports of the shard on the disk have behind them.
    func importedEntries() throws -> Int {
        // A copy, so that nothing is made beside the shard itself.
        let copy = directory.path("copy.sqlite")
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + suffix) }
        for suffix in ["", "-wal"] {
            let file = "\(data)/home/reading-list.sqlite\(suffix)"
            guard FileManager.default.fileExists(atPath: file) else { continue }
            try FileManager.default.copyItem(atPath: file, toPath: copy + suffix)
        }
        let database = try DatabaseQueue(path: copy)
        defer { try? database.close() }
        return try database.inDatabase { try Int.fetchOne($0, sql: "SELECT sum(entries) FROM linkImport") ?? 0 }
    }

    /// A client that calls as the owner.
    func client() async throws -> (RPCClient<ReadingList>, InProcessClient) {
        let signer = TokenSigner(try keys.peopleKey())
        let token = try await signer.sign(TestCaller.owner.claims(runtime: simulation))
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

    // When the file has come: the import itself begins then.
    func finished(_ call: ServerCall, _ outcome: CallOutcome) {
        if call.method.name.hasSuffix("/ImportLinks"), outcome.error == nil { onImport() }
    }
}
