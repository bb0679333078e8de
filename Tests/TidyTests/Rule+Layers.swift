extension Rule {
    /// A module imports only what stands below it (`Layers`).
    static let layers = Rule(name: "imports by layer") { file in
        guard file.isSwift, ["Sources", "Tests"].contains(file.components.first) else { return [] }
        guard let module = Layers.module(of: file) else {
            return [
                Violation(
                    path: file.path, line: 1, message: "no module in Tests/TidyTests/Layers.swift has this folder")
            ]
        }
        return imports(of: file).compactMap { name, offset in
            let isAllowed =
                if let permitted = Layers.outside[name] {
                    permitted(module)
                } else {
                    name == module.name || !Layers.isOurs(name) || Layers.allows(module, toImport: name)
                }
            return isAllowed ? nil : file.violation(at: offset, "\(module.name) may not import \(name)")
        }
    }

    /// A contract is data: coding is synthesised, checks are the handler's.
    static let contracts = Rule(name: "contracts have no coding of their own") { file in
        guard file.isSwift, Layers.module(of: file)?.kind == .contract else { return [] }
        return ["init(from", "encode(to"].flatMap { token in
            file.occurrences(of: token, in: file.code).map {
                file.violation(at: $0, "a contract's Codable conformance is synthesised; checks are the handler's")
            }
        }
    }

    /// The modules that a file imports, each with the offset of the word `import`.
    private static func imports(of file: SourceFile) -> [(name: String, offset: Int)] {
        let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "var", "let"]
        return file.occurrences(of: "import", in: file.code).compactMap { offset in
            let words = file.code(inLineOf: offset).split(separator: " ").map(String.init)
            guard let index = words.firstIndex(of: "import"), words[..<index].allSatisfy(isImportModifier) else {
                return nil
            }
            let path = words[(index + 1)...].first { !kinds.contains($0) }
            guard let name = path?.split(whereSeparator: { ".;".contains($0) }).first else { return nil }
            return (String(name), offset)
        }
    }

    private static func isImportModifier(_ word: String) -> Bool {
        word.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(word)
    }
}
