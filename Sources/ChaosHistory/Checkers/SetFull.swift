/// Checks that acknowledged writes of a set survive, and that it contains nothing else (I1).
///
/// **Source.** Jepsen's `set-full` checker (jepsen.checker), extended by removals and deletions.
///
/// **Algorithm.** Every value of every object is judged alone, in every read: its presence or absence must be explained
/// by the initial state or by an addition or removal that may have taken effect, such that no operation that certainly
/// took effect came in between. An operation whose outcome is unknown may have taken effect at any time after it was
/// invoked, or never.
///
/// Kinds of violations:
/// - `lost`: acknowledged, not removed, and missing from then on;
/// - `stale`: acknowledged, not removed, missing in a read and present in a later one;
/// - `resurrected`: removed or deleted, acknowledged, not added again, and present;
/// - `unexpected`: present, and never requested, or not yet;
/// - `refused`: present, and every call that requested it reported no effect;
/// - `duplicated`: more than once in one read.
///
/// **Undecided** is an acknowledged value that was never read afterwards.
///
/// **Complexity.** O(reads × values × operations on the value) for an object.
///
/// **Cannot see** contradictions between reads of concurrent writes (A seen without B by one, B without A by another):
/// use `Linearizability`. Values must be unique for precise findings: a value that many operations add is explained by
/// any of them.
public struct SetFull: Checker {
    public let name = "set-full"
    public let promise = "An acknowledged write is there until it is removed, and nothing else is."
    private let objects: ObjectFilter
    private let reads: ReadFilter
    private let initial: @Sendable (String) -> Set<String>

    /// Creates a checker of some objects.
    ///
    /// - Parameters:
    ///   - reads: the reads that must be up to date.
    ///   - initial: an object's content before the history began.
    public init(
        _ objects: ObjectFilter = .all, reads: ReadFilter = .all,
        initial: @escaping @Sendable (_ object: String) -> Set<String> = { _ in [] }
    ) {
        self.objects = objects
        self.reads = reads
        self.initial = initial
    }

    public func check(_ history: History) -> Verdict {
        var verdict = Verdict(name)
        for (object, operations) in history.operationsByObject(objects) {
            // An object with initial content is a set even when it never changes.
            guard operations.contains(where: \.isOfASet) || !initial(object).isEmpty else { continue }
            check(object, operations, into: &verdict)
        }
        return verdict
    }

    private func check(_ object: String, _ operations: [RecordedOperation], into verdict: inout Verdict) {
        let seen = operations.seen(reads)
        let traces = ValueTrace.all(operations, initial: initial(object)).sorted { $0.key < $1.key }
        verdict.examined += seen.isEmpty ? 0 : traces.count
        var unread = 0
        for (value, trace) in traces {
            let isRead = trace.additions.allSatisfy { addition in
                addition.effect != .happened || seen.contains { addition.isOver(before: $0.invoked) }
            }
            if !isRead { unread += 1 }
            verdict.violations += violations(of: value, trace, in: seen, object)
        }
        if unread > 0 {
            verdict.undecided.append("\(unread) acknowledged values of \(object) were never read afterwards")
        }
        for read in seen {
            let counts = read.observation.values.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
            for (value, count) in counts.sorted(by: { $0.key < $1.key }) where count > 1 {
                let sentence = "\(object) has \(value) \(count) times in operation \(read.id)"
                verdict.violations.append(
                    Violation(
                        checker: name, kind: "duplicated", object: object, sentence: sentence, operations: [read.id]))
            }
        }
    }

    /// The violations of one value: each kind once, by the first read that shows it.
    private func violations(
        of value: String, _ trace: ValueTrace, in seen: [ObservedRead], _ object: String
    ) -> [Violation] {
        var found: [String: Violation] = [:]
        for read in seen {
            let kind: String
            let words: String
            if read.members.contains(value) {
                guard !trace.explainsPresence(in: read) else { continue }
                (kind, words) = presence(trace, read)
            } else {
                guard !trace.explainsAbsence(in: read) else { continue }
                let comesBack = seen.contains { $0.invoked > read.ended && $0.members.contains(value) }
                kind = comesBack ? "stale" : "lost"
                words = "was acknowledged and is missing in"
            }
            guard found[kind] == nil else { continue }
            found[kind] = Violation(
                checker: name, kind: kind, object: object,
                sentence: "\(value) of \(object) \(words) operation \(read.id)",
                operations: (trace.ids(upTo: read) + [read.id]).sorted())
        }
        return found.values.sorted { $0.kind < $1.kind }
    }

    private func presence(_ trace: ValueTrace, _ read: ObservedRead) -> (kind: String, words: String) {
        let requested = trace.additions.filter { !$0.begins(after: read.ended) }
        if requested.isEmpty, !trace.isInitial { return ("unexpected", "was not asked for and is there in") }
        if requested.allSatisfy({ $0.effect == .none }), !trace.isInitial {
            return ("refused", "was asked for without effect, as the answers say, and is there in")
        }
        return ("resurrected", "was removed and is there in")
    }
}

extension RecordedOperation {
    /// True for actions of sets only.
    var isOfASet: Bool {
        switch action {
        case .add, .remove: true
        default: false
        }
    }

    /// True for actions of registers only.
    var isOfARegister: Bool {
        switch action {
        case .write, .compareAndSet: true
        default: false
        }
    }

    /// True for actions of queues only.
    var isOfAQueue: Bool {
        switch action {
        case .enqueue, .take: true
        default: false
        }
    }
}
