public import ChaosHistory

/// What became of one check.
public struct CheckResult: Sendable, Hashable, Codable {
    /// Whether the promise held.
    public enum Verdict: String, Sendable, Hashable, Codable {
        /// Things were compared, and all were as promised.
        case passed
        /// Something was not as promised.
        case failed
        /// There was nothing to compare, or it could not be decided: that shows nothing.
        case undecided
    }

    /// The promise.
    public var check: ChaosCheck
    /// Whether it held.
    public var verdict: Verdict
    /// How many things were compared.
    public var examined: Int
    /// How many broke the promise.
    public var broken: Int
    /// The first of them.
    public var violations: [Violation]
    /// What could not be decided, and why.
    public var undecided: [String]

    /// So many violations are told one by one.
    public static let shown = 20

    /// The result of what several checkers say of one promise.
    public init(_ check: ChaosCheck, _ verdicts: [ChaosHistory.Verdict]) {
        self.check = check
        examined = verdicts.reduce(0) { $0 + $1.examined }
        let all = verdicts.flatMap(\.violations)
        broken = all.count
        violations = Array(all.prefix(Self.shown))
        undecided = verdicts.flatMap(\.undecided)
        verdict = !all.isEmpty ? .failed : examined == 0 || !undecided.isEmpty ? .undecided : .passed
    }
}
