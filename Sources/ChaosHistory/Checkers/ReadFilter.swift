/// The reads that a checker uses.
public enum ReadFilter: Hashable, Sendable {
    /// All successful reads: for objects with one owner that answers, where every read must be up to date.
    case all
    /// Reads of the final phase: for replicas that follow their source and may lag during faults.
    case final

    func contains(_ operation: RecordedOperation) -> Bool {
        self == .all || operation.phase == .final
    }
}
