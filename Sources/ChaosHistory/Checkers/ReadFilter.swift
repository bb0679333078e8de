/// Which reads a checker looks at.
public enum ReadFilter: Hashable, Sendable {
    /// All that succeeded: for objects whose one owner answers, where every read must be up to date.
    case all
    /// Those of the final phase: for copies that follow their source and may lag while faults last.
    case final

    func contains(_ operation: RecordedOperation) -> Bool {
        self == .all || operation.phase == .final
    }
}
