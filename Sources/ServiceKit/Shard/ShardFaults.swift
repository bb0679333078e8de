internal import CShardVFS
internal import Foundation

/// Faults for the shards in one directory and below it: power cuts, failing fsyncs, a full disk, a dead process.
///
/// For tests, simulations and chaos runs. It acts on shards that are opened while it lives, on those of its own
/// directory alone, and stops with ``end()`` or when it is released. Real fsyncs are skipped: what they would have made
/// durable is remembered, which makes a power cut a matter of milliseconds.
public final class ShardFaults: Sendable {
    private let watch: Int32

    /// Watches a directory, which must exist.
    ///
    /// - Throws: `POSIXError` when it does not.
    public init(directory: String) throws {
        watch = shard_faults_begin(directory)
        try Self.check(watch)
    }

    deinit { shard_faults_end(watch) }

    /// Ends the faults. Open shards go on as if nothing had been.
    public func end() { shard_faults_end(watch) }

    /// The process dies: open shards can write nothing more, as after kill -9. What they wrote stays.
    public func kill() { shard_faults_kill(watch) }

    /// The process is started again: shards opened from now on can write.
    public func revive() { shard_faults_revive(watch) }

    /// The power fails: all that was written and not synced is undone. Call ``kill()`` and close every shard first.
    ///
    /// - Parameter seed: with one, each sector is lost or kept as the seed decides, which tears pages; nil loses all.
    /// - Throws: `POSIXError` when the files cannot be put back.
    public func cutPower(tearingBy seed: UInt64? = nil) throws {
        // Seed 0 means "lose all" in C; any other odd number will do instead.
        try Self.check(shard_faults_cut_power(watch, seed.map { $0 == 0 ? 0x9e37_79b9 : $0 } ?? 0))
    }

    /// Has the `nth` fsync from now fail with an I/O error; 1 is the next one, 0 takes it back.
    public func failSync(_ nth: Int) { shard_faults_fail_sync(watch, Int32(clamping: nth)) }

    /// Leaves room for `bytes` more than the directory holds now; nil takes the limit away.
    public func limitDisk(room bytes: Int?) { shard_faults_limit_disk(watch, bytes.map(Int64.init) ?? -1) }

    /// How many fsyncs were asked for.
    public var syncs: Int { Int(shard_faults_syncs(watch)) }

    /// How many bytes a power cut would undo now.
    public var unsyncedBytes: Int { Int(shard_faults_unsynced_bytes(watch)) }

    private static func check(_ result: Int32) throws {
        if result < 0 { throw POSIXError(POSIXErrorCode(rawValue: -result) ?? .EIO) }
    }
}
