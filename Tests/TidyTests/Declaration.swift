/// The first line of a declaration: what it declares, and under which name.
struct Declaration: Equatable {
    let keyword: String
    let name: String
    let isPublic: Bool

    /// Reads a line of code; nil when it declares nothing that can have a doc comment.
    init?(_ code: String) {
        var rest = code[...]
        var isPublic = false
        while let word = Self.nextWord(&rest) {
            if word == "public" || word == "open" { isPublic = true }
            if Self.modifiers.contains(word) || word.hasPrefix("@") { continue }
            guard Self.keywords.contains(word) else { return nil }
            keyword = word
            self.isPublic = isPublic
            name = word == "init" || word == "subscript" ? Self.firstLabel(rest) : Self.declaredName(rest)
            return
        }
        return nil
    }

    private static let keywords: Set = [
        "struct", "class", "enum", "protocol", "actor", "typealias", "func", "var", "let", "init", "subscript",
        "associatedtype", "macro",
    ]

    private static let modifiers: Set = [
        "public", "open", "package", "internal", "private", "fileprivate", "static", "final", "override", "mutating",
        "nonmutating", "nonisolated", "indirect", "lazy", "weak", "unowned", "required", "convenience", "consuming",
        "borrowing", "prefix", "postfix", "infix", "distributed",
    ]

    /// Takes the next word, with what stands in brackets behind it: `private(set)`, `@available(...)`, `init`.
    private static func nextWord(_ rest: inout Substring) -> String? {
        rest = rest.drop { $0 == " " }
        let word = rest.prefix { $0 == "@" || $0 == "_" || $0.isLetter || $0.isNumber }
        guard !word.isEmpty else { return nil }
        rest = rest[word.endIndex...]
        if rest.first == "(", word != "init", word != "subscript" {
            guard let end = rest.firstIndex(of: ")") else { return nil }
            rest = rest[rest.index(after: end)...]
        }
        return String(word)
    }

    /// A name or an operator.
    private static func declaredName(_ rest: Substring) -> String {
        let text = rest.drop { $0 == " " || $0 == "`" }
        let word = text.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
        return String(word.isEmpty ? text.prefix { $0 != " " && $0 != "(" } : word)
    }

    /// What stands before the first colon of the parameters: `from decoder`.
    private static func firstLabel(_ rest: Substring) -> String {
        String(rest.drop { $0 != "(" }.dropFirst().prefix { !":,)".contains($0) })
    }
}

extension Declaration {
    /// True for what a protocol asks for that is documented where it is declared, and for a contract's plain initialiser.
    func isWitness(in module: Layers.Module) -> Bool {
        switch keyword {
        case "init":
            let standard: Set = ["from decoder", "rawValue", "stringLiteral value", "integerLiteral value"]
            return module.kind == .contract || standard.contains(name)
        case "struct", "class", "enum", "protocol", "actor":
            return false
        default:
            return Self.standardWitnesses.contains(name) || SourceTree.requirements.contains(name)
        }
    }

    /// What protocols from outside ask for.
    private static let standardWitnesses: Set = [
        "==", "<", "hash", "description", "debugDescription", "encode", "rawValue", "RawValue", "ID", "Element",
        "AsyncIterator", "Iterator", "Failure", "makeAsyncIterator", "makeIterator", "next", "startIndex", "endIndex",
        "index",
        "errorDescription", "codingPath", "userInfo", "allKeys", "enqueue", "asUnownedSerialExecutor",
        "asUnownedTaskExecutor", "checkIsolated", "isIsolatingCurrentContext", "isSameExclusiveExecutionContext", "run",
        "unownedExecutor",
    ]
}

extension SourceFile {
    /// The names that the file's protocols ask for.
    var protocolRequirements: [String] {
        occurrences(of: "protocol", in: code).flatMap { offset -> [String] in
            guard let opening = code[offset...].firstIndex(of: UInt8(ascii: "{")) else { return [] }
            let end = end(ofBracket: UInt8(ascii: "{"), UInt8(ascii: "}"), at: opening)
            let body = String(decoding: code[opening + 1..<max(opening + 1, end - 1)], as: UTF8.self)
            return body.split(separator: "\n").compactMap { Declaration(String($0))?.name }
        }
    }
}
