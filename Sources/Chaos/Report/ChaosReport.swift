/// The report of a run.
public struct ChaosReport: Sendable, Hashable, Codable {
    /// The plan's name.
    public var plan: String
    /// The seed, with which the run can be repeated.
    public var seed: UInt64
    /// The command that repeats the run.
    public var command: String
    /// The services that ran.
    public var services: [String]
    /// The duration of the workload, in milliseconds.
    public var workMilliseconds: Int64
    /// The duration of the whole run, in milliseconds.
    public var milliseconds: Int64
    /// How calls ended.
    public var calls: [CallCount]
    /// Calls rejected by a service's rules, by code. They are answers: nothing is wrong.
    public var refusals: [String: Int]
    /// Calls without effect, since their service could not serve, by code.
    public var unavailable: [String: Int]
    /// Calls with an unknown outcome, by code.
    public var unknown: [String: Int]
    /// The faults, and the recovery times.
    public var faults: [FaultRecord]
    /// The results of the checks.
    public var checks: [CheckResult] { didSet { damage = ChaosDamage(checks) } }
    /// The damage that the checks found.
    public private(set) var damage = ChaosDamage()
    /// Services that did not serve at the end.
    public var missing: [String]
    /// The directory of history, report and picture.
    public var directory: String?

    /// Creates an empty report.
    public init(plan: String, seed: UInt64, command: String, services: [String]) {
        (self.plan, self.seed, self.command, self.services) = (plan, seed, command, services)
        (workMilliseconds, milliseconds, calls, faults, checks, missing) = (0, 0, [], [], [], [])
        (refusals, unavailable, unknown) = ([:], [:], [:])
    }

    /// Whether every checked promise held. Undecided checks are reported and do not fail the run.
    public var hasPassed: Bool { missing.isEmpty && !checks.contains { $0.verdict == .failed } }
}
