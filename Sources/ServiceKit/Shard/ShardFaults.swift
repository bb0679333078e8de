internal import CShardVFS
internal import Foundation

/// Injects faults into the shards in and below one directory: power failures, failing fsyncs, a full disk, a dead
/// process.
///
/// For tests, simulations and chaos runs. It affects shards opened during its lifetime, in its own directory alone, and
/// stops with ``end()`` or when it is released. Real fsyncs are skipped: the data that they would have made durable is
/// recorded, so that a power failure takes milliseconds.
public final class ShardFaults: Sendable {
    private let watch: Int32

    /// Attaches to a directory, which must exist.
    ///
    /// - Throws: `POSIXError` when it does not.
    public init(directory: String) throws {
        watch = shard_faults_begin(directory)
        try Self.check(watch)
    }

    deinit { shard_faults_end(watch) }

    /// Ends the faults. Open shards continue normally.
    public func end() { shard_faults_end(watch) }

    /// Simulates the process's death: open shards can write nothing more, as after kill -9. Earlier writes stay.
    public func kill() { shard_faults_kill(watch) }

    /// Simulates a restart of the process: shards opened from now on can write.
    public func revive() { shard_faults_revive(watch) }

    /// Simulates a power failure: all unsynced writes are lost. Call ``kill()`` and close every shard first.
    ///
    /// - Parameter seed: with a seed, it decides for each sector whether it is lost, which tears pages; nil loses all.
    /// - Throws: `POSIXError` when the files cannot be rolled back.
    public func cutPower(tearingBy seed: UInt64? = nil) throws {
        // Seed 0 means "lose all" in C; any other odd number replaces it.
        try Self.check(shard_faults_cut_power(watch, seed.map { $0 == 0 ? 0x9e37_79b9 : $0 } ?? 0))
    }

    /// Makes the `nth` fsync from now fail with an I/O error; 1 is the next one, 0 cancels the fault.
    public func failSync(_ nth: Int) { shard_faults_fail_sync(watch, Int32(clamping: nth)) }

    /// Limits the disk to `bytes` more than the directory holds now; nil removes the limit.
    public func limitDisk(room bytes: Int?) { shard_faults_limit_disk(watch, bytes.map(Int64.init) ?? -1) }

    /// The number of fsyncs requested.
    public var syncs: Int { Int(shard_faults_syncs(watch)) }

    /// The number of bytes that a power failure would lose now.
    public var unsyncedBytes: Int { Int(shard_faults_unsynced_bytes(watch)) }

    private static func check(_ result: Int32) throws {
        if result < 0 { throw POSIXError(POSIXErrorCode(rawValue: -result) ?? .EIO) }
    }
}
