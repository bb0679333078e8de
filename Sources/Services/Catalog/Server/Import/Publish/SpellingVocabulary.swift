internal import GRDB
internal import ServiceKit

/// Maintains the words of all titles, and those of their other search terms (cast, groups, original titles), from which
/// misspelled words are corrected.
struct SpellingVocabulary {
    private let context: JobContext
    /// Titles read at a time.
    private static let pageSize = 1_000

    init(_ context: JobContext) { self.context = context }

    /// Adds the words of the staged titles. A word that finds nothing any more is never proposed, so none is deleted.
    func collect() async throws {
        var collector = SpellingWordCollector()
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
            for title in titles { collector.add(title: title.title) }
            for title in titles { collector.add(keywords: title.keywords) }
            let words = collector.take()
            try await context.shards.shard(for: context.household).writeChunks(of: words) { try $1.add(to: $0) }
            guard titles.count == Self.pageSize, let end = titles.last else { return }
            last = end.row
        }
    }
}
