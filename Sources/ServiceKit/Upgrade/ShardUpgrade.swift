internal import Foundation
internal import GRDB
internal import HearthModel
internal import Logging
internal import RPC

/// What surrounds the migration of a shard of an earlier version: a copy of it is taken first, when there is room for both,
/// and copies of earlier upgrades are removed when it has succeeded.
struct ShardUpgrade {
    /// The shard's file; its lock is held.
    let shard: String
    /// The shard before it is opened.
    let found: ShardSchema.Inspection
    /// The version to which it is upgraded.
    let known: ShardVersion
    /// The version of the build that had it open before.
    let previousVersion: String?
    let options: ShardOptions
    let runtime: any Runtime
    let logger: Logger

    /// Bytes that stay free on the disk beside the copy and the migration.
    static let spareBytes: Int64 = 16 << 20
    /// The interval at which progress is logged.
    private static let logInterval = Duration.seconds(10)

    private var folder: UpgradeFolder { UpgradeFolder(shard: shard) }
    private var now: Date { Date(timeIntervalSince1970: runtime.wallTime.secondsSince1970) }

    /// Whether the shard exists in an earlier version.
    var isDue: Bool { found.isShard && found.version.map { known.isNewer(than: $0) } ?? false }

    /// Takes the copy, unless one was taken when the upgrade was tried before and the shard was not used since.
    ///
    /// - Throws: ``ShardError``; then the shard is untouched.
    func prepare() throws {
        folder.removeUnfinished()
        let copies = folder.copies
        let kept = copies.first { copy in
            copy.manifest.upgraded == nil && found.opening != nil && copy.manifest.opening == found.opening
        }
        try checkRoom(copies: kept == nil)
        if var manifest = kept?.manifest, let path = kept?.path {
            manifest.toSchema = Int64(known.userVersion)
            manifest.hearthVersion = HearthVersion.current
            return try naming { try folder.write(manifest, of: path, runtime) }
        }
        try naming { try Files.makePrivate(folder.path) }
        let path = folder.newPath(from: schema, to: Int64(known.userVersion), at: now)
        try copy(to: path)
        // A copy of the same schema from an attempt that changed nothing, before the shard was used again.
        for copy in copies where copy.manifest.upgraded == nil && copy.manifest.fromSchema == schema {
            folder.remove(copy)
        }
        options.failPoints.reach(.upgradeCopied)
    }

    private var schema: Int64 { Int64(found.version?.userVersion ?? 0) }
    private var bytes: Int64 { Int64(Files.bytes(shard) + Files.bytes(shard + "-wal")) }

    /// Checks that there is room for the copy and for the migration, whose log may become as large as the shard.
    private func checkRoom(copies: Bool) throws {
        let needed = bytes * (copies ? 2 : 1) + Self.spareBytes
        let directory = (shard as NSString).deletingLastPathComponent
        guard let free = options.freeBytes(directory), free < needed else { return }
        throw noRoom(needed: needed, free: free)
    }

    private func noRoom(needed: Int64, free: Int64) -> ShardError {
        .noRoomToUpgrade(path: shard, from: Int(schema), to: known.userVersion, needed: needed, free: free)
    }

    private func copy(to path: String) throws {
        logger.notice(
            "A shard of an earlier version is copied before its upgrade.",
            metadata: [
                "shard": "\(shard)", "schema": "\(schema)", "new": "\(known.userVersion)", "bytes": "\(bytes)",
            ])
        options.failPoints.reach(.upgradeCopyBegun)
        do {
            try ShardCopy.snapshot(shard, to: path, progress: noteCopied())
            _ = try ShardCopy.publish(path)
        } catch let error as DatabaseError where error.isFull {
            let free = options.freeBytes((shard as NSString).deletingLastPathComponent)
            throw noRoom(needed: bytes * 2 + Self.spareBytes, free: free ?? 0)
        } catch {
            throw ShardError.cannotOpen(path: shard, reason: "it cannot be copied before its upgrade: \(error)")
        }
        options.failPoints.reach(.upgradeCopyWritten)
        let name = ((shard as NSString).lastPathComponent as NSString).deletingPathExtension
        let household = ((shard as NSString).deletingLastPathComponent as NSString).lastPathComponent
        let manifest = UpgradeCopy.Manifest(
            service: name, household: household, identity: found.identity?.text, fromSchema: schema,
            toSchema: Int64(known.userVersion), hearthVersion: HearthVersion.current, previousVersion: previousVersion,
            taken: now, bytes: Int64(Files.bytes(path)), opening: found.opening)
        try naming { try folder.write(manifest, of: path, runtime) }
        logger.notice(
            "The shard was copied; its upgrade begins.",
            metadata: ["shard": "\(shard)", "copy": "\(path)", "bytes": "\(manifest.bytes)"])
    }

    /// Reports how much is copied, and logs it at intervals.
    private func noteCopied() -> (_ done: Int64, _ all: Int64) -> Void {
        var last = runtime.now
        return { done, all in
            let progress = UpgradeProgress.copying(bytes: done, of: all)
            options.onUpgrade?(progress)
            guard last.duration(to: runtime.now) >= Self.logInterval else { return }
            last = runtime.now
            logger.notice("\(progress)", metadata: ["shard": "\(shard)"])
        }
    }

    /// Reports that a migration begins.
    func noteMigration(_ name: String, number: Int, of count: Int) {
        let progress = UpgradeProgress.migrating(name: name, number: number, of: count)
        options.onUpgrade?(progress)
        logger.notice("\(progress)", metadata: ["shard": "\(shard)"])
    }

    /// Marks the copies of upgrades that are complete, and removes those beyond ``ShardLimits/upgradeCopies``, the oldest
    /// first. Called when the shard is open in the version of this build, also for an upgrade before this start.
    func settle() {
        let folder = folder
        var copies = folder.copies
        guard !copies.isEmpty else { return }
        for copy in copies where copy.manifest.upgraded == nil && copy.manifest.toSchema == Int64(known.userVersion) {
            var manifest = copy.manifest
            manifest.upgraded = now
            // On failure the next opening does it.
            try? folder.write(manifest, of: copy.path, runtime)
            logger.notice(
                "The shard was upgraded. `hearth rollback` goes back to its copy.",
                metadata: ["shard": "\(shard)", "copy": "\(copy.path)", "new": "\(known.userVersion)"])
        }
        copies = folder.copies
        for copy in copies.dropFirst(options.limits.upgradeCopies) where copies.first?.manifest.upgraded != nil {
            folder.remove(copy)
        }
    }

    private func naming(_ body: () throws -> Void) throws {
        do { try body() } catch {
            throw ShardError.cannotOpen(path: shard, reason: "it cannot be copied before its upgrade: \(error)")
        }
    }
}
