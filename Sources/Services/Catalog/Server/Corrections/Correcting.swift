internal import CatalogAPI
internal import GRDB
internal import ServiceKit

/// Stages what people have put right, or taken back, since the last time.
struct Correcting {
    let context: JobContext

    /// Stages it.
    ///
    /// - Returns: nil when there is nothing.
    func stage() async throws -> StagedImport? {
        let (open, rules) = try await context.read { db in
            (try CorrectionTable.open(db), try CorrectionRules.load(db))
        }
        guard !open.isEmpty else { return nil }
        let job = context.record.id
        let generation = try await context.write { try StagingStore.begin(job: job, $0) }
        let reassignment = Reassignment(context: context, generation: generation, rules: rules)
        var outcome = try await reassignment.run(open.flatMap(\.titles))
        try await rename(outcome.moves, generation)
        for title in Set(open.flatMap(\.titles)) { outcome.touched.add(try await family(of: title)) }
        let matched = open.filter { $0.body.changes?.tmdbID != nil }.flatMap(\.titles)
        try await context.write { db in for title in matched { try LearnedTable.forget(title, db) } }
        return StagedImport(
            source: 0, path: "", generation: generation, touched: outcome.touched, report: ImportReport(),
            adultSamples: [], titlesBefore: 0, entries: 0, corrected: open)
    }

    /// A title, with the episodes of one that is a series: whom they are for follows it.
    private func family(of title: String) async throws -> [EndedEntry] {
        guard let id = DerivedID(title) else { return [] }
        let episodes = try await context.read { db in
            guard ItemDraft.isSeries(title) else { return [String]() }
            let statement = try db.cachedStatement(sql: "SELECT DISTINCT item FROM entry WHERE series = ?")
            return try String.fetchAll(statement, arguments: [title])
        }
        return [EndedEntry(item: id)] + episodes.map { EndedEntry(item: DerivedID($0)) }
    }

    /// Has the ids of titles that have lost all their links point at where the links went, and those of titles that are back
    /// at themselves.
    private func rename(_ moves: Set<Reassignment.Move>, _ generation: Int64) async throws {
        let pairs = moves.sorted { ($0.from, $0.into) < ($1.from, $1.into) }
        try await context.shards.shard(for: context.household).writeChunks(of: pairs) { db, move in
            if try !EntryFacts.isAny(of: move.from, generation: generation, db) {
                try Alias.stage(
                    move.from, successor: move.into, reason: Alias.byHand, generation: generation, db)
            }
            if try Alias.isAny(of: move.into, db) {
                try Alias.stage(
                    move.into, successor: move.into, reason: Alias.byHand, generation: generation, db)
            }
        }
    }
}
