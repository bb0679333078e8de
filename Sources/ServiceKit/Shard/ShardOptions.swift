/// How a shard is run.
public struct ShardOptions: Sendable {
    /// Which of its two faces a shard shows.
    public enum Face: Sendable {
        /// Production: a pool of connections with their own queues, and group commit.
        case queued
        /// Simulation: one connection, everything on the calling thread, the same SQL.
        case inline
    }

    /// The face.
    public var face: Face
    /// The limits.
    public var limits: ShardLimits
    /// What it reports while it runs.
    public var metrics = ShardMetrics.none
    /// Defects, see ``ShardMutants``.
    package var mutants: ShardMutants = []
    /// Where the process may be told to die.
    package var crashPoints = CrashPoints.none

    /// Makes options.
    public init(face: Face = .queued, limits: ShardLimits = ShardLimits()) {
        self.face = face
        self.limits = limits
    }
}

/// Defects that can be switched on, so that tests can show that their checks fail when they should.
package struct ShardMutants: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Leaves `synchronous` as GRDB sets it; opening must notice.
    package static let forgetsFull = ShardMutants(rawValue: 1)
    /// Runs with `synchronous=NORMAL`: acknowledged writes are lost with the power.
    package static let runsNormal = ShardMutants(rawValue: 2)
    /// Executes a keyed call again although its key is known.
    package static let forgetsKeys = ShardMutants(rawValue: 4)
    /// Begins writes whose caller has gone or whose deadline has passed.
    package static let ignoresDeadlines = ShardMutants(rawValue: 8)
    /// Goes on after an I/O error as if nothing had been.
    package static let ignoresDiskErrors = ShardMutants(rawValue: 16)
    /// Notes that an event was applied before it is: a crash in between loses it.
    package static let movesCursorFirst = ShardMutants(rawValue: 32)
    /// Leaves deleted data in the file until something else takes its place.
    package static let keepsDeleted = ShardMutants(rawValue: 64)
}
