/// Checks that the outcome of a call is true (I2): `executed: no` never had an effect, `ok` and a late `yes` always
/// did.
///
/// **Algorithm.** Compared with all reads of the same object, for each outcome:
/// - *no effect*: no read or take shows a value that only such calls requested, and no value is gone that only such
///   calls removed;
/// - *an effect*: the first read of the final phase that began after it shows it, unless another operation can have
///   undone it.
///
/// Kinds of violations:
/// - `no-had-an-effect`: the answer claimed no effect;
/// - `ok-had-none`, `yes-had-none`: the answer claimed an effect.
///
/// What a failure with `executed: yes` means depends on its code: see `Outcome.effect`.
///
/// **Complexity.** O(values × reads × operations on the value) for an object.
///
/// **Cannot see** effects on objects that are never read, nor repeated values: give every write a value of its own.
public struct OutcomeAccuracy: Checker {
    public let name = "outcome-honesty"
    public let promise = "A call that says that it had no effect had none, and one that says that it had one did."
    private let objects: ObjectFilter

    /// Creates a checker of some objects.
    public init(_ objects: ObjectFilter = .all) { self.objects = objects }

    public func check(_ history: History) -> Verdict {
        var verdict = Verdict(name)
        for (object, operations) in history.operationsByObject(objects) {
            let sight = ObservedState(operations)
            guard sight.isAnything else { continue }
            for operation in operations where operation.action.value != nil {
                verdict.examined += operation.effect == .unknown ? 0 : 1
                guard let (kind, words, witness) = sight.lie(of: operation) else { continue }
                let call = "\(operation.method) of \(operation.action.value ?? ""), operation \(operation.id),"
                verdict.violations.append(
                    Violation(
                        checker: name, kind: kind, object: object,
                        sentence: "\(call) \(words) (operation \(witness))", operations: [operation.id, witness]))
            }
        }
        return verdict
    }
}

/// All observations of one object.
private struct ObservedState {
    private let operations: [RecordedOperation]
    private let reads: [ObservedRead]
    private let takes: [RecordedOperation]
    private let traces: [String: ValueTrace]
    private let register: RegisterTrace

    init(_ operations: [RecordedOperation]) {
        self.operations = operations
        reads = operations.seen()
        takes = operations.filter { $0.action == .take }
        traces = ValueTrace.all(operations)
        register = RegisterTrace(operations)
    }

    var isAnything: Bool { !reads.isEmpty || takes.contains { $0.outcome.observation != nil } }

    /// How the observations contradict an operation's outcome, and in which operation.
    func lie(of operation: RecordedOperation) -> (kind: String, words: String, witness: Int)? {
        switch operation.effect {
        case .unknown: return nil
        case .none:
            return trace(ofNone: operation).map { ("no-had-an-effect", "said that it had no effect, and had one", $0) }
        case .happened:
            let kind = operation.outcome.observation == nil ? "yes-had-none" : "ok-had-none"
            return missing(operation).map { (kind, "said that it had its effect, and nothing shows it", $0) }
        }
    }

    /// The observation of an effect that should not exist.
    private func trace(ofNone operation: RecordedOperation) -> Int? {
        switch operation.action {
        case .add(let value), .write(let value), .compareAndSet(_, let value), .enqueue(let value):
            let requestedElsewhere = operations.contains {
                $0.effect != .none && $0.action.value == value && $0.action.puts
            }
            guard !requestedElsewhere else { return nil }
            let read = reads.first { $0.members.contains(value) && !operation.begins(after: $0.ended) }
            let take = takes.first { $0.outcome.observation?.values.contains(value) == true }
            return read?.id ?? take?.id
        case .remove(let value):
            return goneBy(operation, value)
        case .delete:
            return traces.keys.sorted().lazy.compactMap { goneBy(operation, $0) }.first
        case .read, .take, .other: return nil
        }
    }

    private func goneBy(_ operation: RecordedOperation, _ value: String) -> Int? {
        guard let trace = traces[value], trace.additions.contains(where: { !operation.precedes($0) }) else {
            return nil
        }
        return reads.first { read in
            !operation.begins(after: read.ended) && !read.members.contains(value) && !trace.explainsAbsence(in: read)
        }?.id
    }

    /// The final read that should show an effect and does not.
    private func missing(_ operation: RecordedOperation) -> Int? {
        let looks = reads.filter { $0.operation.phase == .final && operation.isOver(before: $0.invoked) }
        guard let look = looks.first else { return nil }
        switch operation.action {
        case .add(let value):
            return look.members.contains(value) || traces[value]?.explainsAbsence(in: look) == true ? nil : look.id
        case .remove(let value):
            return !look.members.contains(value) || traces[value]?.explainsPresence(in: look) == true ? nil : look.id
        case .write(let value), .compareAndSet(_, let value):
            let seen = look.observation.values.first
            if seen == value || reads.contains(where: { $0.observation.values.first == value }) { return nil }
            return register.mayHold(seen, since: operation.invoked, in: look) ? nil : look.id
        case .enqueue(let value):
            let isTaken = takes.contains { $0.outcome.observation?.values.contains(value) ?? ($0.effect != .none) }
            let isGone = traces[value]?.removals.contains { $0.effect != .none } ?? false
            return look.members.contains(value) || isTaken || isGone ? nil : look.id
        case .delete, .read, .take, .other: return nil
        }
    }
}

extension Action {
    /// True for actions that put a value somewhere.
    fileprivate var puts: Bool {
        switch self {
        case .add, .write, .compareAndSet, .enqueue: true
        default: false
        }
    }
}
