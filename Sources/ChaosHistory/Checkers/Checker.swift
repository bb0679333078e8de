/// Checks a history against one promise.
///
/// A checker is a value without state: `check` can be called for any history, and gives the same result for the same
/// one, which shrinking needs.
public protocol Checker: Sendable {
    /// Its name in reports: `set-full`.
    var name: String { get }
    /// The promise, in one sentence for a report.
    var promise: String { get }
    /// Finds violations of the promise.
    func check(_ history: History) -> Verdict
}

/// The result of a checker for a history.
public struct Verdict: Codable, Hashable, Sendable {
    /// The checker's name.
    public var checker: String
    /// The promise; `History.check` sets it.
    public var promise = ""
    /// The number of compared objects (values, reads, calls). 0 proves nothing, and a report should say so.
    public var examined: Int
    /// The violations of the promise.
    public var violations: [Violation]
    /// What could not be decided, and why: a bound was hit, an outcome is unknown. Never counted as good.
    public var undecided: [String]

    /// Creates an empty verdict.
    public init(_ checker: String, examined: Int = 0, violations: [Violation] = [], undecided: [String] = []) {
        self.checker = checker
        self.examined = examined
        self.violations = violations
        self.undecided = undecided
    }

    /// True when something was examined, all of it decided, and nothing violated the promise.
    public var isGood: Bool { examined > 0 && violations.isEmpty && undecided.isEmpty }
}

/// A violation of a promise by a history.
public struct Violation: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The checker's name.
    public var checker: String
    /// The kind, a word that stays the same while a history is shrunk: `lost`, `duplicated`.
    public var kind: String
    /// The affected object; empty for a violation by a single call.
    public var object: String
    /// The description, for a person.
    public var sentence: String
    /// The IDs of the operations that prove it.
    public var operations: [Int]

    /// Creates a violation with the operations that prove it.
    public init(checker: String, kind: String, object: String, sentence: String, operations: [Int]) {
        self.checker = checker
        self.kind = kind
        self.object = object
        self.sentence = sentence
        self.operations = operations
    }

    /// `set-full lost: ...`
    public var description: String { "\(checker) \(kind): \(sentence)" }

    /// The identity of a failure: while shrinking, a smaller run must fail in the same way.
    public var failure: String { "\(checker) \(kind)" }
}

extension History {
    /// Runs checkers; the verdicts are in their order.
    public func check(_ checkers: [any Checker]) -> [Verdict] {
        checkers.map { checker in
            var verdict = checker.check(self)
            verdict.promise = checker.promise
            return verdict
        }
    }
}
