/// What was written to one register, and what a read can tell about the order of it.
struct RegisterTrace {
    /// What may have given it each value.
    private var writes: [String: [RecordedOperation]] = [:]
    private var deletions: [RecordedOperation] = []

    init(_ operations: [RecordedOperation]) {
        for operation in operations where operation.effect != .none {
            switch operation.action {
            case .write(let value), .compareAndSet(_, let value): writes[value, default: []].append(operation)
            case .delete: deletions.append(operation)
            default: break
            }
        }
    }

    /// True when nothing was written to it.
    var isEmpty: Bool { writes.isEmpty }
    /// True when it may have been deleted.
    var isErased: Bool { !deletions.isEmpty }

    /// What may have given it this value, or taken every value from it.
    func causes(of value: String?) -> [RecordedOperation] { value.map { writes[$0] ?? [] } ?? deletions }

    /// True when a read may see this value although something else was written at `moment`.
    func mayHold(_ value: String?, since moment: Moment, in read: ObservedRead) -> Bool {
        causes(of: value).contains { $0.mayTakeEffect(since: moment, until: read.ended) }
    }

    /// True when whatever gave it `value` was over before anything gave it `other`. A value that nobody wrote is the one from
    /// before the history.
    func isOlder(_ value: String?, than other: String?, in read: ObservedRead) -> Bool {
        let newer = causes(of: other)
        guard !newer.isEmpty else { return false }
        return causes(of: value).filter { !$0.begins(after: read.ended) }.allSatisfy { cause in
            newer.allSatisfy { cause.precedes($0) }
        }
    }
}
