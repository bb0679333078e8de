/// Makes rule names of type names.
enum SchemaNames {
    /// A type's nested path without its module, and those of its generic arguments, in kebab case.
    static func ruleName(of type: Any.Type) -> String {
        var words: [String] = []
        for path in path(of: type).split(whereSeparator: { "<>, ".contains($0) }) {
            words += path.split(separator: ".").dropFirst().map { kebab(String($0)) }
        }
        let name = words.filter { !$0.isEmpty }.joined(separator: "-")
        if name.isEmpty { return "type" }
        return prelude.contains(name) ? name + "-type" : name
    }

    /// A type's name for people: with its nested path, without its module.
    static func displayName(of type: Any.Type) -> String {
        path(of: type).split(separator: "<")[0].split(separator: ".").dropFirst().joined(separator: ".")
    }

    /// Whether a type belongs to the standard library or to Foundation, whose codings are implementation details.
    static func isSystemType(_ type: Any.Type) -> Bool {
        let module = path(of: type).prefix { $0 != "." }
        return module == "Swift" || module.hasPrefix("Foundation") || module.hasPrefix("_")
    }

    /// The full name without the parenthesized marks of private and local contexts.
    ///
    /// `String(reflecting:)` returns the same, but first searches for custom descriptions of types: three searches
    /// through all conformances of the process for each type, half the time of a service's start.
    private static func path(of type: Any.Type) -> String {
        var (path, depth) = ("", 0)
        for character in _typeName(type, qualified: true) {
            switch character {
            case "(": depth += 1
            case ")": depth -= 1
            case ":" where depth == 0: break  // behind "(extension in Module)"
            default: if depth == 0 { path.append(character) }
            }
        }
        return path
    }

    /// `TMDBMovieID` is `tmdb-movie-id`.
    private static func kebab(_ name: String) -> String {
        let characters = Array(name.filter { $0.isLetter || $0.isNumber || $0 == "_" })
        var result = ""
        for (index, character) in characters.enumerated() {
            if character.isUppercase, index > 0 {
                let endsAcronym = index + 1 < characters.count && characters[index + 1].isLowercase
                if !characters[index - 1].isUppercase || endsAcronym { result.append("-") }
            }
            result += character == "_" ? "-" : character.lowercased()
        }
        return result
    }

    /// The names that CDDL defines itself (RFC 8610 appendix D), and those that are written here.
    private static let prelude: Set<String> = [
        "any", "uint", "nint", "int", "bstr", "bytes", "tstr", "text", "tdate", "time", "number", "biguint", "bignint",
        "bigint", "integer", "unsigned", "decfrac", "bigfloat", "eb64url", "eb64legacy", "eb16", "encoded-cbor", "uri",
        "b64url", "b64legacy", "regexp", "mime-message", "cbor-any", "float16", "float32", "float64", "float16-32",
        "float32-64", "float", "false", "true", "bool", "nil", "null", "undefined", "root", "int8", "int16", "int32",
        "int64", "double", "uint8", "uint16", "uint32", "uint64",
    ]
}
