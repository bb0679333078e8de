public import ChaosHistory

/// The result of one check.
public struct CheckResult: Sendable, Hashable, Codable {
    /// Whether the promise held.
    public enum Verdict: String, Sendable, Hashable, Codable {
        /// Objects were compared, and all kept the promise.
        case passed
        /// A violation was found.
        case failed
        /// There was nothing to compare, or the comparison was inconclusive: that proves nothing.
        case undecided
    }

    /// The promise.
    public var check: ChaosCheck
    /// Whether it held.
    public var verdict: Verdict
    /// The number of compared objects.
    public var examined: Int
    /// The number of violations.
    public var broken: Int
    /// The number of violations of each kind: `lost`, `duplicated`.
    public var kinds: [String: Int]
    /// The first violations.
    public var violations: [Violation]
    /// What was inconclusive, and why.
    public var undecided: [String]

    /// The maximum of violations reported one by one.
    public static let shown = 20

    /// Merges the verdicts of several checkers of one promise.
    public init(_ check: ChaosCheck, _ verdicts: [ChaosHistory.Verdict]) {
        self.check = check
        examined = verdicts.reduce(0) { $0 + $1.examined }
        let all = verdicts.flatMap(\.violations)
        broken = all.count
        kinds = Dictionary(grouping: all, by: \.kind).mapValues(\.count)
        violations = Array(all.prefix(Self.shown))
        undecided = verdicts.flatMap(\.undecided)
        verdict = !all.isEmpty ? .failed : examined == 0 || !undecided.isEmpty ? .undecided : .passed
    }
}
