internal import CatalogAPI
internal import GRDB
internal import Household
internal import ServiceKit

/// Stages that titles are shown with what was learned of them, and without what is too old.
struct MetadataStager {
    let context: JobContext

    /// Stages what is not published yet.
    ///
    /// - Returns: nil when there is nothing.
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

    /// Forgets what is too old to be shown, and what is known of titles that are not there any more: here, where no title is
    /// on its way back.
    private func forget() async throws {
        let now = context.now
        _ = try await context.steps(from: 0) { db, _ in
            let hasMore = try MetadataTitleTable.deleteExpired(at: now, db)
            return try MetadataTitleTable.deleteOrphans(at: now, db) || hasMore
        }
    }
}
