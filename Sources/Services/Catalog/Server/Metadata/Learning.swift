internal import CatalogAPI
internal import GRDB
internal import ServiceKit

/// Stages that titles are shown with what was learned of them.
struct Learning {
    let context: JobContext

    /// Stages what is not published yet.
    ///
    /// - Returns: nil when there is nothing.
    func stage() async throws -> StagedImport? {
        guard let found = try await context.read({ try LearnedTable.unpublished($0) }) else { return nil }
        let job = context.record.id
        let generation = try await context.write { try StagingStore.begin(job: job, $0) }
        var touched = TouchedTitles()
        for id in found.ids { if let id = DerivedID(id) { touched.add(id, series: nil) } }
        return StagedImport(
            source: 0, generation: generation, touched: touched, report: ImportReport(), adultSamples: [],
            titlesBefore: 0, entries: 0, learnedThrough: found.through)
    }
}
