internal import GRDB
internal import Household
internal import ServiceKit

/// Keeps the list of all words in titles, by which words that are typed wrongly are found again.
struct Vocabulary {
    private let context: JobContext
    /// Titles read at a time.
    private static let pageSize = 1_000
    /// Longer words are never typed wrongly: they are not typed.
    private static let maximumCharacters = 40
    private static let minimumCharacters = 3

    init(_ context: JobContext) { self.context = context }

    /// Adds the words of the titles that are being staged. A word that leads to nothing any more is never proposed, so none is
    /// taken out.
    func collect() async throws {
        var known: Set<UInt64> = []
        var last = try await context.read { try Int64.fetchOne($0, sql: "SELECT itemFloor FROM staging") ?? 0 }
        while true {
            try context.checkCancellation()
            let titles = try await context.read { [last] db in
                try Row.fetchAll(
                    db.cachedStatement(sql: "SELECT row, title FROM itemText WHERE row > ? ORDER BY row LIMIT ?"),
                    arguments: [last, Self.pageSize]
                ).map { (row: $0[0] as Int64, title: $0[1] as String) }
            }
            var words: [String] = []
            for title in titles { Self.collect(FoldedText(title.title), &words, &known) }
            try await context.shards.shard(for: context.household).writeChunks(of: words) { try Self.add($0, $1) }
            guard titles.count == Self.pageSize, let end = titles.last else { return }
            last = end.row
        }
    }

    private static func collect(_ title: FoldedText, _ words: inout [String], _ known: inout Set<UInt64>) {
        for word in title.words where word.number == nil && word.foldedRange.count >= minimumCharacters {
            guard known.insert(word.hash).inserted else { continue }
            let text = title.text(of: word)
            if (minimumCharacters...maximumCharacters).contains(text.count) { words.append(text) }
        }
    }

    private static func add(_ db: Database, _ word: String) throws {
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO word (word) VALUES (?)").execute(arguments: [word])
        guard db.changesCount > 0 else { return }
        let row = db.lastInsertedRowID
        // The spaces mark the word's ends, so that its first and last letters count as much as the others.
        try db.cachedStatement(sql: "INSERT INTO wordSearch (rowid, word) VALUES (?, ?)")
            .execute(arguments: [row, " \(word) "])
    }
}
