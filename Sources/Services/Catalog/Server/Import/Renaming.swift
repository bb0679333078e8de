internal import Foundation
internal import GRDB
internal import ServiceKit

/// Finds out which of the titles that went missing are those that came, under another name, and has the old ids point at
/// the new ones.
struct Renaming {
    private let context: JobContext
    private let staged: StagedImport

    init(_ context: JobContext, _ staged: StagedImport) {
        self.context = context
        self.staged = staged
    }

    /// Stages the renamings.
    ///
    /// - Returns: how many titles were renamed.
    func run() async throws -> Int64 {
        let (generation, source, most) = (staged.generation, staged.source, context.limits.comparedRenames)
        let gone = try await context.read { db in
            // Titles that no source has any more, since this import.
            try Self.candidates(
                "i.lost = ? AND i.lost < \(Generation.never) AND e.lost = i.lost",
                [generation, generation, source, most], db)
        }
        guard !gone.isEmpty, gone.count < most else { return 0 }
        let new = try await context.read { db in
            try Self.candidates(
                """
                i.row > (SELECT itemFloor FROM staging) AND i.born = ? AND e.born = i.born AND NOT EXISTS \
                (SELECT 1 FROM item b WHERE b.id = i.id AND b.born < i.born AND b.died >= i.born)
                """, [generation, generation, source, most], db)
        }
        guard !new.isEmpty, new.count < most else { return 0 }
        let found = RenameFinder.find(gone: gone, new: new)
        let pairs = found.map { (old: $0.key.description, new: $0.value.id.description, by: $0.value.by) }
            .sorted { $0.old < $1.old }
        try await context.shards.shard(for: context.household).writeChunks(of: pairs) { db, pair in
            try Self.stage(pair.old, successor: pair.new, reason: "\(pair.by)", generation: generation, db)
        }
        return Int64(pairs.count)
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
        var found: [RenameFinder.Candidate] = []
        while let row = try rows.next() {
            guard let id = DerivedID(row[0] as String) else { continue }
            let rungs = StoredRungs.decode([UInt8](row[1] as Data? ?? Data()))
            if found.last?.id == id {
                found[found.count - 1].rungs += rungs
            } else {
                found.append(RenameFinder.Candidate(id: id, rungs: rungs))
            }
        }
        return found
    }

    private static func stage(
        _ old: String, successor: String, reason: String, generation: Int64, _ db: Database
    ) throws {
        try Alias.stage(old, successor: successor, reason: reason, generation: generation, db)
        guard let current = try ItemStore.current(old, generation: generation, db) else { return }
        try ItemStore.end(current.row, generation: generation, db)
        try db.execute(
            sql: "UPDATE entry SET died = ? WHERE item = ? AND died = \(Generation.never)",
            arguments: [generation, old])
        // It is the same title, so it is as new as it was.
        try db.execute(
            sql: "UPDATE item SET added = ? WHERE id = ? AND born = ?",
            arguments: [current.added, successor, generation])
    }
}
