internal import ArgumentParser
internal import BackupFormat
internal import Foundation
internal import RPC
internal import ServiceKit

/// `hearth restore`
struct RestoreCommand: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a backup of a household, or of one of its services.",
        discussion: """
            The services must be stopped: all of them, or the one that is named with --service. The backup is checked \
            before anything is touched. Existing files are replaced only with --yes, and are moved aside, into \
            .replaced-TIME of the data directory. Services that were not restored keep their newer data: what the \
            restored ones no longer list is hidden and kept, see `hearth quarantine`.

            hearth restore /mnt/backups/home.hearth-backup --key-file ~/backup.key --data ~/.local/share/hearth
            hearth restore /mnt/backups/home --service catalog --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var keys: BackupKeyOptions

    @Argument(help: "The backup.", completion: .file())
    var path: String

    @Option(help: "Restore the shards of this service alone, and no keys.")
    var service: String?

    @Flag(help: "Move existing files aside, and put those of the backup in their place.")
    var yes = false

    /// Names of media files that are shown.
    private static let shownFiles = 10

    func run(_ gateway: Gateway) async throws {
        if let service { try gateway.checkService(service) }
        let path = URL(filePath: path).standardizedFileURL.path
        let key = try await keys.existing(path, gateway)
        let reader = try BackupKeyOptions.naming(path) { try BackupReader(path, key: key) }
        let report = try await RestoreRun(
            gateway: gateway, reader: reader, data: gateway.settings.data.value,
            roots: try BackupPlan.roots(gateway, global), service: service, household: global.household,
            isConfirmed: yes
        ).run()
        // Before the sessions are forgotten, which know the household's zone.
        let clock = await gateway.clock()
        // Tokens of the replaced data are void.
        gateway.forgetSessions()
        if gateway.output.isJSON { return gateway.output.json(report) }
        show(report, clock, gateway.output)
    }

    private func show(_ report: RestoreRun.Report, _ clock: WallClock, _ output: Output) {
        var table = Table(.text("HOUSEHOLD"), .text("SERVICE"), .text("AS OF"), .number("SIZE"))
        for shard in report.shards {
            table.add(shard.household, shard.service, clock.stamp(shard.takenAt), AmountFormatter.bytes(shard.bytes))
        }
        output.table(table)
        let shards = AmountFormatter.count(report.shards.count, "shard")
        output.line("\(shards) and \(report.files.count) keys and records are restored to \(report.data).")
        output.printTimeZone(clock)
        for directory in report.replaced ?? [] { output.line("  What was there is in \(directory).") }
        guard !report.missingMedia.isEmpty else { return }
        let files = AmountFormatter.count(report.missingMedia.count, "media file")
        output.line(
            "  \(files) (\(AmountFormatter.bytes(report.missingMediaBytes))) of the backup's list are not here:")
        for path in report.missingMedia.prefix(Self.shownFiles) { output.line("    \(Table.printable(path))") }
        if report.missingMedia.count > Self.shownFiles { output.line("    and others; --json lists all") }
    }
}
