internal import GRDB
internal import TextFolding

/// Extracts the words of texts, each once.
struct SpellingWordCollector {
    private var words: [SpellingWord] = []
    private var known: Set<UInt64> = []
    /// Keywords and their lines, of which groups and genres repeat.
    private var lines: Set<Int> = []

    private static let maximumLines = 200_000
    /// Longer words are not corrected: they are not typed.
    private static let maximumCharacters = 40
    private static let minimumCharacters = 3

    mutating func add(title: String) { add(FoldedText(title), to: .titles) }

    mutating func add(keywords: String) {
        if lines.count > Self.maximumLines { lines = [] }
        // Most titles of a list have just the same groups and genres.
        guard lines.insert(keywords.hashValue).inserted else { return }
        for line in keywords.split(separator: "\n") where lines.insert(line.hashValue).inserted {
            add(FoldedText(String(line)), to: .others)
        }
    }

    private mutating func add(_ text: FoldedText, to list: SpellingWord.List) {
        for word in text.words where word.number == nil && word.foldedRange.count >= Self.minimumCharacters {
            // A word of titles may also be in the list of others.
            let key = list == .titles ? WordHash.extend(word.hash, UInt8(ascii: " ")) : word.hash
            guard known.insert(key).inserted else { continue }
            let text = text.text(of: word)
            if (Self.minimumCharacters...Self.maximumCharacters).contains(text.count) {
                words.append(SpellingWord(text: text, list: list))
            }
        }
    }

    /// The words since the last call.
    mutating func take() -> [SpellingWord] {
        defer { words = [] }
        return words
    }
}

extension SpellingWord {
    /// Adds the words of search terms besides titles, for a shard that has those of the titles alone.
    static func collectKeywords(_ db: Database) throws {
        var collector = SpellingWordCollector()
        let all = try String.fetchCursor(db, sql: "SELECT keywords FROM itemText")
        while let keywords = try all.next() {
            collector.add(keywords: keywords)
            for word in collector.take() { try word.add(to: db) }
        }
    }
}
