internal import Foundation
internal import Logging
public import RPC
public import ServiceKit
internal import Synchronization

/// A household's cluster on this machine: owns the run directory, supervises the services, and publishes their state in
/// `cluster.json`.
public final class Cluster: Sendable {
    /// Supervises the services.
    public let supervisor: Supervisor
    private let locks: [ProcessLock]
    private let notice: ClusterStateWriter
    private let leftovers: OrphanFinder
    private let grace: Duration
    private let note: @Sendable (ClusterEvent) -> Void
    private let paths: ServicePaths
    private let logs: ServiceLogWriter
    private let summary: LogLineFormatter
    private let configuration: StartedConfiguration
    /// The plan that is followed.
    private let plan: Mutex<ClusterPlan>
    private let environment: [String: String]

    /// The time before a service is killed, beyond its drain time.
    private static let closingTime = Duration.seconds(15)

    /// Acquires the directories and creates the cluster; no service is started yet.
    ///
    /// - Parameters:
    ///   - secrets: each service's own, in files while the cluster runs.
    ///   - environment: the variables that the services inherit.
    ///   - logFormat: the format of what the supervisor adds to the services' logs.
    ///   - onEvent: called for each event.
    ///   - onLine: called for each line that a service writes.
    /// - Throws: ``ClusterError``, with the process that runs here already, if any.
    public init(
        _ plan: ClusterPlan, policy: RestartPolicy = RestartPolicy(), watch: WatchPolicy = WatchPolicy(),
        secrets: ServiceSecrets = ServiceSecrets(), environment: [String: String] = [:],
        logFormat: LogFormat = .text, launcher: any ProcessLauncher, probe: any HealthProbe,
        runtime: any Runtime, onEvent: @escaping @Sendable (ClusterEvent) -> Void,
        onLine: @escaping @Sendable (_ service: String, _ line: String) -> Void
    ) throws(ClusterError) {
        _ = try plan.commands()
        let paths = ServicePaths(runDirectory: plan.runDirectory)
        locks = try Self.takeDirectories(plan, paths)
        // Starting a cluster starts all services, whatever was stopped in the previous one.
        for service in plan.services {
            DownMarker(service: service, paths: paths).remove()
            RestartRequest(service: service, paths: paths).remove()
            ServiceArguments(service: service, paths: paths).remove()
        }
        PlanRequest.remove(from: paths)
        let configuration = StartedConfiguration(environment: environment)
        let logs = ServiceLogWriter(dataDirectory: plan.dataDirectory, format: logFormat, runtime: runtime)
        let events = EventLines(format: logFormat, runtime: runtime)
        summary = LogLineFormatter(format: logFormat, runtime: runtime)
        (self.logs, self.configuration, self.environment) = (logs, configuration, environment)
        self.plan = Mutex(plan)
        let notice = ClusterStateWriter(plan: plan, path: paths.clusterStateFile, runtime: runtime)
        self.notice = notice
        let note: @Sendable (ClusterEvent) -> Void = { event in
            notice.write()
            logs.put(events.logged(event), of: event.service)
            onEvent(event)
        }
        let commands = try plan.commands(environment: Self.write(secrets, to: paths, runtime))
        (self.note, self.paths, grace) = (note, paths, plan.drain + Self.closingTime)
        leftovers = OrphanFinder(plan: plan, runtime: runtime)
        supervisor = Supervisor(
            commands: commands, policy: policy, watch: watch, grace: grace, launcher: launcher, probe: probe,
            runtime: runtime, holder: { Self.holder(of: $0, paths) },
            isWanted: { !DownMarker(service: $0, paths: paths).exists },
            isRestartRequested: { RestartRequest(service: $0, paths: paths).isPending },
            adjust: { command in
                // A command that waits for the end of the request must not read the state of before it.
                notice.write()
                RestartRequest(service: command.service, paths: paths).remove()
                let adjusted = ServiceArguments(service: command.service, paths: paths).applied(to: command)
                notice.noteStart(of: command.service)
                configuration.note(adjusted)
                return adjusted
            }, onChange: { notice.write() }, onEvent: note,
            onLine: { service, line in
                logs.put(line, of: service)
                onLine(service, line)
            })
        notice.attach(supervisor)
    }

