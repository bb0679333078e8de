import Cluster
import Foundation
import Glibc
import RPC
import ServiceKit
import Synchronization
import TestSupport

/// Runs command lines of a deployment with its paths moved into the directories of a test's cluster.
final class DeploymentFixture: Sendable {
    let suite: DeployedSuite
    private let source: DeploymentRunTests.Source
    private let cluster: RealCluster
    private let lines = Mutex<[String]>([])
    private let processes = Mutex<[String: RunningProcess]>([:])

    init(_ source: DeploymentRunTests.Source, _ cluster: RealCluster) throws {
        suite = try DeployedSuite()
        self.source = source
        self.cluster = cluster
    }

    /// What all services wrote.
    var log: String { lines.withLock { $0.joined(separator: "\n") } }

    /// A service's command line, ready to be run here.
    func command(_ service: String) throws -> DeployedCommand {
        let command =
            switch source {
            case .systemd:
                DeployedCommand(
                    unit: try UnitRules.files(suite, service).reduce(UnitFile("")) { $0.adding($1) }, service: service)
            case .compose:
                DeployedCommand(
                    block: (try ComposeRules.load(suite)["services"] as? [String: [String: Any]] ?? [:])[service]
                        ?? [:],
                    service: service, image: ImageFacts(try suite.text(ImageFacts.path)))
            }
        return command.moved([
            ("/var/lib/hearth", cluster.data), ("/run/hearth", cluster.run),
            // A volume for each service.
            ("/var/lib/hearth-shards", cluster.directory.path("shards/\(service)")),
            (UnitRules.executables, cluster.executables),
        ])
    }

    /// Runs one command to its end.
    func run(
        _ command: DeployedCommand, started: @escaping @Sendable (RunningProcess) -> Void
    ) async -> ProcessTermination {
        guard let program = command.words.first else { return .notStarted("no command") }
        // As PATH would find it in the image.
        let executable = program.hasPrefix("/") ? program : "\(cluster.executables)/\(program)"
        let process = ServiceCommand(
            service: command.service, executable: executable, arguments: Array(command.words.dropFirst()))
        var variables = command.variables
        variables["HOME"] = cluster.directory.path
        variables["XDG_CONFIG_HOME"] = cluster.directory.path
        return await SubprocessLauncher(environment: variables).run(process, started: started) { [self] line in
            lines.withLock { $0.append(line) }
        }
    }

    /// Starts services in this order without waiting between them, waits until each is ready, runs `body`, stops them
    /// in the same order, and returns how each ended.
    func running(_ services: [String], _ body: () async throws -> Void) async throws -> [String: ProcessTermination] {
        try await withThrowingTaskGroup(of: (String, ProcessTermination).self) { group in
            var waiting: [(DeployedCommand, NotifySocket?)] = []
            for service in services {
                var command = try command(service)
                var notified: NotifySocket?
                if command.health == nil {
                    notified = try NotifySocket(path: cluster.directory.path("notify-\(service)"))
                    command.variables["NOTIFY_SOCKET"] = notified?.path
                }
                let begun = command
                group.addTask { [self] in
                    (service, await run(begun) { [self] process in processes.withLock { $0[service] = process } })
                }
                waiting.append((command, notified))
            }
            for (command, notified) in waiting { try await untilReady(command, notified) }
            try await body()
            for service in services { processes.withLock { $0[service] }?.send(SIGTERM) }
            var ends: [String: ProcessTermination] = [:]
            for try await (service, end) in group { ends[service] = end }
            for (_, notified) in waiting {
                // It said that it stops, after it had said that it is ready, and meanwhile that it is alive.
                guard let notification = notified?.received() else { continue }
                let lines = notification.split(separator: "\n")
                guard lines.filter({ $0 != "WATCHDOG=1" }) == ["READY=1", "STOPPING=1"], lines.contains("WATCHDOG=1")
                else { throw NotifyMismatch(text: notification) }
            }
            return ends
        }
    }

    /// What a service manager was told, when it is not what it should be.
    struct NotifyMismatch: Error { let text: String }

    private func untilReady(_ command: DeployedCommand, _ notified: NotifySocket?) async throws {
        try await cluster.until("\(command.service) is ready: \(log)") {
            if let notified {
                let notification = notified.received()
                return notification.contains("READY=1") && notification.contains("WATCHDOG=1")
            }
            guard let health = command.health, let program = health.first else { return true }
            return try await cluster.execute(program, Array(health.dropFirst()), variables: command.variables).code == 0
        }
    }
}
