internal import CatalogAPI
internal import CatalogRecognition
internal import GRDB
internal import ServiceKit

/// Stages the corrections that were made or reverted since the last job.
struct CorrectionStager {
    let context: JobContext

    /// Stages them.
    ///
    /// - Returns: nil when there are none.
    func stage() async throws -> StagedImport? {
        let open = try await context.read { try CorrectionTable.open($0) }
        guard !open.isEmpty else { return nil }
        let matched = open.filter { $0.body.changes?.tmdbID != nil }.flatMap(\.titles)
        // A duplicate by the old TMDB id is none by the new one.
        try await context.write { db in for title in matched { try DuplicateTitleTable.forget(title, db) } }
        let rules = try await context.read { try CorrectionRules.loadAll($0) }
        let job = context.record.id
        let generation = try await context.write { try StagingStore.begin(job: job, $0) }
        let reassignment = Reassignment(context: context, generation: generation, rules: rules)
        var outcome = try await reassignment.run(open.flatMap(\.titles))
        try await reassignment.rename(outcome.moves, reason: AliasTable.byHand)
        for title in Set(open.flatMap(\.titles)) { outcome.touched.add(try await family(of: title)) }
        try await context.write { db in for title in matched { try MetadataTitleTable.forget(title, db) } }
        return StagedImport(
            source: 0, path: "", generation: generation, touched: outcome.touched, report: ImportReport(),
            adultSamples: [], titlesBefore: 0, entries: 0, corrected: open)
    }

    /// A title, with the episodes of a series, whose audience follows it.
    private func family(of title: String) async throws -> [EndedEntry] {
        guard let id = DerivedID(title) else { return [] }
        let episodes = try await context.read { db in
            guard TitleDraft.isSeries(title) else { return [String]() }
            let statement = try db.cachedStatement(sql: "SELECT DISTINCT item FROM entry WHERE series = ?")
            return try String.fetchAll(statement, arguments: [title])
        }
        return [EndedEntry(item: id)] + episodes.map { EndedEntry(item: DerivedID($0)) }
    }
}
