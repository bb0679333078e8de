/// Checks that no read shows an exceeded quota (I7).
///
/// **Source.** Jepsen's `bank` and `counter` checkers, whose totals hold in every read and not only in the last.
///
/// **Algorithm.** Every answer with a usage is checked: `used + reserved <= limit`, and neither is negative.
///
/// Kinds of violations: `exceeded`, `negative`.
///
/// **Complexity.** O(operations).
///
/// **Cannot see** an excess between two reads, nor whether `used` is what is really stored: compare that with a
/// `SetFull` or a read of the files.
public struct QuotaNeverExceeded: Checker {
    public let name = "quota-never-exceeded"
    public let promise = "What is used and reserved together never passes the limit."
    private let objects: ObjectFilter

    /// Creates a checker of some objects.
    public init(_ objects: ObjectFilter = .all) { self.objects = objects }

    public func check(_ history: History) -> Verdict {
        var verdict = Verdict(name)
        for operation in history.operations where objects.contains(operation.object) {
            guard let usage = operation.outcome.observation?.usage else { continue }
            verdict.examined += 1
            let isNegative = usage.used < 0 || usage.reserved < 0
            // Numbers of a damaged answer may be arbitrary: their sum must not crash the checker.
            let (sum, overflow) = usage.used.addingReportingOverflow(usage.reserved)
            guard isNegative || overflow || sum > usage.limit else { continue }
            let figures = "\(usage.used) used and \(usage.reserved) reserved of \(usage.limit)"
            verdict.violations.append(
                Violation(
                    checker: name, kind: isNegative ? "negative" : "exceeded", object: operation.object,
                    sentence: "\(operation.object) has \(figures) in operation \(operation.id)",
                    operations: [operation.id]))
        }
        return verdict
    }
}
