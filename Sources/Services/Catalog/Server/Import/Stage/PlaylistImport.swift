internal import CatalogAPI
internal import CatalogFormats
internal import CatalogRecognition
internal import GRDB
internal import HTTPFetch
internal import ServiceKit

/// Imports a playlist or a panel's titles: reads it twice (the meaning of its guide ids is known only at its end),
/// stages the changes, and leaves the rest to ``Publication``.
struct PlaylistImport<Entries: EntryStream> {
    let context: JobContext
    private var entries: Entries
    /// The list's address; nil for a file and a panel.
    private let base: FetchURL?
    private var report = ImportReport()
    private var adultSamples: [String] = []

    init(context: JobContext, entries: Entries, base: FetchURL? = nil) {
        (self.context, self.entries, self.base) = (context, entries, base)
    }

    /// Runs the job up to its publication.
    mutating func run() async throws -> StagedImport {
        context.progress.begin(.reading, total: entries.bytes * 2)
        let statistics = try await survey()
        let record = context.record
        let before = try await context.read { try SourceStore.find(record.source, $0) }
        try await rejectShrunkenList(before)
        let begun = try await context.write { db in
            let source = try before?.id ?? SourceStore.insert(record.source, record.kind, path: record.path, db)
            return (source: source, generation: try StagingStore.begin(job: record.id, db))
        }
        let known = try await fingerprints(of: begun.source)
        var staged = try await stage(statistics, source: begun.source, generation: begun.generation, known: known)
        if let before { try before.refuse(staged.digest, of: record) }
        let lost = try await lose(staged.unseen, generation: begun.generation)
        staged.touched.add(lost.ended)
        if lost.kept > 0 {
            report.notes =
                (report.notes ?? []) + [
                    "The source left out parts that it had; the \(lost.kept) links of these are kept as they were."
                ]
            report.read += lost.kept
        }
        var result = StagedImport(
            source: begun.source, path: record.path, generation: begun.generation, touched: staged.touched,
            report: report, adultSamples: adultSamples, titlesBefore: before?.titles ?? 0, entries: report.read)
        (result.digest, result.hasPrompted) = (staged.digest, before?.hasPrompted ?? false)
        result.namesakes = staged.namesakes
        result.guides = entries.guides.map { M3UAddress.completed($0, from: base) ?? $0 }
        return result
    }

    // MARK: First pass

    /// Counts the entries, and gathers the list's statistics.
    private mutating func survey() async throws -> PlaylistStatistics {
        var statistics = PlaylistStatistics(list: context.record.path)
        var count = 0
        var hasMore = true
        while hasMore {
            try await breathe()
            hasMore = try await entries.next { item in
                guard case .entry(let entry) = item else { return }
                count += 1
                statistics.note(entry)
            }
            context.progress.advance(to: entries.bytesRead)
            guard count <= context.limits.entries else {
                throw JobAbort.unusable("The source has more than \(context.limits.entries) entries.")
            }
        }
        try entries.rewind()
        guard count > 0 else { throw JobAbort.unusable("There is not one link in it, so nothing was changed.") }
        report.read = Int64(count)
        return statistics
    }

    /// Parsing only uses the processor: yields between pieces.
    private func breathe() async throws {
        try context.checkCancellation()
        await Task.yield()
    }

    /// Holds a list that has lost more than half of its entries: it is more likely broken than right.
    private func rejectShrunkenList(_ before: SourceStore.Source?) async throws {
        guard let before else { return }
        guard before.kind == context.record.kind else {
            throw JobAbort.unusable(before.kind.nameTaken)
        }
        guard !context.record.allowsShrinking else { return }
        let kinds = entries.incompleteKinds
        let kept = try await context.read { try SourceStore.entries(of: before.id, kinds: kinds, $0) }
        guard (report.read + kept) * 2 < before.entries else { return }
        throw JobAbort.held(
            "The list has \(report.read) entries and had \(before.entries). Nothing was changed; ask again and allow "
                + "shrinking if that is right.")
    }

    // MARK: Second pass

    private func fingerprints(of source: Int64) async throws -> FingerprintIndex {
        try await FingerprintIndex.load(context, pageSize: ImportLimits.loadedFingerprints) { db, after, size in
            try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT fingerprint, row FROM entry INDEXED BY entry_by_source WHERE source = ? AND row > ? \
                        AND died = \(Generation.never) AND lost = \(Generation.never) ORDER BY row LIMIT ?
                        """), arguments: [source, after, size]
            ).map { (fingerprint: $0[0], row: $0[1]) }
        }
    }

    private typealias Staged = (
        unseen: [Int64], touched: TouchedTitles, digest: Int64, namesakes: [DerivedID: DerivedID]
    )

    /// Stages the new entries.
    ///
    /// - Returns: the rows of lost ones, the titles of new ones, and the digest.
    private mutating func stage(
        _ statistics: PlaylistStatistics, source: Int64, generation: Int64, known: FingerprintIndex
    ) async throws -> Staged {
        let rules = try await context.read { try CorrectionRules.loadAll($0) }
        var stager = EntryStager(
            context: context, statistics: statistics, source: source, known: known, rules: rules, base: base)
        var hasMore = true
        while hasMore {
            // A batch is staged while the next one is read.
            let (batch, context) = (stager.takeBatch(), context)
            async let staged: Void = EntryStager.stage(batch, generation: generation, context)
            repeat {
                try await breathe()
                hasMore = try await entries.next { try stager.take($0) }
                context.progress.advance(to: entries.bytesRead)
            } while hasMore && !stager.isFull
            try await staged
        }
        try await EntryStager.stage(stager.takeBatch(), generation: generation, context)
        report.read = stager.read
        report.refused = stager.refused
        report.refusedLines = stager.refusedLines
        report.cut = entries.cut + stager.cut
        report.adultFound = Int64(stager.adults.count)
        adultSamples = stager.adultSamples
        if !entries.notes.isEmpty { report.notes = (report.notes ?? []) + entries.notes }
        guard report.read > 0 else {
            throw JobAbort.unusable("There is not one link in it, so nothing was changed.")
        }
        return (stager.unseen, stager.touched, stager.digest.value, stager.namesakes)
    }

    /// Marks entries as lost by their source, except those of incomplete parts.
    ///
    /// - Returns: their titles, and how many were kept.
    private func lose(_ rows: [Int64], generation: Int64) async throws -> (ended: [EndedEntry], kept: Int64) {
        let (now, kinds) = (context.now, context.record.allowsShrinking ? 0 : entries.incompleteKinds)
        let lost = try await context.steps(from: LostLinks()) { db, lost in
            guard lost.next < rows.count else { return false }
            let row = rows[lost.next]
            lost.next += 1
            try db.cachedStatement(sql: "UPDATE entry SET lost = ?, lostAt = ? WHERE row = ? AND kind & ? = 0")
                .execute(arguments: [generation, now, row, kinds])
            if db.changesCount > 0 { lost.ended.append(try EndedEntry.read(row, db)) } else { lost.kept += 1 }
            return lost.next < rows.count
        }
        return (lost.ended, lost.kept)
    }

}

/// The state of a walk over the links that a source has lost.
private struct LostLinks: Sendable {
    var next = 0
    var ended: [EndedEntry] = []
    var kept: Int64 = 0
}

extension ImportLimits {
    /// Fingerprints of a source per read.
    static let loadedFingerprints = 20_000
}
