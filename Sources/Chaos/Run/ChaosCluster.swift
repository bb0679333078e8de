internal import Cluster
internal import Foundation
internal import Glibc
internal import RPC
internal import RPCZeroMQ
internal import ServiceKit

/// The cluster of a run: real executables, supervised as by `hearth up`, in its own directories.
final class ChaosCluster: Sendable {
    let directory: ChaosDirectory
    let launcher: ChaosLauncher
    let services: [String]
    let clients: SocketServiceClients
    let runtime: any Runtime
    /// Whether every service has its own file system, which can be filled.
    let hasOwnDisks: Bool
    /// The links that callers pass through, where faults of the plan need them.
    let links: ServiceLinks
    private let cluster: Cluster
    /// Asks the services themselves.
    private let probe: SocketProbe
    /// Asks as callers do, through the links.
    private let linkedProbe: SocketProbe

    /// The size of a service's disk, where each has its own.
    static let diskBytes = 256 << 20

    /// Creates a cluster; nothing is started yet.
    ///
    /// - Throws: `ClusterError`; `CocoaError` when its directories cannot be created.
    init(
        _ plan: ChaosPlan, environment: ChaosEnvironment, node: ZeroMQNode, outside: UpstreamAddress, ownDisks: Bool,
        journal: ServiceLogFile
    ) throws {
        let directory = try ChaosDirectory()
        links =
            plan.faults.contains { $0.kind.isOfNetwork }
            ? try ServiceLinks(to: plan.services, in: directory.paths, runtime: environment.runtime) : .none
        let configuration = links.configuration + outside.configuration
        try Data(configuration.utf8).write(to: URL(filePath: directory.configuration))
        (self.directory, services, runtime) = (directory, plan.services, environment.runtime)
        launcher = ChaosLauncher(environment.launcher, runtime: environment.runtime) { service in
            [
                "--shards", directory.shards(of: service), "--chaos-directory", directory.crashes, "--config",
                directory.configuration,
            ]
        }
        clients = SocketServiceClients(
            runDirectory: directory.run, name: "hearth-chaos", node: node, runtime: environment.runtime,
            endpoints: links.endpoints)
        linkedProbe = SocketProbe(clients: clients)
        probe = SocketProbe(
            clients: SocketServiceClients(
                runDirectory: directory.run, name: "hearth-chaos-probe", node: node, runtime: environment.runtime))
        hasOwnDisks = ownDisks
        for service in plan.services {
            let shards = directory.shards(of: service)
            try FileManager.default.createDirectory(
                atPath: shards, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            if ownDisks { try ProcessControl.mountMemory(at: shards, bytes: Self.diskBytes) }
        }
        // Repeated crashes are the purpose of a run: the supervisor never gives up, and no backoff exceeds the measured
        // times.
        var policy = RestartPolicy()
        policy.crashLoopLimit = 0
        policy.longestBackoff = Self.longestBackoff
        let relay = LogRelay(services: plan.services, isColoured: false)
        cluster = try Cluster(
            ClusterPlan(
                services: plan.services, executables: environment.executables, dataDirectory: directory.data,
                runDirectory: directory.run, arguments: ["--log-level", "info"], drain: Self.drain),
            policy: policy, launcher: launcher, probe: probe, runtime: environment.runtime,
            onEvent: { journal.write("hearth: \($0)") },
            onLine: { service, line in journal.write(relay.line(line, of: service)) })
    }

    private static let longestBackoff = Duration.seconds(1)
    private static let drain = Duration.seconds(5)

    /// Runs the services until ``stop()``, and returns when all have ended.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.links.run() }
            await cluster.run()
            group.cancelAll()
        }
    }

    /// Waits until every service serves.
    func settled() async -> [ServiceState] { await cluster.supervisor.settled() }

    func stop() { cluster.supervisor.stop() }

    func kill() { cluster.supervisor.kill() }

    /// Removes the files; all services must have ended.
    func remove() {
        if hasOwnDisks { for service in services { ProcessControl.unmount(directory.shards(of: service)) } }
        directory.remove()
    }

    // MARK: One service

    func state(of service: String) -> ServiceState? {
        cluster.supervisor.states.first { $0.service == service }
    }

    func process(of service: String) -> Int32? { state(of: service)?.process }

    /// Whether the service serves its callers now, with another process than `old`.
    func serves(_ service: String, insteadOf old: Int32?) async -> Bool {
        guard let state = state(of: service), state.phase == "serving", let process = state.process, process != old
        else { return false }
        guard await probe.serves(service, process: process) else { return false }
        return links.isEmpty ? true : await linkedProbe.serves(service, process: process)
    }

    /// Stops a service and keeps it down.
    ///
    /// - Throws: `CocoaError`; ``StopTimeout`` when it does not end.
    func takeDown(_ service: String) async throws {
        let marker = DownMarker(service: service, paths: directory.paths)
        try marker.set()
        cluster.reconcile()
        let end = runtime.now.advanced(by: Self.downPatience)
        while state(of: service)?.phase != "stopped" {
            guard runtime.now < end else { throw StopTimeout(service: service) }
            try await runtime.sleep(for: Self.pollInterval)
        }
    }

    /// Lets a service run again.
    func bringUp(_ service: String) {
        DownMarker(service: service, paths: directory.paths).remove()
        cluster.reconcile()
    }

    /// A service that does not end although it was asked to.
    struct StopTimeout: Error, CustomStringConvertible {
        let service: String
        var description: String { "\(service) does not end" }
    }

    /// A stopped process is killed after its drain time and 15 s more.
    private static let downPatience = Duration.seconds(40)
    static let pollInterval = Duration.milliseconds(20)
}
