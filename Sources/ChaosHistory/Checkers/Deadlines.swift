/// Checks that every call ends by its deadline (I2, I11).
///
/// **Algorithm.** A call must have ended by its deadline plus an allowance. An open call is judged by the end of the
/// history. A process that dies leaves calls open: calls of a process that a fault targets while the call is open are
/// excused.
///
/// Kinds of violations: `late`; `never-ended`.
///
/// **Complexity.** O(operations × faults of the process).
///
/// **Cannot see** work that begins after the deadline on the server: let handlers record such work as separate
/// operations.
public struct Deadlines: Checker {
    public let name = "deadlines"
    public let promise = "Every call ends by its deadline, with an answer, a failure or as unknown."
    private let objects: ObjectFilter
    private let allowance: Int64

    /// Creates a checker of the calls to some objects.
    ///
    /// - Parameter allowanceNanoseconds: how late an end may be recorded: 0 in virtual time, some milliseconds on a
    ///   machine that also runs the faults.
    public init(_ objects: ObjectFilter = .all, allowanceNanoseconds: Int64 = 0) {
        self.objects = objects
        allowance = allowanceNanoseconds
    }

    public func check(_ history: History) -> Verdict {
        var verdict = Verdict(name)
        let end = history.end?.nanoseconds ?? 0
        let hits = Dictionary(grouping: history.faults, by: \.target)
        for operation in history.operations where objects.contains(operation.object) {
            guard let deadline = operation.deadline else { continue }
            verdict.examined += 1
            let isOpen = operation.ended == nil
            let overdue = (operation.ended?.nanoseconds ?? end) - deadline
            guard overdue > allowance else { continue }
            let isExcused = hits[operation.process]?.contains { $0.begin >= operation.invoked } ?? false
            if isOpen, isExcused { continue }
            let call = "\(operation.service) \(operation.method), operation \(operation.id),"
            let words =
                isOpen
                ? "had not ended \(TimeText.duration(overdue)) after its deadline, when the history ends"
                : "ended \(TimeText.duration(overdue)) after its deadline"
            verdict.violations.append(
                Violation(
                    checker: name, kind: isOpen ? "never-ended" : "late", object: operation.object,
                    sentence: "\(call) \(words)", operations: [operation.id]))
        }
        return verdict
    }
}
