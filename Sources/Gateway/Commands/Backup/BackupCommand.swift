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

/// `hearth backup verify`
struct BackupVerifyCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check that a backup is whole and can be restored.",
        discussion: """
            Checks every byte, every page and index of each shard, whose they are, and whether the installed services can \
            open them. Exits with 65 when anything is wrong.

            Example: hearth backup verify /mnt/backups/home
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: BackupKeyOptions

    @Argument(help: "The backup.", completion: .file())
    var path: String

    private struct Report: Encodable {
        var path: String
        var created: Date
        var hearthVersion: String
        var shards: [BackupVerifier.Checked]
    }

    func run(_ gateway: Gateway) async throws {
        let key = try await keys.existing(path, gateway)
        let reader = try BackupKeyOptions.naming(path) { try BackupReader(path, key: key) }
        let checked = try await BackupVerifier(gateway: gateway).check(reader)
        let manifest = reader.manifest
        if gateway.output.isJSON {
            return gateway.output.json(
                Report(
                    path: path, created: manifest.created, hearthVersion: manifest.hearthVersion, shards: checked))
        }
        var table = Table(
            .text("HOUSEHOLD"), .text("SERVICE"), .number("BYTES"), .number("SCHEMA"), .text("COPIED FROM"))
        for (shard, found) in zip(manifest.shards, checked) {
            let schema = found.knownSchemaVersion == nil ? "\(found.schemaVersion)?" : "\(found.schemaVersion)"
            table.add(
                shard.household, shard.service, AmountFormatter.bytes(shard.content.bytes), schema,
                shard.isFromService ? "the service" : "its file")
        }
        gateway.output.table(table)
        if checked.contains(where: { $0.knownSchemaVersion == nil }) {
            gateway.output.line("  ? the service is not installed here: whether it knows the schema was not checked.")
        }
        let clock = WallClock(timeZone: gateway.environment.timeZone, now: gateway.now)
        gateway.output.line("\(path) is whole. It was made at \(clock.stamp(manifest.created)).")
    }
}

/// `hearth backup list`
struct BackupListCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the backups in a directory.",
        discussion: """
            Encrypted ones tell what they hold with their key. `hearth backup verify` checks one.

            Example: hearth backup list /mnt/backups
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: BackupKeyOptions

    @Argument(help: "The directory.", completion: .file())
    var directory: String

    private struct Entry: Encodable {
        var path: String
        var bytes: Int64
        var isEncrypted: Bool
        var created: Date?
        var households: [String]?
        var services: [String]?
        var problem: String?

        init(_ entry: BackupFolder.Entry) {
            (path, bytes, isEncrypted) = (entry.path, entry.bytes, entry.kind != nil)
            switch entry.manifest {
            case .success(let manifest):
                created = manifest.created
                households = manifest.households.map(\.name)
                services = manifest.shards.map(\.service).uniqued(by: \.self)
            case .failure(let error): problem = "\(error)"
            }
        }
    }

    func run(_ gateway: Gateway) async throws {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory), isDirectory.boolValue else {
            throw GatewayFailure("NO_DIRECTORY", "There is no directory \(directory).", status: .noInput)
        }
        let key = try await keys.once(gateway)
        let entries = BackupFolder(directory).entries(key: key)
        if gateway.output.isJSON { return gateway.output.json(entries.map(Entry.init)) }
        guard !entries.isEmpty else { return gateway.output.line("\(directory) has no backups.") }
        let clock = WallClock(timeZone: gateway.environment.timeZone, now: gateway.now)
        var table = Table(
            .text("BACKUP"), .text("MADE"), .number("SIZE"), .text("HOUSEHOLDS"), .number("SHARDS"),
            .text("", isFlexible: true))
        for entry in entries {
            switch entry.manifest {
            case .success(let manifest):
                table.add(
                    entry.name, clock.stamp(manifest.created), AmountFormatter.bytes(entry.bytes),
                    manifest.households.map(\.name).joined(separator: ", "), "\(manifest.shards.count)",
                    entry.kind == nil ? "" : "encrypted")
            case .failure(let error):
                table.add(entry.name, "", AmountFormatter.bytes(entry.bytes), "", "", "\(error)")
            }
        }
        gateway.output.table(table)
    }
}

extension WallClock {
    /// `2026-01-31 20:15`.
    func stamp(_ date: Date) -> String {
        let time = time(date)
        return "\(day(date)) \(time.suffix(5))"
    }
}
