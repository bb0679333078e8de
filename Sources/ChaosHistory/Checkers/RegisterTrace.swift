/// The writes to one register, and what a read proves about their order.
struct RegisterTrace {
    /// The operations that may have written each value.
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

    /// True when it was never written.
    var isEmpty: Bool { writes.isEmpty }
    /// True when it may have been deleted.
    var isErased: Bool { !deletions.isEmpty }

    /// The operations that may have written this value, or removed every value.
    func causes(of value: String?) -> [RecordedOperation] { value.map { writes[$0] ?? [] } ?? deletions }

    /// True when a read may see this value although another one was written at `moment`.
    func mayHold(_ value: String?, since moment: Moment, in read: ObservedRead) -> Bool {
        causes(of: value).contains { $0.mayTakeEffect(since: moment, until: read.ended) }
    }

    /// True when all writes of `value` were over before any write of `other` began. A value without a write is the one
    /// from before the history.
    func isOlder(_ value: String?, than other: String?, in read: ObservedRead) -> Bool {
        let newer = causes(of: other)
        guard !newer.isEmpty else { return false }
        return causes(of: value).filter { !$0.begins(after: read.ended) }.allSatisfy { cause in
            newer.allSatisfy { cause.precedes($0) }
        }
    }
}
