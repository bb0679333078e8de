import Testing

/// A rule that neither the compiler nor the formatter enforces: what it finds wrong in one file.
struct Rule: Sendable, CustomTestStringConvertible {
    let name: String
    let check: @Sendable (SourceFile) -> [Violation]

    var testDescription: String { name }

    static let all: [Rule] = [
        layers, contracts, serverFolders, catalogOrder, registration, runtime, sleeping, printing, lineLimit,
        functionLimit, leftovers, force, unsafe, locks,
        documentation, machinePaths, vocabulary, identifiers, serviceNames,
    ]
}

/// One place that breaks a rule.
struct Violation: Equatable, Sendable, CustomStringConvertible {
    let path: String
    /// From 1.
    let line: Int
    let message: String

    var description: String { "\(path):\(line): \(message)" }
}
