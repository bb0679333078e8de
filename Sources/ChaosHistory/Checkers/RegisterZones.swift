/// Decides whether a register in which no value is written twice is linearizable, without a search.
///
/// **Source.** Gibbons & Korach, "Testing shared memories" (1997), section 4. What is read says who wrote it, so that a write
/// and the reads of its value stay together in any order: one cluster after the other. A cluster has to come before another
/// when something in it ended before something in the other began: when its first end is before the other's last call. There
/// is an order unless two clusters both have to come first. No longer circle needs looking for: with the last calls `s` and the
/// first ends `e`, three that follow each other, without two that do, would have `s2 > e1 >= s3 > e2 >= s1 > e3 >= s2`.
///
/// **Unknown outcomes.** A write whose value was never read is left out: the history is explained equally well without
/// it. One that was read had happened when the first answer came that shows it.
struct RegisterZones {
    /// A write, or the value before the history, and all reads of it.
    private struct Cluster {
        /// Nil for the initial value.
        var write: RecordedOperation?
        var reads: [RecordedOperation] = []
        /// The first end; nil for before everything.
        var firstEnd: Moment?
        /// The operation that was called last; nil when the initial value was never read.
        var last: RecordedOperation?
    }

    private let operations: [RecordedOperation]
    private let clusters: [Cluster]
    /// A read whose value no write had begun to write when it ended.
    private let unexplained: RecordedOperation?

    /// Nil when there are operations other than reads and writes, or a value was written twice.
    ///
    /// - Parameter operations: the operations to order: reads have answers, and writes may have happened.
    init?(initial: String?, operations: [RecordedOperation]) {
        // Its key is nil for a register without a value.
        var byValue: [String?: Cluster] = [initial: Cluster()]
        for operation in operations {
            guard case .write(let value) = operation.action else { continue }
            guard byValue.updateValue(Cluster(write: operation), forKey: value) == nil else { return nil }
        }
        var unexplained: RecordedOperation?
        for operation in operations {
            switch operation.action {
            case .write: continue
            case .read:
                guard let values = operation.outcome.observation?.values, let ended = operation.ended else {
                    return nil
                }
                var cluster = byValue[values.first] ?? Cluster()
                let isWritten = byValue[values.first] != nil && !(cluster.write?.begins(after: ended) ?? false)
                if !isWritten || values.count > 1 { unexplained = unexplained ?? operation }
                cluster.reads.append(operation)
                byValue[values.first] = cluster
            default: return nil
            }
        }
        self.operations = operations
        self.unexplained = unexplained
        clusters = byValue.values.compactMap(Self.measured)
    }

    /// The cluster with its first end and last call; nil when it was never read and need not have happened.
    private static func measured(_ cluster: Cluster) -> Cluster? {
        var cluster = cluster
        guard let write = cluster.write else {
            cluster.last = cluster.reads.max { $0.invoked < $1.invoked }
            return cluster
        }
        let certain = cluster.reads + (write.effect == .happened ? [write] : [])
        guard let firstEnd = certain.compactMap(\.ended).min() else { return nil }
        cluster.firstEnd = firstEnd
        cluster.last = ([write] + cluster.reads).max { $0.invoked < $1.invoked }
        return cluster
    }

    /// Whether there is an order, and if not, the last call of the two clusters that both have to come first.
    var verdict: OrderVerdict {
        if let unexplained { return failure(at: unexplained) }
        let sorted = clusters.sorted { first, second in
            guard let end = second.firstEnd else { return false }
            return first.firstEnd.map { $0 < end } ?? true
        }
        for (index, cluster) in sorted.enumerated() {
            guard let last = cluster.last else { continue }
            for other in sorted[(index + 1)...] {
                guard let end = other.firstEnd, end < last.invoked else { break }
                if let otherLast = other.last, otherLast.begins(after: cluster.firstEnd) || cluster.firstEnd == nil {
                    return failure(at: last.invoked < otherLast.invoked ? otherLast : last)
                }
            }
        }
        return .found
    }

    private func failure(at stuck: RecordedOperation) -> OrderVerdict {
        let end = stuck.ended ?? stuck.invoked
        return .none(stuck: stuck.id, until: operations.filter { $0.invoked <= end }.map(\.id).sorted())
    }
}

extension RegisterModel {
    public func order(of operations: [RecordedOperation]) -> OrderVerdict? {
        RegisterZones(initial: initial, operations: operations)?.verdict
    }
}
