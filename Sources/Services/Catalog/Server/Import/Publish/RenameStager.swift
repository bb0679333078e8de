internal import CatalogFormats
internal import CatalogRecognition
internal import Foundation
internal import GRDB
internal import ServiceKit

/// Matches titles that went missing with new ones under another name, adds aliases from the old ids to the new ones,
/// and transfers the corrections.
struct RenameStager {
    private let context: JobContext
    private let staged: StagedImport

    init(_ context: JobContext, _ staged: StagedImport) {
        self.context = context
        self.staged = staged
    }

    /// The result.
    struct Outcome: Sendable {
        /// The number of renamed titles.
        var renamed: Int64 = 0
        /// The new ids with corrections.
        var corrected: [String] = []
    }

    /// A title and its new id.
    struct Pair: Sendable {
        var old: String
        var new: String
        var by: String
        /// Whether the old one is a removed title, and not only a list's title of links that corrections have moved.
        var isTitle: Bool
    }

    /// Stages the renames.
    ///
    /// - Parameter hasMoved: whether corrections move any links.
    func run(hasMoved: Bool) async throws -> Outcome {
        let (generation, source, most) = (staged.generation, staged.source, context.limits.comparedRenames)
        let (gone, moved) = try await context.read { db in
            // Titles that no source has since this import.
            let gone = try Self.candidates(
                "i.lost = ? AND i.lost < \(Generation.never) AND e.lost = i.lost AND e.ownItem IS NULL",
                [generation, generation, source, most], db)
            return (gone, hasMoved ? try MovedTitles(generation: generation, source: source).gone(db) : [])
        }
        guard !gone.isEmpty || !moved.isEmpty, gone.count < most else { return Outcome() }
        let new = try await context.read { db in
            try Self.candidates(
                """
                i.row > (SELECT itemFloor FROM staging) AND i.born = ? AND e.born = i.born AND NOT EXISTS \
                (SELECT 1 FROM item b WHERE b.id = i.id AND b.born < i.born AND b.died >= i.born)
                """, [generation, generation, source, most], db)
        }
        guard !new.isEmpty, new.count < most else { return Outcome() }
        let titles = Set(gone.map(\.id))
        let found = RenameFinder.find(gone: gone + moved.filter { !titles.contains($0.id) }, new: new)
        var pairs = found.map { old, new in
            Pair(old: old.description, new: new.id.description, by: "\(new.by)", isTitle: titles.contains(old))
        }.sorted { $0.old < $1.old }
        let count = pairs.count { $0.isTitle }
        pairs += try await context.read { [pairs] db in try SeriesRenames(generation: generation).pairs(of: pairs, db) }
        return Outcome(renamed: Int64(count), corrected: try await stage(pairs))
    }

    private static func candidates(
        _ condition: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> [RenameFinder.Candidate] {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT i.id, e.rungs FROM item i CROSS JOIN entry e INDEXED BY entry_by_item ON e.item = i.id \
                WHERE \(condition) AND i.died > ? AND e.source = ? ORDER BY i.id, e.row LIMIT ?
                """, arguments: arguments)
        return try RenameFinder.Candidate.read(rows)
    }

    // MARK: Staging

    /// - Returns: the new ids with corrections.
    private func stage(_ pairs: [Pair]) async throws -> [String] {
        let generation = staged.generation
        let about = try await context.read { try CorrectionRules.load($0).about }
        try await context.shards.shard(for: context.household).writeChunks(of: pairs) { db, pair in
            if pair.isTitle { try Self.stage(pair, generation: generation, db) }
            // Valid also when the import is not published: it is the list's title.
            for part in about[pair.old] ?? [] {
                try CorrectionTable.add(subject: pair.new, isTarget: part.isTarget, to: part.correction, db)
            }
        }
        return pairs.filter { about[$0.old] != nil }.map(\.new)
    }

    /// Adds an alias, whose target continues the title.
    static func stage(_ pair: Pair, generation: Int64, _ db: Database) throws {
        try AliasTable.stage(pair.old, successor: pair.new, reason: pair.by, generation: generation, db)
        guard let current = try TitleStore.current(pair.old, generation: generation, db) else { return }
        try TitleStore.end(current.row, generation: generation, db)
        try db.execute(
            sql: "UPDATE entry SET died = ? WHERE item = ? AND died = \(Generation.never)",
            arguments: [generation, pair.old])
        // It is the same title, so it keeps its date of addition.
        try db.execute(
            sql: "UPDATE item SET added = min(added, ?) WHERE id = ? AND born = ?",
            arguments: [current.added, pair.new, generation])
    }
}

extension RenameFinder.Candidate {
    /// Reads titles from rows of an id and match keys, grouped by title.
    static func read(_ rows: RowCursor) throws -> [RenameFinder.Candidate] {
        var found: [RenameFinder.Candidate] = []
        while let row = try rows.next() {
            guard let id = DerivedID(row[0] as String) else { continue }
            let rungs = StoredMatchKeys.decode([UInt8](row[1] as Data? ?? Data()))
            if found.last?.id == id {
                found[found.count - 1].rungs += rungs
            } else {
                found.append(RenameFinder.Candidate(id: id, rungs: rungs))
            }
        }
        return found
    }
}
