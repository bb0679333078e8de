internal import ArgumentParser
internal import BackupFormat
internal import Foundation
internal import ServiceKit

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
        let clock = await gateway.clock()
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
        gateway.output.printTimeZone(clock)
    }
}
