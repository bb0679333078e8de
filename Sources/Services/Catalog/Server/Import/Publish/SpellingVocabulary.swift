internal import GRDB
internal import ServiceKit
internal import TextFolding

/// Maintains the words of all titles, and those of their other search terms (cast, groups, original titles), from which
/// misspelled words are corrected.
struct SpellingVocabulary {
    private let context: JobContext
    /// Titles read at a time.
    private static let pageSize = 1_000
    /// Longer words are not corrected: they are not typed.
    private static let maximumCharacters = 40
    private static let minimumCharacters = 3

    init(_ context: JobContext) { self.context = context }

    /// Adds the words of the staged titles. A word that finds nothing any more is never proposed, so none is deleted.
    func collect() async throws {
        var gatherer = Gatherer()
        var last = try await context.read { try Int64.fetchOne($0, sql: "SELECT itemFloor FROM staging") ?? 0 }
        while true {
            try context.checkCancellation()
            let titles = try await context.read { [last] db in
                try Row.fetchAll(
                    db.cachedStatement(
                        sql: "SELECT row, title, keywords FROM itemText WHERE row > ? ORDER BY row LIMIT ?"),
                    arguments: [last, Self.pageSize]
                ).map { (row: $0[0] as Int64, title: $0[1] as String, keywords: $0[2] as String) }
            }
            for title in titles { gatherer.add(title: title.title) }
            for title in titles { gatherer.add(keywords: title.keywords) }
            let words = gatherer.take()
            try await context.shards.shard(for: context.household).writeChunks(of: words) { try $1.add(to: $0) }
            guard titles.count == Self.pageSize, let end = titles.last else { return }
            last = end.row
        }
    }

    /// Adds the words of other search terms, for a shard with those of the titles alone.
    static func collectKeywords(_ db: Database) throws {
        var gatherer = Gatherer()
        let all = try String.fetchCursor(db, sql: "SELECT keywords FROM itemText")
        while let keywords = try all.next() {
            gatherer.add(keywords: keywords)
            for word in gatherer.take() { try word.add(to: db) }
        }
    }

    /// A word and its list.
    struct Word: Sendable {
        /// The lists of words.
        enum List: String, Sendable {
            case titles = "word"
            /// Words that occur in no title.
            case others = "otherWord"
        }

        var text: String
        var list: List

        /// Adds the word to its list.
        func add(to db: Database) throws {
            let isNew = list == .titles ? "" : "WHERE NOT EXISTS (SELECT 1 FROM word WHERE word = ?1)"
            try db.cachedStatement(sql: "INSERT OR IGNORE INTO \(list.rawValue) (word) SELECT ?1 \(isNew)")
                .execute(arguments: [text])
            guard db.changesCount > 0 else { return }
            let row = db.lastInsertedRowID
            // The spaces mark the word's ends, so that its first and last letters count as much as the others.
            try db.cachedStatement(sql: "INSERT INTO \(list.rawValue)Search (rowid, word) VALUES (?, ?)")
                .execute(arguments: [row, " \(text) "])
        }
    }

    /// Extracts the words of texts, each once.
    private struct Gatherer {
        private var words: [Word] = []
        private var known: Set<UInt64> = []
        /// Keywords and their lines, of which groups and genres repeat.
        private var lines: Set<Int> = []

        private static let maximumLines = 200_000

        mutating func add(title: String) { add(FoldedText(title), to: .titles) }

        mutating func add(keywords: String) {
            if lines.count > Self.maximumLines { lines = [] }
            // Most titles of a list have just the same groups and genres.
            guard lines.insert(keywords.hashValue).inserted else { return }
            for line in keywords.split(separator: "\n") where lines.insert(line.hashValue).inserted {
                add(FoldedText(String(line)), to: .others)
            }
        }

        private mutating func add(_ text: FoldedText, to list: Word.List) {
            for word in text.words where word.number == nil && word.foldedRange.count >= minimumCharacters {
                // A word of titles may also be in the list of others.
                let key = list == .titles ? WordHash.extend(word.hash, UInt8(ascii: " ")) : word.hash
                guard known.insert(key).inserted else { continue }
                let text = text.text(of: word)
                if (minimumCharacters...maximumCharacters).contains(text.count) {
                    words.append(Word(text: text, list: list))
                }
            }
        }

        mutating func take() -> [Word] {
            defer { words = [] }
            return words
        }
    }
}
