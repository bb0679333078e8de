/// Checks that no viewer is shown data that the viewer must not see (I6).
///
/// **Algorithm.** Two checks of the content of all answers:
/// - no value is one that the viewer must not see (`forbidden`, asked for each operation, so that policies may change);
/// - no text, of answers and errors alike, contains the canary of another viewer: a word put into every field of a
///   profile, which occurs nowhere else.
///
/// Kinds of violations: `forbidden`, `foreign`.
///
/// **Complexity.** O(texts × canaries).
///
/// **Cannot see** unrecorded output (logs, exports: record them as operations of their reader), and data that is hidden
/// by mistake.
public struct NoForbiddenReads: Checker {
    public let name = "no-forbidden"
    public let promise = "No viewer sees what the rules forbid, or data of another profile."
    private let objects: ObjectFilter
    private let viewer: @Sendable (RecordedOperation) -> String
    private let forbidden: @Sendable (RecordedOperation) -> Set<String>
    private let canaries: [String: [String]]

    /// Creates a checker of some objects.
    ///
    /// - Parameters:
    ///   - canaries: by viewer, the words that only this viewer may see.
    ///   - viewer: the viewer of an operation's answer; by default the first part of the process: `anna` of
    ///     `anna/phone`.
    ///   - forbidden: the values that the viewer of an operation must not see in its answer.
    public init(
        _ objects: ObjectFilter = .all, canaries: [String: [String]] = [:],
        viewer: @escaping @Sendable (RecordedOperation) -> String = NoForbiddenReads.firstPart,
        forbidden: @escaping @Sendable (RecordedOperation) -> Set<String> = { _ in [] }
    ) {
        self.objects = objects
        self.canaries = canaries
        self.viewer = viewer
        self.forbidden = forbidden
    }

    /// The first part of an operation's process: `anna` of `anna/phone`.
    public static func firstPart(_ operation: RecordedOperation) -> String {
        String(operation.process.prefix { $0 != "/" })
    }

    public func check(_ history: History) -> Verdict {
        var verdict = Verdict(name)
        for operation in history.operations where objects.contains(operation.object) {
            let texts = operation.outcome.texts
            guard !texts.isEmpty else { continue }
            verdict.examined += 1
            let viewer = viewer(operation)
            func report(_ kind: String, _ words: String) {
                verdict.violations.append(
                    Violation(
                        checker: name, kind: kind, object: operation.object,
                        sentence: "\(viewer) is shown \(words) in operation \(operation.id)",
                        operations: [operation.id]))
            }
            let values = operation.outcome.observation?.values ?? []
            for value in forbidden(operation).intersection(values).sorted() {
                report("forbidden", "\(value), which is forbidden,")
            }
            for (owner, words) in canaries.sorted(by: { $0.key < $1.key }) where owner != viewer {
                guard let text = texts.first(where: { text in words.contains { text.mentions($0) } }) else { continue }
                report("foreign", "\(owner)'s \(text)")
            }
        }
        return verdict
    }
}

extension Outcome {
    /// All texts in it that a person could read.
    var texts: [String] {
        switch self {
        case .ok(let observation):
            observation.values + (observation.intervals ?? []).flatMap { [$0.resource, $0.label] }
        case .failed(_, _, let message, _): message.map { [$0] } ?? []
        case .open: []
        }
    }
}

extension String {
    /// True when it contains the word as a whole: no letter or digit before or after (`anna` in `anna-17`, not in
    /// `annabel`).
    func mentions(_ word: String) -> Bool {
        guard !word.isEmpty else { return false }
        let (text, word) = (Array(utf8), Array(word.utf8))
        guard text.count >= word.count else { return false }
        return (0...(text.count - word.count)).contains { start in
            let end = start + word.count
            return text[start] == word[0] && text[start..<end].elementsEqual(word)
                && (start == 0 || !text[start - 1].isWordByte) && (end == text.count || !text[end].isWordByte)
        }
    }
}

extension UInt8 {
    /// A letter or digit of ASCII, or part of any character outside of it.
    fileprivate var isWordByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: false
        }
    }
}
