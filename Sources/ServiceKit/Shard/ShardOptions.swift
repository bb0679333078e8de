internal import Logging

/// Options of a shard.
public struct ShardOptions: Sendable {
    /// The execution modes of a shard.
    public enum ExecutionMode: Sendable {
        /// Production: a pool of connections with their own queues, and group commit.
        case queued
        /// Simulation: one connection, everything on the calling thread, the same SQL.
        case inline
    }

    /// The execution mode.
    public var face: ExecutionMode
    /// The limits.
    public var limits: ShardLimits
    /// The metrics that it reports.
    public var metrics = ShardMetrics.none
    /// The failpoints at which the process may be killed.
    package var failPoints = FailPoints.none
    /// Whether shards may be on a file system over a network, which loses and mixes up data.
    public var allowsNetworkFileSystems = false
    /// The kind of network file system that a path is on; nil for a disk of this machine.
    package var networkFileSystem: @Sendable (_ path: String) -> String? = { NetworkFileSystem.kind(of: $0) }
    /// The bytes that can still be written below a directory; nil when the system does not say.
    package var freeBytes: @Sendable (_ path: String) -> Int64? = { DiskSpace.freeBytes(below: $0) }
    /// Takes note of each step in the upgrade of a shard.
    package var onUpgrade: (@Sendable (UpgradeProgress) -> Void)?

    /// Creates options.
    public init(face: ExecutionMode = .queued, limits: ShardLimits = ShardLimits()) {
        self.face = face
        self.limits = limits
    }

    /// Refuses a network file system for shards; where it is allowed, the log has a warning.
    ///
    /// - Throws: ``ShardError/networkFileSystem(path:kind:)``.
    func checkFileSystem(of path: String, _ logger: Logger) throws(ShardError) {
        guard let kind = networkFileSystem(path) else { return }
        guard allowsNetworkFileSystems else { throw .networkFileSystem(path: path, kind: kind) }
        logger.warning(
            "Shards are on a network file system, which is allowed here and can lose and mix up their data: keep backups.",
            metadata: ["path": "\(path)", "kind": "\(kind)"])
    }
}
