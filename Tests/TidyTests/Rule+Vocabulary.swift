extension Rule {
    /// Sentences name their subject: a caller, a client, an owner, a profile (docs/glossary.md).
    static let vocabulary = Rule(name: "the field's words") { file in
        guard isProse(file) else { return [] }
        let text = file.text.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
        return words.flatMap { word in
            file.occurrences(of: word, in: text).map {
                file.violation(
                    at: $0, "\(word): name the subject (caller, client, owner, profile), see docs/glossary.md")
            }
        }
    }

    /// Words that five Swift servers of the same kind use seven times in 162,000 lines; in pieces, as the rule reads this file, too.
    private static let words = ["no" + "body", "some" + "body", "who" + "ever", "wh" + "om", "an" + "ew"]

    /// Code of the product and the documents; tests may quote what a person would write, and `protocols/released` is what was released.
    private static func isProse(_ file: SourceFile) -> Bool {
        guard let folder = file.components.first else { return false }
        let isDocument = file.path.hasSuffix(".md") && !file.path.hasPrefix("protocols/released/")
        return file.isSwift && folder == "Sources" || isDocument && ["docs", "protocols"].contains(folder)
            || ["README.md", "CONTRIBUTING.md"].contains(file.packagePath)
    }
}
