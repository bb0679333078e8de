/// Checks that each process sees its own writes, and that observed state does not go back (I10).
///
/// **Source.** The session guarantees *read your writes* and *monotonic reads* of Terry et al., "Session guarantees for
/// weakly consistent replicated data" (1994), for sets, registers and versions.
///
/// **Algorithm.** Operations of one process on one object are compared in pairs, the earlier one ended before the later
/// one began. A contradiction of the earlier one needs an operation, of any process, that may have come after it: a
/// removal for a value that is gone, a write of the value that replaced it. Versions, where answers have them, must not
/// decrease.
///
/// Kinds of violations:
/// - `own-write-unseen`: a process does not see its own write, addition or removal, and no operation can have undone
///   it;
/// - `went-back`: it saw a change and later no longer does, and no operation can have undone it;
/// - `version-went-back`: an answer has a smaller version than an earlier one of the same process.
///
/// **Complexity.** O(k² + k × values) for the k operations of a process on an object, times the operations on the value.
///
/// **Cannot see** contradictions between processes, nor any in an object whose merge may legitimately prefer an older
/// write (a resume position set by a device with a later clock): exclude such objects, or give their answers versions.
public struct SessionOrder: Checker {
    public let name = "session-order"
    public let promise = "A device sees what it has written itself, and never an older state than it has seen."
    private let objects: ObjectFilter

    /// Creates a checker of some objects.
    public init(_ objects: ObjectFilter = .all) { self.objects = objects }

    public func check(_ history: History) -> Verdict {
        var verdict = Verdict(name)
        for (object, operations) in history.operationsByObject(objects) {
            let traces = ValueTrace.all(operations)
            let register = RegisterTrace(operations)
            let processes = Dictionary(grouping: operations) { $0.process }
            for (_, own) in processes.sorted(by: { $0.key < $1.key }) {
                let pairs = SessionPairs(object: object, own: own, traces: traces, register: register)
                verdict.examined += pairs.count
                verdict.violations += pairs.violations(name)
            }
        }
        return verdict
    }
}

/// The operations of one process on one object, in pairs of an operation and a later one.
private struct SessionPairs {
    let object: String
    let own: [RecordedOperation]
    let traces: [String: ValueTrace]
    let register: RegisterTrace
    private let reads: [ObservedRead]
    /// The operations that certainly had an effect, apart from reads.
    private let writes: [RecordedOperation]
    /// The end of each successful operation.
    private let ends: [Moment]

    init(object: String, own: [RecordedOperation], traces: [String: ValueTrace], register: RegisterTrace) {
        (self.object, self.own, self.traces, self.register) = (object, own, traces, register)
        reads = own.seen()
        writes = own.filter { $0.action.value != nil && $0.effect == .happened }
        ends = own.compactMap { $0.effect == .happened ? $0.ended : nil }
    }

    /// The number of pairs of an operation with an answer and a later read.
    var count: Int {
        reads.reduce(0) { sum, read in sum + ends.count { $0 < read.invoked } }
    }

    func violations(_ checker: String) -> [Violation] {
        var found: [Violation] = []
        func report(_ kind: String, _ sentence: String, _ operations: [Int]) {
            found.append(
                Violation(checker: checker, kind: kind, object: object, sentence: sentence, operations: operations))
        }
        for read in reads {
            for write in writes where write.isOver(before: read.invoked) {
                if let what = unseen(write, in: read) {
                    report(
                        "own-write-unseen", "\(write.process) \(what) in operation \(read.id)", [write.id, read.id])
                }
            }
            for earlier in earlierReads(than: read) {
                if let what = wentBack(from: earlier, to: read) {
                    report("went-back", "\(what) in operation \(read.id)", [earlier.id, read.id])
                }
            }
        }
        return found + versions(checker)
    }

