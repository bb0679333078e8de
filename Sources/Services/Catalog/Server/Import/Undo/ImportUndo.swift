internal import CatalogAPI
internal import GRDB
internal import RPC
internal import ServiceKit

/// Undoes the last import of a source: stages the end of what it added, and the return of what it ended or lost. Then
/// the one before it is the last.
///
/// The previous rows are written once more in the new generation, as readers of the published one must not see them; so
/// the catalog changes from one snapshot to the other at once, as with every job.
struct ImportUndo {
    let context: JobContext

    /// Stages it.
    ///
    /// - Throws: ``JobAbort/failed(_:)`` when the import cannot be undone any more.
    func stage() async throws -> (staged: StagedImport, kind: ImportKind) {
        let (record, oldest) = (context.record, context.now - context.limits.undoTime.wholeMilliseconds)
        let found = try await context.read { db in
            try SourceStore.find(record.source, db).flatMap { source in
                try UndoTable.next(source.id, since: oldest, db).map { (source: source, row: $0) }
            }
        }
        guard let found, found.row.job == record.path else {
            throw JobAbort.failed("This import cannot be undone any more. Nothing was changed.")
        }
        let generation = try await context.write { try StagingStore.begin(job: record.id, $0) }
        context.progress.begin(.reading, total: 0)
        var touched = TouchedTitles()
        if found.source.kind == .guide {
            try await revertProgrammes(found.row, generation: generation)
        } else {
            touched = try await revertEntries(found.row, generation: generation)
            // Later corrections apply to restored links, too.
            let rules = try await context.read { try CorrectionRules.loadAll($0) }
            if rules.movesLinks {
                let reassignment = Reassignment(context: context, generation: generation, rules: rules)
                touched.add(try await reassignment.run(touched.sorted.map { "\($0)" }).touched)
            }
        }
        var report = ImportReport()
        report.read = found.row.entries
        var staged = StagedImport(
            source: found.source.id, path: found.row.path, generation: generation, touched: touched, report: report,
            adultSamples: [], titlesBefore: found.source.titles, entries: found.row.entries)
        staged.undoes = found.row
        return (staged, found.source.kind)
    }

    // MARK: Links

    private func revertEntries(_ undone: UndoTable.Row, generation: Int64) async throws -> TouchedTitles {
        let rows = try await context.read { try Self.rows(of: undone, $0) }
        context.progress.begin(.reading, total: Int64(rows.new.count + rows.old.count))
        let all = rows.new + rows.old
        let done = try await context.steps(
            from: (touched: TouchedTitles(), index: 0),
            note: { [progress = context.progress] in progress.advance(to: Int64($0.index)) },
            { db, place in
                guard place.index < all.count else { return false }
                let row = all[place.index]
                if place.index < rows.new.count {
                    try TitleRecompute.end(row, generation: generation, db)
                } else {
                    try Self.restore(row, undone: undone.generation, generation: generation, db)
                }
                place.touched.add([try EndedEntry.read(row, db)])
                place.index += 1
                return place.index < all.count
            })
        return done.touched
    }

    /// The present links that an import added, also where they were moved since, and those that it ended or lost. Links
    /// that it only moved are still there.
    private static func rows(of undone: UndoTable.Row, _ db: Database) throws -> (new: [Int64], old: [Int64]) {
        func rows(_ condition: String) throws -> [(row: Int64, fingerprint: Int64)] {
            try Row.fetchAll(
                db,
                sql: """
                    SELECT row, fingerprint FROM entry INDEXED BY entry_by_source
                    WHERE source = :source AND \(condition) ORDER BY row
                    """, arguments: ["source": undone.source, "undone": undone.generation]
            ).map { ($0[0], $0[1]) }
        }
        let isThere = "died = \(Generation.never)"
        let wasBefore = "coalesce(brought, born) < :undone"
        let new = try rows("coalesce(brought, born) = :undone AND \(isThere)")
        let lost = try rows("\(wasBefore) AND lost = :undone AND \(isThere)")
        let ended = try rows("\(wasBefore) AND died = :undone")
        let moved = ended.isEmpty ? [] : Set(try rows("\(wasBefore) AND \(isThere)").map(\.fingerprint))
        return (
            new.map(\.row), (lost + ended.filter { !moved.contains($0.fingerprint) }).map(\.row).sorted()
        )
    }

    /// Writes a previous link once more. If its source had lost it even earlier, it stays lost since then.
    private static func restore(_ row: Int64, undone: Int64, generation: Int64, _ db: Database) throws {
        let columns = try otherColumns(of: "entry", than: ["row", "born", "died", "lost", "lostAt", "brought"], db)
        try db.cachedStatement(
            sql: """
                INSERT INTO entry (born, died, lost, lostAt, brought, \(columns))
                SELECT ?, \(Generation.never), iif(lost = ?, \(Generation.never), lost), iif(lost = ?, 0, lostAt),
                    coalesce(brought, born), \(columns) FROM entry WHERE row = ?
                """
        ).execute(arguments: [generation, undone, undone, row])
        try db.cachedStatement(
            sql: "UPDATE entry SET died = ? WHERE row = ? AND died = \(Generation.never)"
        ).execute(arguments: [generation, row])
    }

    /// The columns to copy unchanged.
    private static func otherColumns(of table: String, than special: Set<String>, _ db: Database) throws -> String {
        try db.columns(in: table).map(\.name).filter { !special.contains($0) }.joined(separator: ", ")
    }

    // MARK: Programmes

    private func revertProgrammes(_ undone: UndoTable.Row, generation: Int64) async throws {
        let channels = try await context.read { try GuideStore.channels(of: undone.source, $0).map(\.id) }
        _ = try await context.steps(from: 0) { db, index in
            guard index < channels.count else { return false }
            let columns = try Self.otherColumns(of: "programme", than: ["row", "born", "died", "brought"], db)
            try db.cachedStatement(
                sql: """
                    UPDATE programme SET died = ? WHERE channel = ? AND coalesce(brought, born) = ?
                    AND died = \(Generation.never)
                    """
            ).execute(arguments: [generation, channels[index], undone.generation])
            try db.cachedStatement(
                sql: """
                    INSERT INTO programme (born, died, brought, \(columns))
                    SELECT ?, \(Generation.never), coalesce(brought, born), \(columns) FROM programme
                    WHERE channel = ? AND died = ? AND coalesce(brought, born) < ?
                    """
            ).execute(arguments: [generation, channels[index], undone.generation, undone.generation])
            index += 1
            return index < channels.count
        }
    }
}
