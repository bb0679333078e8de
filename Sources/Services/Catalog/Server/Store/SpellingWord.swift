internal import GRDB

/// A word and its list.
struct SpellingWord: Sendable {
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
