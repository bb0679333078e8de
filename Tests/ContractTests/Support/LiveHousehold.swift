import Access
import CatalogFormats
import CatalogRecognition
import CatalogService
import DownloadsService
import Foundation
import Logging
import MetadataGatewayService
import PlaybackStateService
import ProfilesService
import RPC
import RPCDiagnostics
import RPCInProcess
import ReadingListService
import SchedulerService
import ServiceKit
import ServiceLifecycle
import Synchronization
import TestSupport

/// All services of a household, the real ones on real shards, in this process.
final class LiveHousehold: Sendable {
    let directory: TemporaryDirectory
    let key: OwnerKey
    /// Where films come from.
    let films: FakeMediaServer
    private let tmdb: FakeTMDB
    private let clients: Links
    private let runtime = SystemRuntime.shared
    private let running = Mutex<[Running]>([])

    private struct Running: Sendable {
        let assembly: ServiceAssembly
        let group: ServiceGroup
        let task: Task<Void, Never>
    }

    /// Runs `body` in a household of its own.
    static func with<Value>(_ body: (LiveHousehold) async throws -> Value) async throws -> Value {
        let household = try LiveHousehold()
        do {
            try await household.start(ProfilesService.self)
            try await household.start(CatalogService.self)
            try await household.start(PlaybackStateService.self)
            try await household.start(ReadingListService.self)
            try await household.start(SchedulerService.self)
            try await household.start(MetadataGatewayService.self, settings: household.tmdb.settings)
            try await household.start(DownloadsService.self, settings: household.films.settings)
            let value = try await body(household)
            await household.stop()
            return value
        } catch {
            await household.stop()
            throw error
        }
    }

    private init() throws {
        directory = try TemporaryDirectory()
        key = try OwnerKey.loadOrCreate(in: try directory.directory("run"), runtime: runtime)
        try directory.directory("data")
        clients = Links(runtime: runtime)
        (films, tmdb) = (try FakeMediaServer(), try FakeTMDB())
    }

    /// The way to a service.
    func channel(to service: String) -> any RPCChannel { clients.channel(to: service) }

    private func start<S: HearthService>(_ type: S.Type, settings: [String: String] = [:]) async throws {
        let logger = Logger(label: "household") { _ in SwiftLogNoOpLogHandler() }
        let keys = KeyStore(directory: directory.path("data") + "/keys", runtime: runtime)
        var parts = ServiceAssembly.Parts(
            runtime: runtime, logger: logger, dataDirectory: directory.path("data"),
            runDirectory: directory.path("run"), clients: clients,
            verifier: TokenVerifier(store: keys, runtime: runtime), onFatal: { _ in })
        parts.configuration = ConfigurationLayers(flags: settings, environment: [:])
        // As the executables are started that are recorded.
        (parts.allowsFaults, parts.logLevel) = (true, ProcessLogLevel(.info, runtime: runtime))
        var assembly = try await ServiceAssembly.make(S.self, of: parts)
        // There is no process to be ended.
        assembly.server.diagnostics.onDrain = {}
        let group = ServiceGroup(services: assembly.background, logger: logger)
        let task = runtime.spawn { try? await group.run() }
        running.withLock { [assembly] in $0.append(Running(assembly: assembly, group: group, task: task)) }
        clients.host(S.name).start(assembly.server)
    }

    private func stop() async {
        clients.close()
        for service in running.withLock({ $0 }) {
            await service.group.triggerGracefulShutdown()
            await service.task.value
            await service.assembly.shards.close()
        }
        films.stop()
        tmdb.stop()
    }
}

/// The ways between the services.
private final class Links: ServiceClients {
    private let runtime: any Runtime
    private let hosts = Mutex<[String: InProcessHost]>([:])
    private let clients = Mutex<[String: InProcessClient]>([:])

    init(runtime: any Runtime) { self.runtime = runtime }

    func host(_ name: String) -> InProcessHost {
        hosts.withLock { hosts in
            let host = hosts[name] ?? InProcessHost(name: name, runtime: runtime)
            hosts[name] = host
            return host
        }
    }

    func channel(to service: String) -> any RPCChannel {
        let host = host(service)
        return clients.withLock { clients in
            let client = clients[service] ?? InProcessClient(host, name: "household")
            clients[service] = client
            return PatientChannel(client.channel)
        }
    }

    func close() {
        for (_, client) in clients.withLock({ $0 }) { client.close() }
        for (_, host) in hosts.withLock({ $0 }) { host.kill() }
    }
}
