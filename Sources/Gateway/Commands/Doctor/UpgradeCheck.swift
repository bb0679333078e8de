internal import Foundation
internal import ServiceKit

/// Whether the installed services know the schemas of the shards, and whether there is room to upgrade those of earlier
/// ones: also before they are started, and when no token can be had because profiles itself cannot open its shard.
struct UpgradeCheck: DoctorCheck {
    let name = "upgrade"
    private let known: @Sendable (_ service: String, Gateway) async -> Int64?
    private let free: @Sendable (_ path: String) -> Int64?

    /// Asks the installed executables and this machine's disks; tests give others.
    init(
        known: @escaping @Sendable (String, Gateway) async -> Int64? = {
            await SchemaProbe(gateway: $1).version(of: $0)
        },
        free: @escaping @Sendable (String) -> Int64? = { DiskSpace.freeBytes(below: $0) }
    ) {
        (self.known, self.free) = (known, free)
    }

    private struct Shard: Sendable {
        var household: String
        var path: String
        var schema: Int64
    }

    func examine(_ gateway: Gateway) async -> [DoctorFinding] {
        let data = gateway.settings.data.value
        let households = DataDirectoryCheck.households(in: data)
        var findings: [DoctorFinding] = []
        for service in ServiceSettings.knownServices.sorted() {
            let root = DiskCheck.shards(of: service, gateway) ?? data
            let shards = await Blocking.run(.queued) {
                households.compactMap { household -> Shard? in
                    let path = "\(root)/\(household)/\(service).sqlite"
                    // What is no database, or an empty one, is the check of the files.
                    guard let schema = try? ShardCopy.schemaVersion(ofShard: path), schema > 0 else { return nil }
                    return Shard(household: household, path: path, schema: schema)
                }
            }
            guard !shards.isEmpty, let known = await known(service, gateway) else { continue }
            findings += shards.compactMap { look(at: $0, of: service, known: known) }
        }
        return findings
    }

    /// - Returns: nil when nothing is to be upgraded.
    private func look(at shard: Shard, of service: String, known: Int64) -> DoctorFinding? {
        let subject = "\(shard.household)/\(service)"
        guard shard.schema != known else { return nil }
        guard SchemaProbe.knows(shard.schema, known) else {
            return DoctorFinding(
                name, subject, .wrong,
                "\(shard.path) was written by a later version (schema \(shard.schema), the installed \(service) knows \(known)).",
                advice: "Install that version of \(service), or go back with `hearth rollback \(service)`.")
        }
        let needed = Self.bytesToUpgrade(shard.path)
        if let free = free((shard.path as NSString).deletingLastPathComponent), free < needed {
            return DoctorFinding(
                name, subject, .wrong,
                "\(shard.path) has to be upgraded from schema \(shard.schema) to \(known): it needs "
                    + "\(AmountFormatter.bytes(needed)) beside it, and \(AmountFormatter.bytes(free)) are free.",
                advice:
                    "Free space there. Until then \(service) leaves the shard as it is; afterwards it goes on by itself."
            )
        }
        return DoctorFinding(
            name, subject, .ok,
            "\(service) will upgrade it from schema \(shard.schema) to \(known), and keeps a copy to go back to.")
    }

    /// The free space that the service requires beside a shard of an earlier version, in bytes: for a copy of it, for the log
    /// of the migration, which may become as large, and 16 MiB to go on with.
    static func bytesToUpgrade(_ shard: String) -> Int64 {
        let sizes = ["", "-wal"].map { suffix in
            (try? FileManager.default.attributesOfItem(atPath: shard + suffix)[.size] as? Int64) ?? 0
        }
        return 2 * sizes.reduce(0, +) + 16 << 20
    }
}
