internal import CatalogAPI
internal import CatalogRecognition
internal import GRDB
internal import HearthModel
internal import ServiceKit

/// Stages titles with their new metadata, and without expired ones.
struct MetadataStager {
    let context: JobContext

    /// Stages the unpublished metadata.
    ///
    /// - Returns: nil when there is none.
    func stage() async throws -> StagedImport? {
        try await forget()
        guard let found = try await context.read({ try MetadataTitleTable.unpublished($0) }) else { return nil }
        let job = context.record.id
        let generation = try await context.write { try StagingStore.begin(job: job, $0) }
        var touched = TouchedTitles()
        for id in found.ids { if let id = DerivedID(id) { touched.add(id, series: nil) } }
        let joined = try await DuplicateTitleFinder(context: context, generation: generation).run(found.ids)
        touched.add(joined)
        var staged = StagedImport(
            source: 0, path: "", generation: generation, touched: touched, report: ImportReport(), adultSamples: [],
            titlesBefore: 0, entries: 0, learnedThrough: found.through)
        staged.movesLinks = !joined.isEmpty
        return staged
    }

    /// Deletes expired metadata, and those of titles that no longer exist: here, where no title is about to return.
    private func forget() async throws {
        let now = context.now
        _ = try await context.steps(from: 0) { db, _ in
            let hasMore = try MetadataTitleTable.deleteExpired(at: now, db)
            return try MetadataTitleTable.deleteOrphans(at: now, db) || hasMore
        }
    }
}