    /// Terminates the orphans of a dead supervisor, runs the services until the supervisor is stopped, and returns when
    /// all have ended.
    public func run() async {
        notice.write()
        log("the supervisor starts (process \(ProcessInfo.processInfo.processIdentifier), \(HearthVersion.current))")
        await endOrphans()
        await supervisor.run()
        log("the supervisor ends")
        await logs.flush()
        try? ServiceSecrets.remove(from: paths)
        notice.remove()
    }

    private func endOrphans() async {
        let found = leftovers.find()
        for leftover in found {
            note(ClusterEvent(service: leftover.service, kind: .orphaned(process: leftover.process)))
        }
        for leftover in await leftovers.end(found, within: grace) {
            note(ClusterEvent(service: leftover.service, kind: .stays(process: leftover.process)))
        }
    }

    /// The process that holds a service's socket, for people.
    private static func holder(of service: String, _ paths: ServicePaths) -> String? {
        paths.holder(of: service).map { process in
            "process \(process)" + (ProcessStat.name(of: process).map { " (\($0))" } ?? "")
        }
    }

    private static func write(
        _ secrets: ServiceSecrets, to paths: ServicePaths, _ runtime: any Runtime
    ) throws(ClusterError) -> [String: [String: String]] {
        do { return try secrets.write(to: paths, runtime: runtime) } catch {
            throw .unusable("the secrets cannot be written: \(error)")
        }
    }

    private func log(_ text: String) {
        logs.put(summary.line(.info, "hearth", text), of: ServiceLogFiles.supervisor)
    }

    /// Follows a requested plan, see ``PlanRequest``, and checks again which services are to run, see ``DownMarker``.
    public func reconcile() {
        if let request = PlanRequest.read(at: paths), request.id != notice.plan { follow(request) }
        supervisor.reconcile()
        // A running service triggers a write when it ends; one in the failed state does not.
        notice.write()
    }

    private func follow(_ request: PlanRequest) {
        let next = plan.withLock { request.applied(to: $0) }
        let own = environment.keys.filter { PlanRequest.isSetting($0) && request.environment[$0] == nil }
        // An empty variable counts as unset: the supervisor's own settings are those of its start.
        let cleared = Dictionary(uniqueKeysWithValues: own.map { ($0, "") })
        var variables = next.services.reduce(into: [String: [String: String]]()) { variables, service in
            variables[service] = cleared.merging(request.environment) { _, new in new }
        }
        for (service, more) in ServiceSecrets.variables(in: paths) { variables[service]?.merge(more) { _, new in new } }
        do {
            let kept = Dictionary(
                supervisor.commands.filter { request.changed?.contains($0.service) == false }.map { ($0.service, $0) },
                uniquingKeysWith: { first, _ in first })
            let commands = try next.commands(environment: variables).map { kept[$0.service] ?? $0 }
            supervisor.apply(commands)
            plan.withLock { $0 = next }
            let outdated = commands.filter { command in
                configuration.isOutdated(ServiceArguments(service: command.service, paths: paths).applied(to: command))
            }
            notice.follows(request.id, outdated: outdated.map(\.service))
            log("the services are now \(next.services.joined(separator: ", "))")
        } catch {
            notice.rejects(request.id, "\(error)")
        }
    }

    private static func takeDirectories(
        _ plan: ClusterPlan, _ paths: ServicePaths
    ) throws(ClusterError) -> [ProcessLock] {
        do {
            try RunDirectory.prepare(plan.runDirectory)
            try FileManager.default.createDirectory(
                atPath: plan.dataDirectory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .unusable("\(error)")
        }
        var locks: [ProcessLock] = []
        for (path, directory) in [
            (paths.clusterLock, plan.runDirectory), ("\(plan.dataDirectory)/.cluster.lock", plan.dataDirectory),
        ] {
            do {
                locks.append(try ProcessLock(path: path))
            } catch {
                if let reason = error.reason { throw .unusable("\(path): \(reason)") }
                throw .alreadyRunning(directory: directory, process: error.holder)
            }
        }
        return locks
    }
}

/// A marker file that keeps a service down, as long as the cluster runs.
public struct DownMarker: Sendable {
    private let path: String

    /// The marker of a service.
    public init(service: String, paths: ServicePaths) { path = paths.downMarker(of: service) }

    /// Whether the service is kept down.
    public var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Keeps the service down.
    ///
    /// - Throws: `CocoaError` when the file cannot be written.
    public func set() throws { try Data().write(to: URL(filePath: path)) }

    /// Lets the service run.
    public func remove() { try? FileManager.default.removeItem(atPath: path) }
}
