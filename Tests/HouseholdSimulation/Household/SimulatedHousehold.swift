import Access
import CatalogAPI
import CatalogFormats
import CatalogRecognition
import CatalogService
import DownloadsAPI
import Foundation
import HearthModel
import Logging
import MetadataGatewayAPI
import PlaybackStateAPI
import PlaybackStateService
import ProfilesAPI
import RPC
import RPCInProcess
import ReadingListAPI
import ReadingListService
import SchedulerAPI
import SchedulerService
import ServiceKit
import TestSupport

/// The household's services, the real ones on real shards, in one simulated process.
// Unchecked: touched by the simulation's thread alone.
package final class SimulatedHousehold: @unchecked Sendable {
    static let household = HouseholdName.standard
    /// The services that are simulated, in the order in which they are started.
    static let services: [any HearthService.Type] = [
        SimulatedCatalog.self, SimulatedProfiles.self, PlaybackStateService.self, ReadingListService.self,
        SchedulerService.self, SimulatedDownloads.self, SimulatedMetadataGateway.self,
    ]
    /// Their names.
    package static let serviceNames = services.map { $0.name }
    /// What a profile's downloads may take, in bytes.
    static let quotaBytes: Int64 = 1_000_000
    private static let settings = [
        "download-quota-mb": "\(quotaBytes / 1_000_000)", "download-floor-mb": "0", "tmdb-key": SimulatedTMDB.key,
    ]
    /// A log that is written back this often overwrites what was deleted while the service runs.
    private static let checkpointBytes = 256 << 10
    /// What a shard keeps to give up when its disk is full.
    private static let ballastBytes = 32 << 10

    let simulation: Simulation
    /// Called for every call that a service receives, and in which of its lives.
    var onCall: ((_ service: String, _ life: Int, ServerCall) -> Void)?
    /// Called for every line that a service logs, as it would be written.
    var onLog: ((_ service: String, _ line: String) -> Void)?
    /// What is this run's own, with a directory for each service's shards.
    let directory: TemporaryDirectory
    /// Where the owner key and the files to import are: its own, or those of the household that it is a copy of.
    private let home: TemporaryDirectory
    private(set) var machines: [SimulatedMachine] = []
    /// Is told of calls that are let in although their deadline has passed.
    var onLateCall: ((_ service: String, _ method: String) -> Void)?
    /// What services fetch from.
    let internet: SimulatedInternet
    private let hosts: [String: InProcessHost]
    /// The ways of the one who founds the household and looks at it in the end.
    let watcher: SimulatedServiceClients

    /// - Parameters:
    ///   - services: those that run, by name; calls to the others have no answer.
    ///   - founded: the household that it is a copy of; nil when it is to be founded.
    init(simulation: Simulation, services: [String] = serviceNames, copying founded: HouseholdTemplate? = nil) throws {
        self.simulation = simulation
        internet = SimulatedInternet(simulation: simulation)
        directory = try TemporaryDirectory()
        home = founded?.directory ?? directory
        hosts = Dictionary(
            uniqueKeysWithValues: Self.serviceNames.map {
                ($0, InProcessHost(name: $0, runtime: simulation))
            })
        watcher = SimulatedServiceClients(hosts: hosts, name: "watcher")
        if let founded { try founded.copyData(to: directory) } else { try prepareHome() }
        for service in Self.services where services.contains(service.name) {
            let disk = try directory.directory(service.name)
            try founded?.copyShard(of: service.name, to: disk)
            machines.append(try machine(service, in: disk))
        }
    }

    /// Makes the keys at once, as every service may be the first to need them.
    private func prepareHome() throws {
        try directory.directory("run")
        let keys = KeyStore(directory: "\(try directory.directory("data"))/keys", runtime: simulation)
        _ = try keys.peopleKey()
        for name in Self.serviceNames { _ = try keys.serviceKey(name) }
    }

    private func machine<S: HearthService>(_ service: S.Type, in directory: String) throws -> SimulatedMachine {
        // The data directory is this run's own: services note in it which shards there are.
        let (data, run) = (self.directory.path("data"), home.path("run"))
        let store = KeyStore(directory: "\(data)/keys", runtime: simulation)
        return try SimulatedMachine(
            service, hosts: hosts, directory: directory, simulation: simulation, internet: internet
        ) { [weak self, simulation] clients, life in
            var parts = ServiceAssembly.Parts(
                runtime: simulation, logger: self?.logger(of: S.name) ?? Logger(label: S.name),
                dataDirectory: data, runDirectory: run, clients: clients,
                verifier: TokenVerifier(store: store, runtime: simulation), onFatal: { _ in })
            parts.configuration = ConfigurationLayers(flags: Self.settings, environment: [:])
            parts.interceptors = [
                OlderCopyGuard { [weak self] in self?.machine(S.name)?.older != nil },
                LateCallDetector(service: S.name, runtime: simulation) { [weak self] in self?.onLateCall?($0, $1) },
                CallObserver { [weak self] in self?.onCall?(S.name, life, $0) },
            ]
            parts.shardDirectory = directory
            parts.shardOptions = ShardOptions(face: .inline)
            parts.shardOptions.limits.ballastBytes = Self.ballastBytes
            parts.shardOptions.limits.checkpointBytes = Self.checkpointBytes
            return parts
        }
    }

    private func logger(of service: String) -> Logger {
        let level = ProcessLogLevel(.debug, runtime: simulation)
        return Logger(label: service) { [simulation] label in
            LineLogHandler(label: label, level: level, format: .text, runtime: simulation) { [weak self] line in
                self?.onLog?(service, line)
            }
        }
    }

    // MARK: Its machines

    /// The machine of a service; nil when it is not one of those that run.
    func machine(_ name: String) -> SimulatedMachine? { machines.first { $0.name == name } }

    /// Starts every service.
    func start() async throws { for machine in machines { try await machine.start() } }

    /// The name of the service that a contract is of: `playback-state` of `hearth.playback.v1.PlaybackState`.
    static func name(of contract: any RPCService.Type) -> String {
        guard let name = contracts[contract.name] else { preconditionFailure("no service has \(contract.name)") }
        return name
    }

    private static let contracts = [
        Catalog.name: "catalog", Profiles.name: "profiles", PlaybackState.name: "playback-state",
        ReadingList.name: "reading-list", Scheduler.name: "scheduler", Downloads.name: "downloads",
        MetadataGateway.name: "metadata-gateway",
    ]

    /// The address of every service, by name, sorted.
    var addresses: [InProcessHost] { hosts.sorted { $0.key < $1.key }.map(\.value) }

    func address(of service: String) -> InProcessHost? { hosts[service] }

    /// Nothing dies and no frame is lost from here on.
    ///
    /// - Throws: why a service did not come back.
    func heal() async throws {
        for host in addresses { host.setFaults(.none) }
        internet.faultsDisabled = true
        for machine in machines {
            await machine.settle()
            if let problem = machine.problem { throw problem }
        }
    }

    /// Clients of the services for a caller of that name.
    func clients(named name: String) -> SimulatedServiceClients { SimulatedServiceClients(hosts: hosts, name: name) }

    /// A client of a service that calls with a token.
    func client<Service: RPCService>(
        _ service: Service.Type, of name: String, token: AccessToken?
    ) -> RPCClient<Service> {
        RPCClient(
            watcher.channel(to: name), defaults: CallOptions(timeout: .seconds(2), token: token, waitForReady: true))
    }

    /// What the owner of the box proves to be with.
    func ownerProof() throws -> Data {
        Data(try OwnerKey.loadOrCreate(in: home.path("run"), runtime: simulation).bytes)
    }

    /// Signs in as the owner does on the command line.
    func signIn() async throws -> AccessToken {
        let profiles = client(Profiles.self, of: "profiles", token: nil)
        return try await AccessToken(profiles.send(Profiles.LocalOwner(proof: ownerProof())).token)
    }

    /// Ends it as SIGTERM ends services.
    func end() async {
        watcher.close()
        for machine in machines { await machine.end() }
    }
}
