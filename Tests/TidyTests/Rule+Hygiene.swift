extension Rule {
    /// Libraries log; what a command says goes through the gateway's output type.
    static let printing = Rule(name: "no print in libraries") { file in
        let isOutput = file.path.hasPrefix("Sources/Gateway/") && file.components.last?.hasPrefix("Output") == true
        guard file.isSwift, file.packagePath.hasPrefix("Sources/"), !isOutput, !file.path.hasPrefix("Sources/hearth-")
        else {
            return []
        }
        return ["print(", "debugPrint(", "dump("].flatMap { token in
            file.occurrences(of: token, in: file.code)
                .filter { !file.code(before: $0, is: ".") && !file.code(before: $0, is: "func ") }
                .map { file.violation(at: $0, "\(token) in a library: log, or return it") }
        }
    }

    /// What is left to do is an issue, not a comment.
    static let leftovers = Rule(name: "no leftovers in comments") { file in
        guard file.isSwift else { return [] }
        return ["TODO", "FIXME", "XXX", "HACK"].flatMap { token in
            file.occurrences(of: token, in: file.comments).map {
                file.violation(at: $0, "\(token) in a comment: do it now")
            }
        }
    }

    /// Errors are handled and types are asked, in tests too.
    static let force = Rule(name: "no force") { file in
        guard file.isSwift else { return [] }
        return ["try!", "as!"].flatMap { token in
            file.occurrences(of: token, in: file.code).map { file.violation(at: $0, "\(token)") }
        }
    }

    /// Where a check of the compiler is switched off, a comment says why that is safe.
    static let unsafe = Rule(name: "unchecked code says why it is safe") { file in
        guard file.isSwift else { return [] }
        return ["@unchecked Sendable", "nonisolated(unsafe)", "unowned(unsafe)"].flatMap { token in
            file.occurrences(of: token, in: file.code).filter { offset in
                let comment = comment(above: file.line(at: offset), in: file).lowercased()
                return !reasons.contains { comment.contains($0) }
            }
            .map {
                file.violation(at: $0, "\(token): say in a comment above why it is safe (which lock, thread or owner)")
            }
        }
    }

    /// State behind a lock belongs to its type's file: others ask the type.
    static let locks = Rule(name: "a lock is private") { file in
        guard file.isSwift, file.path.hasPrefix("Sources/") else { return [] }
        return ["Mutex", "Atomic"].flatMap { token in
            file.occurrences(of: token, in: file.code).filter { offset in
                let line = file.code(inLineOf: offset)
                let isStored = ["= ", ": "].contains { file.code(before: offset, is: $0) } && line.contains("let ")
                return isStored && !line.contains("private ")
            }
            .map { file.violation(at: $0, "\(token) that other files can change: make it private") }
        }
    }

    /// What a reason for unchecked code speaks of.
    private static let reasons = [
        "thread", "lock", "mutex", "atomic", "immutable", "never change", "owner", "owned", "owns", "isolat",
        "executor",
        "loop", "once", "only", "sendable", "safe",
    ]

    /// Nothing names the machine that it was written on.
    static let machinePaths = Rule(name: "no paths of one machine") { file in
        ["/wo" + "rk/", "/ro" + "ot/"].flatMap { token in
            file.occurrences(of: token, in: file.text).filter { offset in
                guard offset > 0 else { return true }
                let before = file.text[offset - 1]
                return !before.isWord && !"./}".utf8.contains(before)
            }
            .map { file.violation(at: $0, "\(token) is a path of one machine") }
        }
    }

    /// The comment in the line and in those above it, up to the next line of code; lines with attributes do not end it.
    static func comment(above line: Int, in file: SourceFile) -> String {
        var found = file.line(line, of: file.comments)
        var above = line - 1
        while above > 0 {
            let (code, comment) = (file.line(above, of: file.code), file.line(above, of: file.comments))
            guard code.hasPrefix("@") || code.isEmpty && !comment.isEmpty else { break }
            found = comment + "\n" + found
            above -= 1
        }
        return found
    }
}
