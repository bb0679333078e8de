internal import Foundation
internal import HearthModel
internal import RPC
internal import ServiceKit

/// Puts shards back to copies from before an upgrade.
///
/// All copies are unpacked beside their places and checked before a shard is touched. Then, with a record of it in the data
/// directory, each shard is moved aside and its copy renamed into its place. A rollback that is interrupted there is run
/// again; until then the cluster does not start. Nothing is erased: the copies stay, too.
struct RollbackRun {
    let gateway: Gateway
    /// The data directory.
    let data: String
    /// The directory of each service's shards.
    let roots: [String: String]
    /// Whether a single service is rolled back: the others may run.
    let isSingle: Bool

    /// A shard that goes back.
    private struct Item {
        var step: RollbackRecord.Step
        var copy: UpgradeCopy
        var place: ShardPlace
    }

    /// What was done, as `--json` writes it.
    struct Report: Encodable {
        struct Shard: Encodable {
            var service: String
            var household: String
            /// The time of the copy: what was saved later is not in the shard any more.
            var asOf: Date
            var schema: Int64
            /// The version that had the shard open before the upgrade; absent when it is not recorded.
            var neededVersion: String?
        }

        var data: String
        var shards: [Shard]
        /// Where the shards are that were there.
        var replaced: [String]
    }

    private var places: ReplacedShards { ReplacedShards(data: data, roots: roots, failureCode: "NOT_ROLLED_BACK") }

    /// Rolls back, or completes a rollback that was interrupted.
    ///
    /// - Throws: ``GatewayFailure``; unless it says otherwise, nothing was changed.
    func run(_ copies: [UpgradeCopy]) async throws -> Report {
        try RestoreRecord.refuseUnfinished(in: data)
        let points = try failPoints(gateway)
        let lock =
            try isSingle
            ? nil
            : places.lockDirectory(alternative: "name a single service that is stopped: `hearth rollback SERVICE`")
        defer { withExtendedLifetime(lock) {} }
        let unfinished = try RollbackRecord.read(data)
        let record = unfinished ?? self.record(copies)
        let items = try record.steps.map(item)
        var isBegun = unfinished != nil
        defer { if !isBegun { for item in items { item.place.removeStaged() } } }
        let pending = try await Blocking.run(.queued) { try items.filter { try unfinished == nil || !isDone($0) } }
        for item in pending { try await stage(item) }
        points.reach(.rollbackStaged)
        isBegun = true
        try record.write(data)
        points.reach(.rollbackRecorded)
        for item in pending {
            try places.naming { try item.place.moveAside(to: "\(item.place.root)/\(record.aside)") }
            points.reach(.rollbackMoved)
            try places.naming { try item.place.place() }
            points.reach(.rollbackPlaced)
        }
        points.reach(.rollbackDone)
        RollbackRecord.remove(data)
        return report(items, record)
    }

    private func record(_ copies: [UpgradeCopy]) -> RollbackRecord {
        RollbackRecord(
            steps: copies.map {
                RollbackRecord.Step(
                    service: $0.manifest.service, household: $0.manifest.household, copy: $0.path,
                    schema: $0.manifest.fromSchema)
            }, aside: places.asideName(now: gateway.now))
    }

    private func item(_ step: RollbackRecord.Step) throws -> Item {
        let place = try places.place(of: step.service, household: step.household)
        guard let copy = UpgradeFolder(shard: place.path).copies.first(where: { $0.path == step.copy }) else {
            throw GatewayFailure(
                "NO_COPY", "\(step.copy) is missing or not whole. Nothing was changed.",
                advice: "`hearth rollback --list` shows the copies; `hearth restore` restores a backup.",
                status: .noInput)
        }
        return Item(step: step, copy: copy, place: place)
    }

    /// Whether an interrupted rollback had put the copy in its place already.
    private func isDone(_ item: Item) throws -> Bool {
        try places.naming { try ShardCopy.schemaVersion(ofShard: item.place.path) } == item.step.schema
    }

    /// Unpacks a copy beside its place, and checks it there.
    private func stage(_ item: Item) async throws {
        let (copy, place) = (item.copy, item.place)
        if let known = try places.naming({ try place.recordedIdentity()?.text }), let own = copy.manifest.identity,
            own != known
        {
            throw GatewayFailure(
                "OTHER_HOUSEHOLD", "\(copy.path) belongs to another household. Nothing was changed.",
                status: .configuration)
        }
        let directory = (place.path as NSString).deletingLastPathComponent
        if let free = DiskSpace.freeBytes(below: directory), free < copy.manifest.bytes {
            throw GatewayFailure(
                "NO_ROOM",
                "\(directory) has \(AmountFormatter.bytes(free)) left, and \(copy.name) needs \(AmountFormatter.bytes(copy.manifest.bytes)). "
                    + "Nothing was changed.",
                advice: "Free some space there.", status: .failure)
        }
        do {
            try await Blocking.run(.queued) {
                place.removeStaged()
                try FileManager.default.copyItem(atPath: copy.path, toPath: place.stagedPath)
                guard Files.sync(place.stagedPath) else {
                    throw ShardError.cannotOpen(path: place.stagedPath, reason: "it cannot be written")
                }
                try ShardCopy.checkIntegrity(place.stagedPath)
                let found = try ShardCopy.describe(place.stagedPath)
                guard found.schemaVersion == item.step.schema, found.identity?.text == copy.manifest.identity else {
                    throw ShardError.cannotOpen(path: copy.path, reason: "it is another shard than its manifest says")
                }
            }
        } catch {
            place.removeStaged()
            throw GatewayFailure(
                "COPY_DAMAGED", "\(copy.path) cannot be used (\(error)). No shard was changed.",
                advice: "`hearth restore` restores a backup.", status: .data)
        }
    }

    private func report(_ items: [Item], _ record: RollbackRecord) -> Report {
        let asides = Set(items.map { "\($0.place.root)/\(record.aside)" })
        return Report(
            data: data,
            shards: items.map { item in
                let manifest = item.copy.manifest
                return Report.Shard(
                    service: manifest.service, household: manifest.household, asOf: manifest.taken,
                    schema: manifest.fromSchema, neededVersion: manifest.previousVersion)
            }, replaced: asides.filter { FileManager.default.fileExists(atPath: $0) }.sorted())
    }
}
