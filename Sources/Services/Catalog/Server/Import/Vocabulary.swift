internal import GRDB
internal import ServiceKit

/// Keeps the list of all words in titles, by which words that are typed wrongly are found again.
struct Vocabulary {
    private let context: JobContext
    /// Words read at a time.
    private static let pageSize = 2_000
    /// Longer words are never typed wrongly: they are not typed.
    private static let maximumCharacters = 40
    private static let minimumCharacters = 3

    init(_ context: JobContext) { self.context = context }

    /// Adds the words that have come, staged ones among them. A word that leads to nothing is never proposed.
    func collect() async throws {
        var last = ""
        while true {
            try context.checkCancellation()
            let page = try await context.read { [last] in try Self.page(after: last, $0) }
            try await context.shards.shard(for: context.household).writeChunks(of: page.new) { try Self.add($1, $0) }
            guard let end = page.last else { return }
            last = end
        }
    }

    private static func page(after last: String, _ db: Database) throws -> (new: [String], last: String?) {
        let terms = try String.fetchAll(
            db.cachedStatement(sql: "SELECT term FROM itemWords WHERE term > ? AND col = 'title' LIMIT ?"),
            arguments: [last, pageSize])
        let known = try db.cachedStatement(sql: "SELECT 1 FROM word WHERE word = ?")
        let new = try terms.filter { term in
            guard (minimumCharacters...maximumCharacters).contains(term.count), term.contains(where: \.isLetter) else {
                return false
            }
            return try Int.fetchOne(known, arguments: [term]) == nil
        }
        return (new, terms.count == pageSize ? terms.last : nil)
    }

    private static func add(_ word: String, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO word (word) VALUES (?)").execute(arguments: [word])
        guard db.changesCount > 0 else { return }
        let row = db.lastInsertedRowID
        // The spaces mark the word's ends, so that its first and last letters count as much as the others.
        try db.cachedStatement(sql: "INSERT INTO wordSearch (rowid, word) VALUES (?, ?)")
            .execute(arguments: [row, " \(word) "])
    }
}
