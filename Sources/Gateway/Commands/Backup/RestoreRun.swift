internal import BackupFormat
internal import Foundation
internal import HearthModel
internal import RPC
internal import ServiceKit

/// Restores a backup into a data directory.
///
/// Everything is unpacked beside its place and checked before anything is touched. Then, with a record of it in the data
/// directory, what is in the way is moved aside, and each file is renamed into its place. A restore that is interrupted
/// there is run again; until then the cluster does not start.
struct RestoreRun {
    let gateway: Gateway
    let reader: BackupReader
    /// The data directory.
    let data: String
    /// The directory of each service's shards.
    let roots: [String: String]
    /// The only service to restore; nil restores all, and the keys.
    let service: String?
    /// The only household to restore; nil restores all.
    let household: String?
    /// Whether existing files may be replaced.
    let isConfirmed: Bool

    /// What was restored, as `--json` writes it.
    struct Report: Encodable {
        struct Shard: Encodable {
            var service: String
            var household: String
            var takenAt: Date
            var bytes: Int64
        }

        var backup: String
        var created: Date
        var data: String
        var shards: [Shard]
        var files: [String]
        /// Where the files are that were in the way; absent when there were none.
        var replaced: [String]?
        /// Listed media files that are not here.
        var missingMedia: [String]
        var missingMediaBytes: Int64
    }

    /// A shard to restore, with its place.
    private struct Item {
        var shard: BackupManifest.Shard
        var place: ShardPlace
    }

    private var manifest: BackupManifest { reader.manifest }
    private var places: ReplacedShards { ReplacedShards(data: data, roots: roots, failureCode: "NOT_RESTORED") }

    /// Restores the backup.
    ///
    /// - Throws: ``GatewayFailure``; unless it says otherwise, nothing was changed.
    func run() async throws -> Report {
        let points = try failPoints(gateway)
        let shards = try chosen()
        let lock =
            try service == nil
            ? places.lockDirectory(alternative: "restore a single service with --service") : nil
        defer { withExtendedLifetime(lock) {} }
        try BackupKeyOptions.naming(reader.path) { try reader.checkBytes() }
        var items: [Item] = []
        var isBegun = false
        defer { if !isBegun { for item in items.reversed() { item.place.withdraw() } } }
        for shard in shards {
            items.append(Item(shard: shard, place: try places.place(of: shard.service, household: shard.household)))
        }
        for item in items { try checkHousehold(item) }
        let files = service == nil ? try RestoredFile.list(reader, data: data, household: household) : []
        let unfinished = RestoreRecord.read(data)
        try confirm(items, files, isRepeated: unfinished != nil)
        try await stage(items)
        points.reach(.restoreStaged)
        let aside = places.asideName(now: gateway.now)
        isBegun = true
        try RestoreRecord(
            backup: reader.path, created: manifest.created, replaced: unfinished?.replaced ?? "\(data)/\(aside)"
        ).write(data)
        points.reach(.restoreRecorded)
        let replaced = try moveAside(items, files, to: aside)
        points.reach(.restoreMoved)
        for item in items {
            try places.naming { try item.place.place() }
            points.reach(.restorePlaced)
        }
        for file in files { try file.place(gateway.runtime) }
        points.reach(.restoreDone)
        RestoreRecord.remove(data)
        return report(items, files, replaced)
    }

    // MARK: What to restore

    private func chosen() throws -> [BackupManifest.Shard] {
        let shards = manifest.shards.filter { shard in
            (service == nil || shard.service == service) && (household == nil || shard.household == household)
        }
        guard !shards.isEmpty else {
            let names = manifest.shards.map { "\($0.household)/\($0.service)" }
            throw GatewayFailure(
                "NOT_IN_BACKUP", "\(reader.path) has no such shard.",
                advice: "It has \(names.joined(separator: ", ")).",
                status: .noInput)
        }
        for shard in shards where service != nil {
            guard FileManager.default.fileExists(atPath: "\(data)/\(shard.household)") else {
                throw GatewayFailure(
                    "NO_HOUSEHOLD", "There is no household \"\(shard.household)\" in \(data). Nothing was changed.",
                    advice: "Restore the whole backup, without --service.", status: .noInput)
            }
        }
        return shards
    }

    private func checkHousehold(_ item: Item) throws {
        let known = try places.naming { try item.place.recordedIdentity()?.text }
        let own = item.shard.identity ?? manifest.households.first { $0.name == item.shard.household }?.identity
        guard let known, let own, known != own else { return }
        throw GatewayFailure(
            "OTHER_HOUSEHOLD",
            "\(data) has another household \"\(item.shard.household)\" (\(known.prefix(8))) than the backup (\(own.prefix(8))). "
                + "Nothing was changed.",
            advice: "Restore into an empty directory with --data.", status: .configuration)
    }

    // MARK: Steps

    private func confirm(_ items: [Item], _ files: [RestoredFile], isRepeated: Bool) throws {
        let occupied =
            items.filter(\.place.isOccupied).map(\.place.path) + files.filter(\.isThere).map(\.path)
        // What an interrupted restore has left is replaced: it was confirmed, or there was nothing.
        guard !occupied.isEmpty, !isConfirmed, !isRepeated else { return }
        throw GatewayFailure(
            "NOT_CONFIRMED",
            "\(occupied.count) files are there already: \(occupied.joined(separator: ", ")). Nothing was changed.",
            advice: "With --yes they are moved aside, and the backup takes their place.", status: .usage)
    }

    private func stage(_ items: [Item]) async throws {
        let verifier = BackupVerifier(gateway: gateway)
        for item in items {
            item.place.removeStaged()
            try BackupKeyOptions.naming(reader.path) {
                try reader.extract(item.shard.content, to: item.place.stagedPath)
            }
            _ = try await verifier.check(item.shard, at: item.place.stagedPath, in: reader)
        }
    }

    private func moveAside(_ items: [Item], _ files: [RestoredFile], to name: String) throws -> [String] {
        var used: Set<String> = []
        for item in items where item.place.isOccupied {
            let directory = "\(item.place.root)/\(name)"
            try places.naming { try item.place.moveAside(to: directory) }
            used.insert(directory)
        }
        for file in files where file.isThere {
            try file.keepCopy(in: "\(data)/\(name)")
            used.insert("\(data)/\(name)")
        }
        return used.sorted()
    }

    private func report(_ items: [Item], _ files: [RestoredFile], _ replaced: [String]) -> Report {
        let directories = Set(roots.values).union([data])
        let missing = manifest.media.filter { media in
            (household == nil || media.path.hasPrefix("\(household ?? "")/"))
                && !directories.contains { FileManager.default.fileExists(atPath: "\($0)/\(media.path)") }
        }
        let isAboutMedia = service == nil || service == BackupPlan.mediaOwner
        return Report(
            backup: reader.path, created: manifest.created, data: data,
            shards: items.map { item in
                Report.Shard(
                    service: item.shard.service, household: item.shard.household, takenAt: item.shard.takenAt,
                    bytes: item.shard.content.bytes)
            }, files: files.map(\.target), replaced: replaced.isEmpty ? nil : replaced,
            missingMedia: isAboutMedia ? missing.map(\.path) : [],
            missingMediaBytes: isAboutMedia ? missing.reduce(0) { $0 + $1.bytes } : 0)
    }
}
