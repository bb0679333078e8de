import Access
import CatalogService
import Foundation
import Household
import Logging
import PlaybackStateService
import ProfilesAPI
import ProfilesService
import RPC
import RPCInProcess
import ReadingListService
import SchedulerService
import ServiceKit
import TestSupport

/// The household's services, the real ones on real shards, in one simulated process.
// Unchecked: touched by the simulation's thread alone.
package final class SimulatedHousehold: @unchecked Sendable {
    static let household = HouseholdName.standard
    let simulation: Simulation
    let directory: TemporaryDirectory
    private(set) var machines: [SimulatedMachine] = []
    /// What services fetch from.
    let internet: SimulatedInternet
    /// The people's own ways to the services.
    private let ways: SimulatedNeighbours
    private let hosts: [String: InProcessHost]
    /// A log that is written back this often overwrites what was deleted while the service runs.
    /// What a profile's downloads may take, in bytes.
    static let quotaBytes: Int64 = 1_000_000
    private static let settings = [
        "download-quota-mb": "\(quotaBytes / 1_000_000)", "download-floor-mb": "0", "tmdb-key": SimulatedTMDB.key,
    ]
    private static let checkpointBytes = 256 << 10

    init(simulation: Simulation) throws {
        self.simulation = simulation
        let internet = SimulatedInternet(simulation: simulation)
        self.internet = internet
        let directory = try TemporaryDirectory()
        self.directory = directory
        try directory.directory("run")
        let services: [any HearthService.Type] = [
            CatalogService.self, ProfilesService.self, PlaybackStateService.self, ReadingListService.self,
            SchedulerService.self, SimulatedDownloads.self, SimulatedMetadataGateway.self,
        ]
        let names = services.map { $0.name }
        hosts = Dictionary(
            uniqueKeysWithValues: names.map { ($0, InProcessHost(name: $0, runtime: simulation)) })
        ways = SimulatedNeighbours(hosts: hosts)
        // Made at once, and given to everybody: each service has a disk of its own here.
        let keys = KeyStore(directory: "\(try directory.directory("data"))/keys", runtime: simulation)
        _ = try keys.peopleKey()
        for name in names { _ = try keys.serviceKey(name) }
        for service in services {
            let data = try directory.directory(service.name)
            try FileManager.default.copyItem(atPath: keys.directory, toPath: "\(data)/keys")
            if !service.createsHouseholds { try directory.directory("\(service.name)/\(Self.household)") }
            let machine = try SimulatedMachine(
                service, hosts: hosts, data: data, simulation: simulation, internet: internet
            ) { neighbours in
                var parts = ServiceAssembly.Parts(
                    runtime: simulation, logger: Logger(label: "simulation") { _ in SwiftLogNoOpLogHandler() },
                    dataDirectory: data, runDirectory: directory.path("run"), neighbours: neighbours,
                    verifier: TokenVerifier(store: keys, runtime: simulation), onFatal: { _ in })
                parts.configuration = ConfigurationLayers(flags: Self.settings, environment: [:])
                parts.shardOptions = ShardOptions(face: .inline)
                parts.shardOptions.limits.ballastBytes = 0
                parts.shardOptions.limits.checkpointBytes = Self.checkpointBytes
                return parts
            }
            machines.append(machine)
        }
    }

    func machine(_ name: String) -> SimulatedMachine {
        guard let machine = machines.first(where: { $0.name == name }) else {
            preconditionFailure("no such service: \(name)")
        }
        return machine
    }

    func start() async throws { for machine in machines { try await machine.start() } }

    /// What the links do to frames from now on.
    func setFaults(_ faults: InProcessFaults) {
        for (_, host) in hosts.sorted(by: { $0.key < $1.key }) { host.setFaults(faults) }
    }

    /// Nothing dies and no frame is lost from here on.
    ///
    /// - Throws: why a service did not come back.
    func heal() async throws {
        setFaults(.none)
        internet.isCalm = true
        for machine in machines {
            await machine.settle()
            if let problem = machine.problem { throw problem }
        }
    }

    /// A client of a service that calls as whoever has the token.
    func client<Service: RPCService>(
        _ service: Service.Type, of name: String, token: AccessToken?
    ) -> RPCClient<Service> {
        RPCClient(ways.channel(to: name), defaults: CallOptions(timeout: .seconds(2), token: token, waitForReady: true))
    }

    /// Signs in as the command line does, as the owner or as a profile of the household's.
    func signIn(as profile: String? = nil) async throws -> AccessToken {
        let proof = try OwnerKey.loadOrCreate(in: directory.path("run"), runtime: simulation).bytes
        let profiles = client(Profiles.self, of: "profiles", token: nil)
        let request = Profiles.LocalOwner(proof: Data(proof), profile: profile)
        return try await AccessToken(profiles.send(request).token)
    }

    func end() async {
        ways.close()
        for machine in machines { await machine.end() }
    }
}
