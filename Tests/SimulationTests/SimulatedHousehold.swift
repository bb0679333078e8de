import Access
import CatalogService
import Foundation
import Household
import Logging
import ProfilesAPI
import ProfilesService
import RPC
import RPCInProcess
import ServiceKit
import TestSupport

/// Profiles and catalog, the real ones on real shards, in one simulated process: links that lose, double and delay
/// frames, and machines whose power fails.
// Unchecked: touched by the simulation's thread alone.
final class SimulatedHousehold: @unchecked Sendable {
    let simulation: Simulation
    private let directory: TemporaryDirectory
    private let keys: KeyStore
    private var machines: [String: Machine] = [:]
    private let neighbours: SimulatedNeighbours

    /// One service with its address and its disk.
    private final class Machine {
        let host: InProcessHost
        let data: String
        let faults: ShardFaults
        let make: (ServiceAssembly.Parts) async throws -> ServiceAssembly
        var assembly: ServiceAssembly?

        init(
            host: InProcessHost, data: String, faults: ShardFaults,
            make: @escaping (ServiceAssembly.Parts) async throws -> ServiceAssembly
        ) {
            (self.host, self.data, self.faults, self.make) = (host, data, faults, make)
        }
    }

    static let serviceNames = ["catalog", "profiles"]

    /// Defects of the shards, for showing that the checks can fail.
    private let mutants: ShardMutants

    init(simulation: Simulation, faults: InProcessFaults, mutants: ShardMutants = []) throws {
        self.simulation = simulation
        self.mutants = mutants
        directory = try TemporaryDirectory()
        try directory.directory("run")
        // Profiles makes the keys beside its own shards; here every service has a disk of its own.
        keys = KeyStore(directory: "\(try directory.directory("profiles"))/keys", runtime: simulation)
        neighbours = SimulatedNeighbours()
        for name in Self.serviceNames {
            let data = try directory.directory(name)
            if name == "catalog" { try directory.directory("catalog/home") }
            let host = InProcessHost(name: name, runtime: simulation, faults: faults)
            neighbours.hosts[name] = host
            machines[name] = Machine(
                host: host, data: data, faults: try ShardFaults(directory: data),
                make: name == "catalog"
                    ? { try await ServiceAssembly.make(CatalogService.self, of: $0) }
                    : { try await ServiceAssembly.make(ProfilesService.self, of: $0) })
        }
    }

    /// Starts a service on what its disk holds.
    func start(_ name: String) async throws {
        guard let machine = machines[name] else { return }
        var parts = ServiceAssembly.Parts(
            runtime: simulation, logger: Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() },
            dataDirectory: machine.data, runDirectory: directory.path("run"), neighbours: neighbours,
            verifier: TokenVerifier(store: keys, runtime: simulation), onFatal: { _ in })
        parts.shardOptions = ShardOptions(face: .inline)
        parts.shardOptions.mutants = mutants
        let assembly = try await machine.make(parts)
        machine.assembly = assembly
        machine.host.start(assembly.server)
        simulation.note("\(name) up")
    }

    /// The power of a service's machine fails: what was not synced is gone, and so is everything in memory.
    func cutPower(_ name: String) async throws {
        guard let machine = machines[name], let assembly = machine.assembly else { return }
        machine.assembly = nil
        machine.faults.kill()
        machine.host.kill()
        await assembly.shards.close()
        try machine.faults.cutPower()
        machine.faults.revive()
        simulation.note("\(name) power cut")
    }

    /// A client of a service, with the owner's token once it has signed in.
    func client<Service: RPCService>(
        _ service: Service.Type, of name: String, token: AccessToken?
    ) -> RPCClient<Service> {
        RPCClient(
            neighbours.channel(to: name), defaults: CallOptions(timeout: .seconds(2), token: token, waitForReady: true))
    }

    /// Signs the owner in, as the command line does.
    func signIn() async throws -> AccessToken {
        let proof = try OwnerKey.loadOrCreate(in: directory.path("run"), runtime: simulation).bytes
        let profiles = client(Profiles.self, of: "profiles", token: nil)
        return try await AccessToken(profiles.send(Profiles.LocalOwner(proof: Data(proof))).token)
    }

    func end() async {
        for name in Self.serviceNames {
            machines[name]?.host.kill()
            await machines[name]?.assembly?.shards.close()
            machines[name]?.faults.end()
        }
        neighbours.close()
    }
}

/// Ways between the services of one simulation.
// Unchecked: touched by the simulation's thread alone.
final class SimulatedNeighbours: Neighbours, @unchecked Sendable {
    var hosts: [String: InProcessHost] = [:]
    private var clients: [String: InProcessClient] = [:]

    func channel(to service: String) -> any RPCChannel {
        if let client = clients[service] { return client.channel }
        guard let host = hosts[service] else { preconditionFailure("no such service: \(service)") }
        let client = InProcessClient(host, name: "simulated")
        clients[service] = client
        return client.channel
    }

    func close() { for (_, client) in clients.sorted(by: { $0.key < $1.key }) { client.close() } }
}
