internal import Cluster
internal import Foundation
internal import RPC
internal import ServiceKit

/// Starts a cluster in a process of its own and waits until its services serve.
struct BackgroundLauncher: Sendable {
    let gateway: Gateway
    let plan: ClusterPlan
    let secrets: ServiceSecrets

    /// Longer than the shutdown of a dead supervisor's services takes, and than a service is retried whose lock is
    /// held.
    private static let patience = Duration.seconds(75)
    private static let pollInterval = Duration.milliseconds(20)
    /// How much of the log is shown when it ends at once.
    private static let shownLines = 12

    /// Starts it.
    ///
    /// - Throws: `ClusterError`, and a failure when it does not start.
    func run(arguments: [String]) async throws {
        let paths = gateway.paths
        try RunDirectory.prepare(paths.runDirectory)
        if let running = RunningCluster(paths: paths) {
            throw ClusterError.alreadyRunning(directory: paths.runDirectory, process: running.process)
        }
        let begin = ClusterLog(paths: paths).size
        let process = try DetachedProcess(
            executable: "\(gateway.environment.executables)/hearth",
            arguments: arguments + (secrets.isEmpty ? [] : ["--\(UpCommand.secretsFlag)"]),
            input: secrets.isEmpty ? [] : secrets.encoded, output: paths.clusterLog)
        let states = try await settled(process, logFrom: begin)
        await StartupReport(states: states, gateway: gateway).tell(gateway.output)
        if !gateway.output.isJSON {
            gateway.output.line("  log \(paths.clusterLog), process \(process.id); stop it with `hearth down`")
        }
        if states.allSatisfy({ $0.phase != "serving" }) {
            throw GatewayFailure(
                "NOTHING_SERVES", "No service came up.", advice: "See \(paths.clusterLog).", status: .unavailable)
        }
    }

    private func settled(_ process: DetachedProcess, logFrom begin: Int) async throws -> [ServiceState] {
        let end = gateway.runtime.now.advanced(by: gateway.options.timeout ?? Self.patience)
        while gateway.runtime.now < end {
            if let how = process.end() { throw failure(how, logFrom: begin) }
            let notice = RunningCluster(paths: gateway.paths)?.notice
            if let notice, notice.processID == process.id, notice.services.count == plan.services.count,
                notice.services.allSatisfy(\.isSettled)
            {
                return notice.services
            }
            try await gateway.runtime.sleep(for: Self.pollInterval)
        }
        throw GatewayFailure(
            "NOT_SETTLED", "The services are not all up yet.",
            advice: "See `hearth status` and \(gateway.paths.clusterLog).", canRetry: true, status: .unavailable)
    }

    private func failure(_ end: ProcessTermination, logFrom begin: Int) -> GatewayFailure {
        let log = ClusterLog(paths: gateway.paths).text(from: begin)
        for line in log.split(separator: "\n").suffix(Self.shownLines) { gateway.output.note(String(line)) }
        var status = ExitStatus.fatal
        if case .exited(let code) = end { status = ExitStatus(rawValue: code) ?? .fatal }
        return GatewayFailure(
            "NOT_STARTED", "The cluster did not start: \(end).", advice: "See \(gateway.paths.clusterLog).",
            status: status == .success ? .fatal : status)
    }
}
