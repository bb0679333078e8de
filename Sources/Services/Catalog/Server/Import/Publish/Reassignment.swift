internal import CBOR
internal import CatalogRecognition
internal import Foundation
internal import GRDB
internal import ServiceKit

/// Moves the stored links of some titles to the titles that the rules give: each link that moves dies in this
/// generation, and a copy of it is born there.
///
/// A copy keeps its link's fingerprint, so that the next import of the list recognises it.
struct Reassignment {
    let context: JobContext
    let generation: Int64
    let rules: CorrectionRules

    /// The move of a link from one title to another.
    struct Move: Sendable, Hashable {
        var from: String
        var into: String
    }

    /// The result.
    struct Outcome: Sendable {
        var touched = TouchedTitles()
        /// Of titles and of series, each once.
        var moves: Set<Move> = []
    }

    private struct Walk: Sendable {
        var outcome = Outcome()
        /// The cursor: the last processed link.
        var after: Int64 = 0
    }

    /// Processes the links that belong to any of these titles, or would without rules.
    func run(_ titles: [String]) async throws -> Outcome {
        let names = try await context.read { try SourceStore.names($0) }
        var outcome = Outcome()
        for title in Set(titles).sorted() {
            let walk = try await context.steps(from: Walk(outcome: outcome)) { [self] db, walk in
                guard let row = try Self.next(title, after: walk.after, db) else { return false }
                walk.after = row["row"]
                try move(row, names, &walk.outcome, db)
                return true
            }
            outcome = walk.outcome
        }
        return outcome
    }

    /// Adds aliases from titles that have lost all their links to the titles that received them, and removes those of
    /// titles that are back.
    func rename(_ moves: Set<Move>, reason: String) async throws {
        let pairs = moves.sorted { ($0.from, $0.into) < ($1.from, $1.into) }
        try await context.shards.shard(for: context.household).writeChunks(of: pairs) { [generation] db, move in
            if try !EntryRow.isAny(of: move.from, generation: generation, db) {
                try AliasTable.stage(move.from, successor: move.into, reason: reason, generation: generation, db)
            }
            if try AliasTable.isAny(of: move.into, db) {
                try AliasTable.stage(move.into, successor: move.into, reason: reason, generation: generation, db)
            }
        }
    }

    /// The next link of a title, of its episodes, or that belongs to it without rules.
    private static func next(_ title: String, after row: Int64, _ db: Database) throws -> Row? {
        let (item, own) = TitleDraft.isSeries(title) ? ("series", "ownSeries") : ("item", "ownItem")
        let half = { (column: String) in
            """
            SELECT * FROM (SELECT row, source, url, airDate, own, born, lost, \(EntryIdentity.columns) FROM entry
            WHERE \(column) = :title AND row > :after AND died = \(Generation.never) ORDER BY row LIMIT 1)
            """
        }
        let statement = try db.cachedStatement(sql: "\(half(item)) UNION ALL \(half(own)) ORDER BY row LIMIT 1")
        return try Row.fetchOne(statement, arguments: ["title": title, "after": row])
    }

    private func move(_ row: Row, _ names: [Int64: String], _ outcome: inout Outcome, _ db: Database) throws {
        let present = EntryIdentity(row)
        let own = try (row["own"] as Data?).map { try CBORDecoder().decode(EntryIdentity.self, from: [UInt8]($0)) }
        let said = own ?? present
        let place = rules.place(
            said, airDate: row["airDate"],
            key: LinkKey(source: names[row["source"]] ?? "", address: row["url"]))
        guard place != present else { return }
        try EntryCopy.insert(row["row"], as: place, own: place == said ? nil : said, generation: generation, db)
        try TitleRecompute.end(row["row"], generation: generation, db)
        for identity in [present, place] {
            guard let item = DerivedID(identity.item) else { continue }
            outcome.touched.add(item, series: identity.series.flatMap { DerivedID($0) })
        }
        outcome.moves.insert(Move(from: present.item, into: place.item))
        if let from = present.series, let into = place.series, from != into {
            outcome.moves.insert(Move(from: from, into: into))
        }
    }
}

/// Copies stored links with all their columns.
enum EntryCopy {
    /// Stages a copy of a link that belongs to another title.
    ///
    /// - Parameter own: the list's data of it; nil when they are the same.
    static func insert(
        _ row: Int64, as place: EntryIdentity, own: EntryIdentity?, generation: Int64, _ db: Database
    ) throws {
        let changed: [String: (any DatabaseValueConvertible)?] = [
            "born": generation, "died": Generation.never, "item": place.item, "kind": place.kind,
            "series": place.series, "season": place.season, "episode": place.episode,
            "seriesTitle": place.seriesTitle, "title": place.title, "year": place.year, "ownItem": own?.item,
            "ownSeries": own?.series, "own": try own.map { Data(try CBOREncoder().encode($0)) },
        ]
        let columns = try db.columns(in: "entry").map(\.name).filter { $0 != "row" }
        let values = columns.map { column in
            // The import that added it stays known, as it may be undone.
            column == "brought" ? "coalesce(brought, born)" : changed.keys.contains(column) ? ":\(column)" : column
        }
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO entry (\(columns.joined(separator: ", "))) SELECT \(values.joined(separator: ", "))
                FROM entry WHERE row = :copied
                """)
        try statement.execute(arguments: StatementArguments(changed.merging(["copied": row]) { $1 }))
    }
}
