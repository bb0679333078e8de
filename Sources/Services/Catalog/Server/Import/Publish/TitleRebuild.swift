internal import CatalogAPI
internal import CatalogRecognition
internal import GRDB
internal import ServiceKit

/// Recomputes titles, their search terms and sort keys, where an older build made them from their links under other
/// rules: one batch of titles a job, in the order of their ids, each batch published by itself.
///
/// Imports and metadata refreshes recompute only the titles that they touch, so that others would keep an older build's
/// values. The progress is stored in the shard and moves with each publication: a killed run resumes there.
struct TitleRebuild {
    let context: JobContext

    /// The version of the rules that compute titles from links. Raise it whenever ``TitleDraft`` computes other values
    /// from the same links: other keywords, sort keys, or fields; or whenever links belong to other titles by other
    /// rules.
    static let rules: Int64 = 4

    /// A staged batch of titles.
    struct Part: Sendable {
        var staged: StagedImport
        /// The id of the last of its titles.
        var through: String
    }

    /// Whether a rebuild is needed.
    static func isWanted(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT titleRules <> ? FROM catalog", arguments: [rules]) ?? false
    }

    /// Stages the next batch.
    ///
    /// - Returns: nil when nothing is left to do.
    func stage() async throws -> Part? {
        let most = context.limits.rebuildBatch
        let wanted = try await context.read { db in try Self.isWanted(db) ? try Self.next(most, db) : nil }
        guard let ids = wanted else { return nil }
        guard let last = ids.last else {
            try await context.write { try Self.finish($0) }
            return nil
        }
        let job = context.record.id
        let generation = try await context.write { try StagingStore.begin(job: job, $0) }
        var touched = TouchedTitles()
        for id in ids { if let id = DerivedID(id) { touched.add(id, series: nil) } }
        let staged = StagedImport(
            source: 0, path: "", generation: generation, touched: touched, report: ImportReport(), adultSamples: [],
            titlesBefore: 0, entries: 0)
        return Part(staged: staged, through: last)
    }

    /// Stores the progress.
    static func note(through id: String, _ db: Database) throws {
        try db.execute(sql: "UPDATE catalog SET resettledThrough = ?", arguments: [id])
    }

    /// Rolls a batch without changes back: readers need no snapshot that equals the previous one.
    ///
    /// - Returns: whether it had no changes.
    func skip(_ part: Part) async throws -> Bool {
        let generation = part.staged.generation
        guard try await context.read({ try PublicationEntry.staged(generation, $0) == nil }) else { return false }
        _ = try await context.steps(from: 0) { db, _ in try StagingStore.rollBackStep(db) }
        try await context.write { try Self.note(through: part.through, $0) }
        return true
    }

    private static func next(_ most: Int, _ db: Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT i.id FROM item i INDEXED BY item_by_id
                WHERE i.id > coalesce((SELECT resettledThrough FROM catalog), '') AND i.died = \(Generation.never)
                ORDER BY i.id LIMIT ?
                """, arguments: [most])
    }

    private static func finish(_ db: Database) throws {
        try db.execute(
            sql: "UPDATE catalog SET titleRules = ?, resettledThrough = NULL WHERE titleRules <> ?",
            arguments: [rules, rules])
    }
}
