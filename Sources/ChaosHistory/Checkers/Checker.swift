/// Judges a history by one promise.
///
/// A checker is a value without state: `check` can be called for any history, and for the same one twice with the same
/// result, which is what shrinking needs.
public protocol Checker: Sendable {
    /// Its name in reports: `set-full`.
    var name: String { get }
    /// What it holds the system to, in one sentence for a report.
    var promise: String { get }
    /// Looks for what breaks the promise.
    func check(_ history: History) -> Verdict
}

/// What a checker says about a history.
public struct Verdict: Codable, Hashable, Sendable {
    /// The checker's name.
    public var checker: String
    /// What it holds the system to; `History.check` fills it in.
    public var promise = ""
    /// How many things it really compared (values, reads, calls). None: it has shown nothing, and a report should say so.
    public var examined: Int
    /// What broke the promise.
    public var violations: [Violation]
    /// What could not be decided, and why: a bound was hit, an outcome is unknown. Never counted as good.
    public var undecided: [String]

    /// A verdict with nothing in it yet.
    public init(_ checker: String, examined: Int = 0, violations: [Violation] = [], undecided: [String] = []) {
        self.checker = checker
        self.examined = examined
        self.violations = violations
        self.undecided = undecided
    }

    /// True when something was examined, all of it decided, and nothing broke the promise.
    public var isGood: Bool { examined > 0 && violations.isEmpty && undecided.isEmpty }
}

/// One way in which a history breaks a promise.
public struct Violation: Codable, Hashable, Sendable, CustomStringConvertible {
    /// Who found it.
    public var checker: String
    /// What kind it is, in a word that stays the same while a history is shrunk: `lost`, `duplicated`.
    public var kind: String
    /// The object that it is about; empty when it is about a call alone.
    public var object: String
    /// What is wrong, for a person.
    public var sentence: String
    /// The ids of the operations that show it.
    public var operations: [Int]

    /// A violation, with the operations that show it.
    public init(checker: String, kind: String, object: String, sentence: String, operations: [Int]) {
        self.checker = checker
        self.kind = kind
        self.object = object
        self.sentence = sentence
        self.operations = operations
    }

    /// `set-full lost: ...`
    public var description: String { "\(checker) \(kind): \(sentence)" }

    /// What makes two violations the same failure: while shrinking, a smaller run must fail in the same way.
    public var failure: String { "\(checker) \(kind)" }
}

extension History {
    /// All verdicts, in the order of the checkers.
    public func check(_ checkers: [any Checker]) -> [Verdict] {
        checkers.map { checker in
            var verdict = checker.check(self)
            verdict.promise = checker.promise
            return verdict
        }
    }
}
