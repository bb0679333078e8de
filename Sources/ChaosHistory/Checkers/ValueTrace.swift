/// The operations on one value of a set, and what can explain its presence or absence in a read.
///
/// The value alone is a register of two states, present or absent. A read of *present* needs a cause: the initial state
/// or an addition that may have taken effect, with no removal that certainly came after the cause and before the read.
/// Absence is the mirror image. For one read this is exact; `Linearizability` judges several reads together.
struct ValueTrace {
    /// All operations that requested its addition, including those that certainly had no effect.
    var additions: [RecordedOperation] = []
    /// All operations that requested its removal, including deletions of its owner.
    var removals: [RecordedOperation] = []
    /// Whether it was present before the history began.
    var isInitial = false

    /// True when the read may have seen it.
    func explainsPresence(in read: ObservedRead) -> Bool {
        Self.isExplained(read, initially: isInitial, by: additions, against: removals)
    }

    /// True when the read may have missed it.
    func explainsAbsence(in read: ObservedRead) -> Bool {
        Self.isExplained(read, initially: !isInitial, by: removals, against: additions)
    }

    private static func isExplained(
        _ read: ObservedRead, initially: Bool, by causes: [RecordedOperation], against opponents: [RecordedOperation]
    ) -> Bool {
        let certain = opponents.filter { $0.effect == .happened && $0.isOver(before: read.invoked) }
        if initially, certain.isEmpty { return true }
        return causes.contains { cause in
            cause.effect != .none && !cause.begins(after: read.ended)
                && !certain.contains { opponent in cause.precedes(opponent) }
        }
    }

    /// The IDs of all operations that affect it up to a read.
    func ids(upTo read: ObservedRead) -> [Int] {
        (additions + removals).filter { !$0.begins(after: read.ended) }.map(\.id).sorted()
    }

    /// The traces of all values in the operations and reads of one set.
    static func all(_ operations: [RecordedOperation], initial: Set<String> = []) -> [String: ValueTrace] {
        var traces: [String: ValueTrace] = [:]
        for value in initial { traces[value, default: ValueTrace()].isInitial = true }
        var deletions: [RecordedOperation] = []
        for operation in operations {
            switch operation.action {
            case .add(let value): traces[value, default: ValueTrace()].additions.append(operation)
            case .remove(let value): traces[value, default: ValueTrace()].removals.append(operation)
            case .delete: deletions.append(operation)
            case .read:
                for value in operation.outcome.observation?.values ?? [] where traces[value] == nil {
                    traces[value] = ValueTrace()
                }
            default: break
            }
        }
        guard !deletions.isEmpty else { return traces }
        return traces.mapValues { trace in
            var trace = trace
            trace.removals += deletions
            return trace
        }
    }
}
