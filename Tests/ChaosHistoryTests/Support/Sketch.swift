import ChaosHistory

/// Writes small histories in a line each: times are nanoseconds, and operations get their places as ids.
final class Sketch {
    private(set) var operations: [RecordedOperation] = []
    var faults: [FaultEvent] = []

    /// An operation from one time to another; no end means open.
    @discardableResult
    func call(
        _ action: Action, _ from: Int64, _ to: Int64? = nil, _ outcome: Outcome? = nil,
        by process: String = "anna/phone", on object: String = "set/anna", deadline: Int64? = nil,
        phase: RecordedOperation.Phase = .workload
    ) -> Sketch {
        operations.append(
            RecordedOperation(
                id: operations.count, process: process, service: "service", method: "Method", object: object,
                action: action, invoked: Moment(from), ended: to.map { Moment($0) }, deadline: deadline,
                outcome: outcome ?? (to == nil ? .open : .ok(Observation())), phase: phase))
        return self
    }

    /// A read that saw these values.
    @discardableResult
    func read(
        _ values: [String], _ from: Int64, _ to: Int64, by process: String = "anna/phone",
        on object: String = "set/anna", version: Int64? = nil, phase: RecordedOperation.Phase = .workload
    ) -> Sketch {
        call(.read, from, to, .ok(Observation(values, version: version)), by: process, on: object, phase: phase)
    }

    /// A read of the final phase that saw these values.
    @discardableResult
    func finally(_ values: [String], _ from: Int64 = 1000, on object: String = "set/anna") -> Sketch {
        read(values, from, from + 1, on: object, phase: .final)
    }

    var history: History { History(operations, faults: faults) }
}

extension Outcome {
    static let refused = Outcome.failed(code: "UNAVAILABLE", executed: .no)
    static let unknown = Outcome.failed(code: "DEADLINE_EXCEEDED", executed: .maybe)
    static let late = Outcome.failed(code: "DEADLINE_EXCEEDED", executed: .yes)
}

extension Verdict {
    /// The kinds of the violations, sorted.
    var kinds: [String] { violations.map(\.kind).sorted() }
}
