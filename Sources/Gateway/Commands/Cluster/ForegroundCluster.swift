internal import Cluster
internal import Glibc
internal import HearthModel
internal import RPC
internal import ServiceKit
internal import UnixSignals

/// Runs a cluster in this process until a signal ends it.
struct ForegroundCluster: Sendable {
    let gateway: Gateway
    let plan: ClusterPlan
    let policy: RestartPolicy
    let secrets: ServiceSecrets
    /// The schedule of backups; nil when there is none.
    var backups: BackupSettings?

    private enum FanOutPart: Sendable {
        case ended
        case other
    }

    /// Runs it.
    ///
    /// - Throws: `ClusterError`; a failure when every service has failed.
    func run() async throws {
        let paths = gateway.paths
        let queued = gateway.output.queued { ClusterLog(paths: paths).rotateIfFull() }
        let output = queued.output
        // A closed terminal does not end the process; its output is lost.
        signal(SIGPIPE, SIG_IGN)
        let relay = LogRelay(services: plan.services, isColoured: output.isErrorTerminal && output.hasColours)
        let events = EventLines(format: gateway.settings.logFormat.value, runtime: gateway.runtime)
        let cluster = try Cluster(
            plan, policy: policy, secrets: secrets,
            environment: gateway.environment.variables.filter { !SecretVariables.names.contains($0.key) },
            logFormat: gateway.settings.logFormat.value, launcher: gateway.environment.launcher,
            probe: SocketProbe(clients: gateway.clients), runtime: gateway.runtime,
            onEvent: { output.note(events.line(for: $0)) },
            onLine: { service, line in output.note(relay.line(line, of: service)) })
        // Trapped before anything is started, so that no child is orphaned.
        let signals = await UnixSignalsSequence(trapping: [.sigterm, .sigint, .sighup])
        await withTaskGroup(of: FanOutPart.self) { group in
            group.addTask {
                await cluster.run()
                return .ended
            }
            group.addTask {
                await announce(cluster, output)
                return .other
            }
            group.addTask {
                await obey(signals, cluster, output)
                return .other
            }
            if let backups {
                group.addTask {
                    _ = await cluster.supervisor.settled()
                    await ClusterBackups(gateway: gateway, settings: backups) { output.note($0) }.run()
                    return .other
                }
            }
            for await part in group where part == .ended { group.cancelAll() }
        }
        // While the directory's lock is held: a process that waits for the lock then finds the complete log.
        await queued.flush(runtime: gateway.runtime)
        let states = cluster.supervisor.states
        if states.allSatisfy({ $0.phase == "given-up" }) {
            throw GatewayFailure(
                "ALL_GIVEN_UP", "Every service was given up.", advice: "Their last lines above say why.", status: .fatal
            )
        }
    }

    private func announce(_ cluster: Cluster, _ output: Output) async {
        let states = await cluster.supervisor.settled()
        guard !Task.isCancelled else { return }
        await StartupReport(states: states, gateway: gateway).tell(output)
        // No service is left to supervise.
        if states.allSatisfy({ $0.phase == "given-up" }) { cluster.supervisor.stop() }
    }

    private func obey(_ signals: UnixSignalsSequence, _ cluster: Cluster, _ output: Output) async {
        var isStopping = false
        for await signal in signals {
            if signal == .sighup {
                cluster.reconcile()
            } else if isStopping {
                output.note("hearth: killing what is left")
                cluster.supervisor.kill()
            } else {
                isStopping = true
                output.note("hearth: stopping; once more kills")
                cluster.supervisor.stop()
            }
        }
    }
}

/// The report once every service serves or has failed.
struct StartupReport {
    let states: [ServiceState]
    let gateway: Gateway

    private struct Report: Encodable {
        var services: [ServiceState]
        var missing: [String]
        var degraded: [String]
        var dataDirectory: String
        var runDirectory: String
    }

    /// The services that do not serve.
    var missing: [ServiceState] { states.filter { $0.phase != "serving" } }

    func tell(_ output: Output) async {
        let settings = gateway.settings
        // They serve, and lack a part: a shard that cannot be opened, say.
        let serving = states.filter { $0.phase == "serving" }.map(\.service)
        // The very first token creates the household, which is not this command's task.
        let isFounded = !DataDirectoryCheck.households(in: settings.data.value).isEmpty
        let health =
            serving.isEmpty ? nil : try? await StatusQuery(gateway: gateway).fetch(serving, hasToken: isFounded)
        guard !output.isJSON else {
            return output.json(
                Report(
                    services: states, missing: missing.map(\.service),
                    degraded: health?.degraded.map(\.service) ?? [], dataDirectory: settings.data.value,
                    runDirectory: settings.run.value))
        }
        if !serving.isEmpty {
            output.line("Hearth is up: \(serving.joined(separator: ", ")).")
            output.line("  data \(settings.data.value), sockets \(settings.run.value)")
            if serving.contains(ServiceManifest.web.name), let page = WebAddress.read(in: settings.run.value) {
                output.line("  page \(page.url); `hearth web open` prints a link that signs a browser in")
            }
        }
        for state in missing {
            output.line(output.coloured("Missing: \(state.service), \(state.problem ?? state.phase).", .red))
        }
        health?.printDegraded(output)
    }
}
