internal import TextFolding

/// Something that words on a command line can mean.
struct Candidate<Value: Sendable>: Sendable {
    /// Its id: an argument that is equal to it means nothing else.
    let id: String
    /// Its name, as lists show it.
    let name: String
    /// What tells it from others of the same name: its kind, its year.
    let note: String
    /// Other names that mean it as much as ``name``: a title with its year, a channel's number.
    let aliases: [String]
    let value: Value

    init(id: String, name: String, note: String = "", aliases: [String] = [], value: Value) {
        (self.id, self.name, self.note, self.aliases, self.value) = (id, name, note, aliases, value)
    }
}

/// How well words fit the names of candidates.
enum NameMatch {
    /// The candidates that a text means: those of this id, else those of exactly this name, else those whose names have
    /// all of its words, the last of which may be the beginning of one.
    static func close<Value>(to text: String, among candidates: [Candidate<Value>]) -> [Candidate<Value>] {
        let identified = candidates.filter { $0.id == text }
        if !identified.isEmpty { return Array(identified.prefix(1)) }
        let wanted = FoldedText(text)
        // A name of signs alone has no words to compare.
        guard !wanted.words.isEmpty else {
            return candidates.filter { $0.name.lowercased() == text.lowercased() }
        }
        let exact = candidates.filter { candidate in
            ([candidate.name] + candidate.aliases).contains { FoldedText($0).compact == wanted.compact }
        }
        if !exact.isEmpty { return exact }
        let words = wanted.words.map { wanted.text(of: $0) }
        return candidates.filter { candidate in
            ([candidate.name] + candidate.aliases).contains { has(words, in: $0) }
        }
    }

    private static func has(_ words: [String], in name: String) -> Bool {
        let folded = FoldedText(name)
        let known = folded.words.map { folded.text(of: $0) }
        let isWhole = words.dropLast().allSatisfy(known.contains)
        return isWhole && words.last.map { last in known.contains { $0.hasPrefix(last) } } ?? false
    }
}
