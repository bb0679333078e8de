/// Checks that each value put into a queue comes out exactly once (I4).
///
/// **Source.** Jepsen's `total-queue` checker (jepsen.checker): "what goes in must come out". A piece of work has a unique
/// value; the same value enqueued again is a retry of the same call and counts once.
///
/// **Algorithm.** Multisets: values requested, values certainly enqueued, values taken (in the answers to `take`: work
/// handed out, or effects counted), values pending in the last final read. An `enqueue` whose outcome is unknown may or
/// may not have happened; a `take` whose answer is unknown may have taken anything.
///
/// Kinds of violations:
/// - `lost`: enqueued, neither taken nor removed, and not pending any more;
/// - `duplicated`: taken twice, pending twice, or taken and still pending;
/// - `unexpected`: came out and was never requested, or before it was;
/// - `refused`: came out, and every call that requested it reported no effect.
///
/// **Undecided** is a missing value without a look at the end (no final read and no final `take` that came back empty),
/// or when a `take` with an unknown answer may have taken it.
///
/// **Complexity.** O(operations + values).
///
/// **Cannot see** the order in which work comes out: that is `Linearizability` with `QueueModel`.
public struct TotalQueue: Checker {
    public let name = "total-queue"
    public let promise = "Work that was accepted is done exactly once, and no other work is."
    private let objects: ObjectFilter

    /// Creates a checker of some objects.
    public init(_ objects: ObjectFilter = .all) { self.objects = objects }

    public func check(_ history: History) -> Verdict {
        var verdict = Verdict(name)
        for (object, operations) in history.operationsByObject(objects) where operations.contains(where: \.isOfAQueue) {
            let book = QueueRecord(operations)
            verdict.examined += book.values.count
            for value in book.values.sorted() { check(value, of: object, book, into: &verdict) }
        }
        return verdict
    }

    private func check(_ value: String, of object: String, _ book: QueueRecord, into verdict: inout Verdict) {
        let (requested, taken) = (book.enqueues[value] ?? [], book.takes[value] ?? [])
        let waiting = book.waits(value) ? book.lastRead.map { [$0.operation] } ?? [] : []
        func report(_ kind: String, _ words: String, _ operations: [RecordedOperation]) {
            verdict.violations.append(
                Violation(
                    checker: name, kind: kind, object: object, sentence: "\(value) of \(object) \(words)",
                    operations: operations.map(\.id).sorted()))
        }
        let out = taken + waiting
        if let first = out.first {
            if !requested.contains(where: { enqueue in out.contains { !enqueue.begins(after: $0.ended) } }) {
                report("unexpected", "came out and was never requested", [first])
            } else if requested.allSatisfy({ $0.effect == .none }) {
                report("refused", "came out although it was refused without effect", requested + [first])
            }
        }
        if book.timesWaiting(value) > 1 {
            report("duplicated", "waits \(book.timesWaiting(value)) times", requested + waiting)
        } else if taken.count > 1 {
            report("duplicated", "was taken \(taken.count) times", requested + taken)
        } else if let take = taken.first, let read = book.lastRead, book.waits(value), take.isOver(before: read.invoked)
        {
            report("duplicated", "was taken and still waits", requested + [take, read.operation])
        }
        let accepted = requested.filter { $0.effect == .happened }
        guard out.isEmpty, let first = accepted.first else { return }
        let removals = book.removals.filter { $0.action == .remove(value) || $0.action.name == "delete" }
        if removals.contains(where: { $0.effect != .none && !$0.precedes(first) }) { return }
        if !book.blindTakes.isEmpty {
            verdict.undecided.append("\(value) of \(object) may have been taken by a call whose answer is unknown")
        } else if book.looks.contains(where: { first.isOver(before: $0.invoked) }) {
            report("lost", "was accepted and is neither done nor waiting", accepted + book.looks.suffix(1))
        } else {
            verdict.undecided.append("no final read shows whether \(value) of \(object) is pending or done")
        }
    }

    /// The record of one queue, by value.
    private struct QueueRecord {
        var enqueues: [String: [RecordedOperation]] = [:]
        /// One entry for each time that an answer contains the value.
        var takes: [String: [RecordedOperation]] = [:]
        /// Takes with unknown values.
        var blindTakes: [RecordedOperation] = []
        var removals: [RecordedOperation] = []
        var lastRead: ObservedRead?
        /// Observations of the whole queue at the end: a read, or a take that found it empty.
        var looks: [RecordedOperation] = []

        init(_ operations: [RecordedOperation]) {
            for operation in operations {
                switch operation.action {
                case .enqueue(let value): enqueues[value, default: []].append(operation)
                case .remove, .delete: removals.append(operation)
                case .take: note(take: operation)
                case .read:
                    guard operation.phase == .final, let read = ObservedRead(operation) else { continue }
                    lastRead = read
                    looks.append(operation)
                default: break
                }
            }
        }

        private mutating func note(take operation: RecordedOperation) {
            if let values = operation.outcome.observation?.values {
                for value in values { takes[value, default: []].append(operation) }
                if values.isEmpty, operation.phase == .final { looks.append(operation) }
            } else if operation.effect != .none {
                blindTakes.append(operation)
            }
        }

        var values: Set<String> { Set(enqueues.keys).union(takes.keys).union(lastRead?.members ?? []) }

        func waits(_ value: String) -> Bool { lastRead?.members.contains(value) == true }

        func timesWaiting(_ value: String) -> Int { lastRead?.observation.values.count { $0 == value } ?? 0 }
    }
}
