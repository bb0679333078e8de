internal import Cluster
internal import Foundation
internal import RPC
internal import ServiceKit

/// The backups of a cluster: each is made by a process of its own, so that it costs the supervisor nothing.
struct ClusterBackups: Sendable {
    let gateway: Gateway
    let settings: BackupSettings
    /// Takes the lines of the log.
    let log: @Sendable (String) -> Void

    /// Makes backups by the schedule until the task is cancelled.
    func run() async {
        let schedule = BackupSchedule(
            settings: settings, state: BackupStateFile(data: gateway.settings.data.value), runtime: gateway.runtime
        ) { await make($0) }
        await schedule.run()
    }

    private func make(_ path: String) async -> String? {
        let lines = CollectedLines()
        let end = await gateway.environment.launcher.run(
            ServiceCommand(
                service: "backup", executable: "\(gateway.environment.executables)/hearth", arguments: arguments(path))
        ) { _ in
        } line: {
            lines.add($0)
        }
        if case .exited(0) = end {
            log("hearth: a backup was made: \(path)")
            return nil
        }
        let reason = lines.all.first { $0.hasPrefix("hearth: ") }.map { String($0.dropFirst("hearth: ".count)) }
        let message = reason ?? lines.last ?? "\(end)"
        log("hearth: no backup was made: \(message)")
        return message
    }

    private func arguments(_ path: String) -> [String] {
        let given = [
            ("--data", gateway.settings.data.value), ("--run", gateway.settings.run.value),
            ("--config", gateway.settings.file), ("--key-file", settings.keyFile),
        ]
        return ["backup", "--to", path] + given.flatMap { name, value in value.map { [name, $0] } ?? [] }
    }
}
