/// What a run came to.
public struct ChaosReport: Sendable, Hashable, Codable {
    /// The plan's name.
    public var plan: String
    /// The seed, by which the run can be repeated.
    public var seed: UInt64
    /// The command that repeats it.
    public var command: String
    /// The services that ran.
    public var services: [String]
    /// How long the work went on, in milliseconds.
    public var workMilliseconds: Int64
    /// How long the whole run took, in milliseconds.
    public var milliseconds: Int64
    /// How calls ended.
    public var calls: [CallCount]
    /// What went wrong, and how long it took to be well again.
    public var faults: [FaultRecord]
    /// What became of each check.
    public var checks: [CheckResult]
    /// Services that were not there when all was over.
    public var missing: [String]
    /// Where history, report and picture are.
    public var directory: String?

    /// A report without anything in it.
    public init(plan: String, seed: UInt64, command: String, services: [String]) {
        (self.plan, self.seed, self.command, self.services) = (plan, seed, command, services)
        (workMilliseconds, milliseconds, calls, faults, checks, missing) = (0, 0, [], [], [], [])
    }

    /// Whether every promise that was checked held. What could not be decided is told and breaks nothing.
    public var hasPassed: Bool { missing.isEmpty && !checks.contains { $0.verdict == .failed } }
}
