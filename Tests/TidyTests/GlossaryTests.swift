import Testing

/// docs/glossary.md names the types that carry its terms: each has to be there.
struct GlossaryTests {
    /// The names in backticks that begin with a capital, each with its line: `ServerCall.current` is of `ServerCall`.
    private static func types(in glossary: SourceFile) -> [(name: String, line: Int)] {
        let lines = String(decoding: glossary.text, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().flatMap { number, line in
            line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 && $0.element.first?.isUppercase == true }
                .flatMap { $0.element.split(separator: ".").filter { $0.first?.isUppercase == true } }
                .map { (String($0.prefix { $0.isLetter || $0.isNumber }), number + 1) }
        }
    }

    private static let keywords = ["struct", "class", "enum", "actor", "protocol", "typealias"]

    private static let declared: Set<String> = {
        var found: Set<String> = []
        for file in SourceTree.files where file.isSwift {
            for keyword in keywords {
                for offset in file.occurrences(of: keyword, in: file.code) {
                    let name = file.code[(offset + keyword.utf8.count)...].drop { $0 == 0x20 }.prefix { $0.isWord }
                    found.insert(String(decoding: name, as: UTF8.self))
                }
            }
        }
        return found
    }()

    @Test func `the glossary names types that exist`() throws {
        let glossary = try #require(SourceTree.files.first { $0.path == "docs/glossary.md" })
        let types = Self.types(in: glossary)
        let missing = types.filter { !Self.declared.contains($0.name) }.map {
            "docs/glossary.md:\($0.line): \($0.name)"
        }
        #expect(types.count > 100)
        #expect(missing.isEmpty, "\(missing.joined(separator: "\n"))")
    }
}