    /// Which own write a process does not see; nil when an operation may have undone it.
    private func unseen(_ write: RecordedOperation, in read: ObservedRead) -> String? {
        switch write.action {
        case .add(let value):
            guard !read.members.contains(value), !mayHaveGone(value, since: write.invoked, in: read) else { return nil }
            return "added \(value) itself and does not see it"
        case .remove(let value):
            guard read.members.contains(value), !mayHaveCome(value, since: write.invoked, in: read) else { return nil }
            return "removed \(value) itself and still sees it"
        case .write(let value), .compareAndSet(_, let value):
            let seen = read.observation.values.first
            guard seen != value, !register.mayHold(seen, since: write.invoked, in: read) else { return nil }
            return "wrote \(value) itself and sees \(seen ?? "nothing")"
        default: return nil
        }
    }

    /// The reads to compare one with. For a set the previous read is enough: a change that is unexplained between two
    /// reads is also unexplained in one of the shorter steps between them.
    private func earlierReads(than read: ObservedRead) -> [ObservedRead] {
        let earlier = reads.filter { $0.ended < read.invoked }
        return register.isEmpty ? Array(earlier.suffix(1)) : earlier
    }

    private func wentBack(from earlier: ObservedRead, to read: ObservedRead) -> String? {
        if register.isEmpty {
            for value in earlier.members.symmetricDifference(read.members).sorted()
            where traces[value]?.isRequested == true {
                if read.members.contains(value) {
                    guard !mayHaveCome(value, since: earlier.invoked, in: read) else { continue }
                    return "\(value) was gone in operation \(earlier.id) and is back"
                }
                guard !mayHaveGone(value, since: earlier.invoked, in: read) else { continue }
                return "\(value) was there in operation \(earlier.id) and is gone"
            }
            return nil
        }
        let (before, after) = (earlier.observation.values.first, read.observation.values.first)
        guard before != after, register.isOlder(after, than: before, in: read) || wasReplaced(after, before: earlier)
        else { return nil }
        return "\(before ?? "nothing") was seen in operation \(earlier.id) and the older \(after ?? "nothing")"
    }

    /// True when the process saw this value before it saw another, and it was written only once.
    private func wasReplaced(_ value: String?, before other: ObservedRead) -> Bool {
        guard value != nil, register.causes(of: value).count == 1 else { return false }
        return reads.contains { $0.ended < other.invoked && $0.observation.values.first == value }
    }

    private func mayHaveGone(_ value: String, since moment: Moment, in read: ObservedRead) -> Bool {
        traces[value]?.removals.contains { $0.mayTakeEffect(since: moment, until: read.ended) } ?? false
    }

    private func mayHaveCome(_ value: String, since moment: Moment, in read: ObservedRead) -> Bool {
        traces[value]?.additions.contains { $0.mayTakeEffect(since: moment, until: read.ended) } ?? false
    }

    /// Versions that decreased, except for objects that were deleted and recreated.
    private func versions(_ checker: String) -> [Violation] {
        guard !register.isErased else { return [] }
        let versioned = own.filter { $0.outcome.observation?.version != nil }
        var found: [Violation] = []
        for (index, later) in versioned.enumerated() {
            let earlier = versioned[..<index].filter { $0.isOver(before: later.invoked) }
            guard let highest = earlier.max(by: { $0.version < $1.version }), later.version < highest.version else {
                continue
            }
            found.append(
                Violation(
                    checker: checker, kind: "version-went-back", object: object,
                    sentence: """
                        \(later.process) saw version \(highest.version) of \(object) in operation \(highest.id) and \
                        \(later.version) in operation \(later.id)
                        """, operations: [highest.id, later.id]))
        }
        return found
    }
}

extension RecordedOperation {
    fileprivate var version: Int64 { outcome.observation?.version ?? 0 }

    /// True when it may have had its effect, or a part of it, between two moments.
    func mayTakeEffect(since moment: Moment, until end: Moment) -> Bool {
        effect != .none && !isOver(before: moment) && !begins(after: end)
    }
}

extension ValueTrace {
    /// True when the history has operations on the value: a value known from reads alone has an unknown past.
    fileprivate var isRequested: Bool { !additions.isEmpty || !removals.isEmpty }
}
