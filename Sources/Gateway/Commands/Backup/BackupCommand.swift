internal import ArgumentParser
internal import BackupFormat
internal import Foundation
internal import RPC
internal import ServiceKit

/// `hearth backup`
struct BackupCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy all shards and keys of the households of this machine, while they run.",
        discussion: """
            The backup is a directory, or one file for a path that ends in .hearth-backup, which can be encrypted. It has \
            its name only when it is whole. Services that are stopped are copied from their files; when a shard can be \
            reached in neither way, no backup is made, and the service is named. Downloaded media is listed, not copied.

            With --every it keeps running, and makes backups in the directory --to; the cluster of `hearth up` does the \
            same by the section `backup:` of its configuration.

            hearth backup --to /mnt/backups/home.hearth-backup --key-file ~/backup.key
            hearth backup --every 24h --keep 7 --to /mnt/backups
            """,
        subcommands: [BackupVerifyCommand.self, BackupListCommand.self])

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: BackupKeyOptions

    @Option(
        help: ArgumentHelp("The new backup; with --every the directory of the backups.", valueName: "path"),
        completion: .file())
    var to: String?

    @Option(help: ArgumentHelp("Make a backup at this interval, such as 24h.", valueName: "time"))
    var every: TimeSpan?

    @Option(help: ArgumentHelp("With --every: keep this many, and remove older ones.", valueName: "backups"))
    var keep: Int?

    func run(_ gateway: Gateway) async throws {
        // Not in `validate`, which also runs for the subcommands.
        guard let to else { throw ValidationError("--to takes the path of the new backup.") }
        guard keep == nil || every != nil else { throw ValidationError("--keep goes with --every.") }
        let path = URL(filePath: to).standardizedFileURL.path
        if let every { return try await repeats(every, path, gateway) }
        if keys.isGiven, !path.hasSuffix(BackupWriter.containerSuffix) {
            throw ValidationError("An encrypted backup is one file: its path ends in \(BackupWriter.containerSuffix).")
        }
        let plan = try BackupPlan(
            gateway, household: global.household, roots: try BackupPlan.roots(gateway, global))
        let run = BackupRun(gateway: gateway, plan: plan, key: try await keys.new(gateway))
        let report = try await run.make(at: path)
        if gateway.output.isJSON { return gateway.output.json(report) }
        Self.show(report, gateway.output)
    }

    static func show(_ report: BackupRun.Report, _ output: Output) {
        let shards = AmountFormatter.count(report.shards.count, "shard")
        output.line(
            "\(shards) of \(report.households.joined(separator: ", ")) (\(AmountFormatter.bytes(report.bytes))) and "
                + "\(report.keysAndRecords) keys and records are in \(report.path)\(report.isEncrypted ? ", encrypted" : "")."
        )
        for shard in report.shards where !shard.isFromService {
            output.line("  \(shard.service) was stopped: the file of \(shard.household) was copied.")
        }
        if report.mediaFiles > 0 {
            let files = AmountFormatter.count(report.mediaFiles, "media file")
            output.line("  \(files) (\(AmountFormatter.bytes(report.mediaBytes))) are listed, not copied.")
        }
    }

    // MARK: By schedule

    private func repeats(_ every: TimeSpan, _ directory: String, _ gateway: Gateway) async throws {
        let settings = try BackupSettings(directory: directory, every: every, keep: keep)
        let (key, household) = (try await keys.new(gateway), global.household)
        let roots = try BackupPlan.roots(gateway, global)
        let schedule = BackupSchedule(
            settings: settings, state: BackupStateFile(data: gateway.settings.data.value), runtime: gateway.runtime
        ) { path in
            do {
                let plan = try BackupPlan(gateway, household: household, roots: roots)
                let run = BackupRun(gateway: gateway, plan: plan, key: key)
                Self.show(try await run.make(at: path), gateway.output)
                return nil
            } catch {
                let failure = GatewayFailure(error)
                failure.tell(gateway.output)
                return failure.message
            }
        }
        let interruptions = await gateway.environment.interruptions()
        await withTaskGroup { group in
            group.addTask { await schedule.run() }
            group.addTask { for await _ in interruptions { return } }
            _ = await group.next()
            group.cancelAll()
        }
    }
}
