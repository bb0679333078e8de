internal import ArgumentParser
internal import BackupFormat
internal import Foundation

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
        let clock = await gateway.clock()
        gateway.output.line("\(path) is whole. It was made at \(clock.stamp(manifest.created)).")
        gateway.output.printTimeZone(clock)
    }
}
