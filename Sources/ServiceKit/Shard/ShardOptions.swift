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

    /// Creates options.
    public init(face: ExecutionMode = .queued, limits: ShardLimits = ShardLimits()) {
        self.face = face
        self.limits = limits
    }
}
