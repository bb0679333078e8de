#if DEBUG
package import RPC
#endif

/// How a shard is run.
public struct ShardOptions: Sendable {
    /// Which of its two faces a shard shows.
    public enum ExecutionMode: Sendable {
        /// Production: a pool of connections with their own queues, and group commit.
        case queued
        /// Simulation: one connection, everything on the calling thread, the same SQL.
        case inline
    }

    /// The face.
    public var face: ExecutionMode
    /// The limits.
    public var limits: ShardLimits
    /// What it reports while it runs.
    public var metrics = ShardMetrics.none
    #if DEBUG
    /// Defects of these shards, for tests whose shards are in no simulation.
    package var defects: Set<Defect> = []
    #endif
    /// Where the process may be told to die.
    package var failPoints = FailPoints.none

    /// Makes options.
    public init(face: ExecutionMode = .queued, limits: ShardLimits = ShardLimits()) {
        self.face = face
        self.limits = limits
    }
}
