internal import CatalogAPI
internal import GRDB
internal import ServiceKit

/// Takes in a playlist: reads it twice (what guide ids stand for in it is known only at its end), stages what is new, and
/// leaves the rest to ``Publication``.
struct PlaylistImport {
    let context: JobContext
    let file: ImportFile
    private var report = ImportReport()
    private var adultSamples: [String] = []

    init(context: JobContext, forbidden: [String]) throws {
        self.context = context
        file = try ImportFile(
            path: context.record.path, maximumBytes: context.limits.fileBytes, forbidden: forbidden)
    }

    /// Runs the job up to the point where it is published.
    mutating func run() async throws -> StagedImport {
        let kind = try file.kind()
        guard [.playlist, .text, .gzip, .empty].contains(kind) else {
            throw JobEnd.failed("This is \(kind.rawValue), not a playlist. Nothing was changed.")
        }
        context.progress.begin(.reading, total: file.size * 2)
        let census = try await survey()
        try file.rewind()
        let record = context.record
        let before = try await context.read { try SourceStore.find(record.source, $0) }
        try guardAgainstLoss(before)
        let begun = try await context.write { db in
            let source = try before?.id ?? SourceStore.insert(record.source, .playlist, path: record.path, db)
            return (source: source, generation: try StagingStore.begin(job: record.id, db))
        }
        let known = try await fingerprints(of: begun.source)
        var staged = try await stage(census, source: begun.source, generation: begun.generation, known: known)
        staged.touched.add(try await lose(staged.unseen, generation: begun.generation))
        return StagedImport(
            source: begun.source, generation: begun.generation, touched: staged.touched, report: report,
            adultSamples: adultSamples,
            titlesBefore: before?.titles ?? 0, entries: report.read)
    }

    // MARK: First pass

    /// Counts the entries, and what their guide ids stand for.
    private mutating func survey() async throws -> GuideIDCensus {
        var parser = M3UParser()
        var census = GuideIDCensus()
        func note(_ item: M3UItem) {
            if case .entry(let entry) = item, !entry.guideID.isEmpty {
                census.note(guideID: entry.guideID, name: entry.title)
            }
        }
        while let piece = try await nextPiece() {
            parser.consume(piece.span, note)
            guard parser.summary.entries <= context.limits.entries else {
                throw JobEnd.failed("The playlist has more than \(context.limits.entries) entries.")
            }
        }
        let summary = parser.finish(note)
        guard !summary.isStreamPlaylist else {
            throw JobEnd.failed("This is the playlist of one stream, not a list of channels.")
        }
        guard summary.entries > 0 else {
            throw JobEnd.failed("There is not one link in the file, so nothing was changed.")
        }
        report.read = Int64(summary.entries)
        return census
    }

    private mutating func nextPiece() async throws -> [UInt8]? {
        try context.checkCancellation()
        // Parsing is work for the processor alone: let others have it between pieces.
        await Task.yield()
        let piece = try file.read(context.limits.pieceBytes)
        context.progress.advance(to: file.bytesRead)
        return piece
    }

    /// A list that has lost more than half of its entries is more likely broken than true.
    private func guardAgainstLoss(_ before: SourceStore.Source?) throws {
        guard let before else { return }
        guard before.kind == .playlist else { throw JobEnd.failed("There is a guide with this name already.") }
        guard !context.record.allowsShrinking, report.read * 2 < before.entries else { return }
        throw JobEnd.held(
            "The list has \(report.read) entries and had \(before.entries). Nothing was changed; ask again and allow "
                + "shrinking if that is right.")
    }

    // MARK: Second pass

    private func fingerprints(of source: Int64) async throws -> FingerprintIndex {
        try await FingerprintIndex.load(context, pageSize: Self.loadedFingerprints) { db, after, size in
            try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT fingerprint, row FROM entry INDEXED BY entry_by_source WHERE source = ? AND row > ? \
                        AND died = \(Generation.never) AND lost = \(Generation.never) ORDER BY row LIMIT ?
                        """), arguments: [source, after, size]
            ).map { (fingerprint: $0[0], row: $0[1]) }
        }
    }

    private static let loadedFingerprints = 20_000

    /// Stages the entries that the source did not have.
    ///
    /// - Returns: the rows of those that it has no more, and the titles of those that came.
    private mutating func stage(
        _ census: GuideIDCensus, source: Int64, generation: Int64, known: FingerprintIndex
    ) async throws -> (unseen: [Int64], touched: TouchedTitles) {
        var stager = EntryStager(context: context, census: census, source: source, known: known)
        var parser = M3UParser()
        while let piece = try await nextPiece() {
            try parser.consume(piece.span) { try stager.take($0) }
            try await stager.write(generation: generation, isLast: false)
        }
        try parser.finish { try stager.take($0) }
        try await stager.write(generation: generation, isLast: true)
        report.read = stager.read
        report.refused = stager.refused
        report.refusedLines = stager.refusedLines
        report.cut = Int64(parser.summary.titlesCut) + stager.cut
        report.adultFound = Int64(stager.adults.count)
        adultSamples = stager.adultSamples
        guard report.read > 0 else {
            throw JobEnd.failed("There is not one link in the file, so nothing was changed.")
        }
        return (stager.unseen, stager.touched)
    }

    /// Marks entries as missing from their source.
    ///
    /// - Returns: the titles that they are links of.
    private func lose(_ rows: [Int64], generation: Int64) async throws -> [EndedEntry] {
        let now = context.now
        return try await context.steps(from: [EndedEntry]()) { db, lost in
            guard lost.count < rows.count else { return false }
            let row = rows[lost.count]
            try db.cachedStatement(sql: "UPDATE entry SET lost = ?, lostAt = ? WHERE row = ?")
                .execute(arguments: [generation, now, row])
            lost.append(try EndedEntry.read(row, db))
            return lost.count < rows.count
        }
    }
}

/// What an import has staged.
struct StagedImport: Sendable {
    var source: Int64
    var generation: Int64
    /// The titles whose links have changed.
    var touched: TouchedTitles
    var report: ImportReport
    var adultSamples: [String]
    /// How many titles the source had before.
    var titlesBefore: Int64
    /// How many entries the file has, by which the next one is judged.
    var entries: Int64
    /// The last row of ``LearnedTable`` that is in it.
    var learnedThrough: Int64?
}
