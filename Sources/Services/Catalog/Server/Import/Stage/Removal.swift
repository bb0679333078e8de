internal import CatalogAPI
internal import GRDB
internal import RPC
internal import ServiceKit

/// Stages the removal of titles: those of a removed source, or those that every source has lost for seven days.
struct Removal {
    let context: JobContext

    /// Stages the removal of a source, with all titles that only it has.
    func removeSource() async throws -> StagedImport {
        let record = context.record
        guard let source = try await context.read({ try SourceStore.find(record.source, $0) }) else {
            throw JobAbort.failed("There is no source with this name.")
        }
        let generation = try await context.write { try StagingStore.begin(job: record.id, $0) }
        context.progress.begin(.reading, total: source.titles)
        let ended = try await context.steps(from: Ended()) { db, ended in
            let rows = try Int64.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT row FROM entry INDEXED BY entry_by_source
                        WHERE source = ? AND row > ? AND died = \(Generation.never) ORDER BY row LIMIT \(Self.rowsPerStep)
                        """), arguments: [source.id, ended.place.row])
            for row in rows { try ended.end(row, generation: generation, db) }
            return rows.count == Self.rowsPerStep
        }
        let channels = try await context.read { try GuideStore.channels(of: source.id, $0) }
        _ = try await context.steps(from: 0) { db, index in
            guard index < channels.count else { return false }
            try db.cachedStatement(
                sql: "UPDATE programme SET died = ? WHERE channel = ? AND died = \(Generation.never)"
            ).execute(arguments: [generation, channels[index].id])
            index += 1
            return index < channels.count
        }
        return StagedImport(
            source: source.id, path: source.path, generation: generation, touched: ended.touched,
            report: ImportReport(), adultSamples: [], titlesBefore: source.titles, entries: 0)
    }

    /// Stages the removal of titles that every source lost long enough ago.
    ///
    /// - Returns: nil when there is none.
    func expire() async throws -> StagedImport? {
        let oldest = context.now - context.limits.staleRetention.wholeMilliseconds
        let isAny = try await context.read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM entry WHERE lost < \(Generation.never) AND lostAt < ? \
                    AND died = \(Generation.never))
                    """, arguments: [oldest]) ?? false
        }
        guard isAny else { return nil }
        let job = context.record.id
        let generation = try await context.write { try StagingStore.begin(job: job, $0) }
        let ended = try await context.steps(from: Ended()) { db, ended in
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT lost, row FROM entry WHERE lost < \(Generation.never) AND (lost, row) > (?, ?)
                        AND lostAt < ? AND died = \(Generation.never) ORDER BY lost, row LIMIT \(Self.rowsPerStep)
                        """), arguments: [ended.place.lost, ended.place.row, oldest])
            for row in rows {
                try ended.end(row[1], generation: generation, db)
                ended.place.lost = row[0]
            }
            return rows.count == Self.rowsPerStep
        }
        try await LinkAliasStager(context: context, generation: generation).run(ended.touched.sorted)
        return StagedImport(
            source: 0, path: "", generation: generation, touched: ended.touched, report: ImportReport(),
            adultSamples: [], titlesBefore: 0, entries: 0)
    }

    private static let rowsPerStep = 20

    /// The ended links, and the cursor of the next step.
    private struct Ended: Sendable {
        var touched = TouchedTitles()
        var place = (lost: Int64(0), row: Int64(0))

        mutating func end(_ row: Int64, generation: Int64, _ db: Database) throws {
            try TitleRecompute.end(row, generation: generation, db)
            touched.add([try EndedEntry.read(row, db)])
            place.row = row
        }
    }

    /// Deletes the undo history of imports that are too old for an undo.
    func pruneUndoHistory() async throws {
        let oldest = context.now - context.limits.undoTime.wholeMilliseconds
        try await context.write { try UndoTable.forget(before: oldest, $0) }
    }

    /// Deletes the duplicates of titles that no list has any more.
    func pruneDuplicates() async throws {
        _ = try await context.steps(from: "") { db, last in
            guard let next = try DuplicateTitleTable.forgetUnused(after: last, db) else { return false }
            last = next
            return true
        }
    }

    /// Deletes expired programmes.
    func pruneProgrammes() async throws {
        let past = try await context.read { [limits = context.limits] in try GuideRetention($0, limits: limits) }
        let now = context.now / 1_000
        // Channel by channel: the longer retention of some is not scanned again and again for the others.
        _ = try await context.steps(from: Int64(0)) { db, first in
            let next = try db.cachedStatement(sql: "SELECT min(channel) FROM programme WHERE channel >= ?")
            guard let channel = try Int64.fetchOne(next, arguments: [first]) else { return false }
            let oldest = now - past.seconds(of: channel)
            try db.cachedStatement(
                sql: """
                    DELETE FROM programme WHERE row IN (SELECT row FROM programme INDEXED BY programme_by_time
                        WHERE channel = ? AND start < ? AND stop < ? LIMIT 50)
                    """
            ).execute(arguments: [channel, oldest, oldest])
            first = db.changesCount > 0 ? channel : channel + 1
            return true
        }
        _ = try await context.steps(from: Int64(0)) { db, last in
            guard let next = try GuideTitles.forget(after: last, db) else { return false }
            last = next
            return true
        }
    }
}
