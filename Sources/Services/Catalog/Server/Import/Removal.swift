internal import CatalogAPI
internal import GRDB
internal import RPC
internal import ServiceKit

/// Stages that titles go: those of a source that is removed, or those that every source has lost for seven days.
struct Removal {
    let context: JobContext

    /// Stages that a source goes, with everything that only it has.
    func removeSource() async throws -> StagedImport {
        let record = context.record
        guard let source = try await context.read({ try SourceStore.find(record.source, $0) }) else {
            throw JobEnd.failed("There is no source with this name.")
        }
        let generation = try await context.write { try StagingStore.begin(job: record.id, $0) }
        context.progress.begin(.reading, total: source.titles)
        _ = try await context.steps(from: Int64.min) { db, last in
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT fingerprint, row, item FROM entry
                        WHERE source = ? AND fingerprint > ? AND died = \(Generation.never)
                        ORDER BY fingerprint LIMIT \(Self.rowsPerStep)
                        """), arguments: [source.id, last])
            for row in rows { try Self.end(row[1], item: row[2], generation: generation, db) }
            last = rows.last?[0] ?? last
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
            source: source.id, generation: generation, report: ImportReport(), adultSamples: [],
            titlesBefore: source.titles, entries: 0)
    }

    /// Stages that the titles go which every source has lost long enough ago.
    ///
    /// - Returns: nil when there is none.
    func expire() async throws -> StagedImport? {
        let oldest = context.now - context.limits.staleTime.wholeMilliseconds
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
        _ = try await context.steps(from: Place()) { db, place in
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT lost, row, item FROM entry
                        WHERE lost < \(Generation.never) AND (lost, row) > (?, ?) AND lostAt < ?
                        AND died = \(Generation.never) ORDER BY lost, row LIMIT \(Self.rowsPerStep)
                        """), arguments: [place.lost, place.row, oldest])
            for row in rows { try Self.end(row[1], item: row[2], generation: generation, db) }
            if let last = rows.last { place = Place(lost: last[0], row: last[1]) }
            return rows.count == Self.rowsPerStep
        }
        return StagedImport(
            source: 0, generation: generation, report: ImportReport(), adultSamples: [], titlesBefore: 0, entries: 0)
    }

    private static let rowsPerStep = 20

    /// A place among the lost entries.
    private struct Place: Sendable {
        var lost: Int64 = 0
        var row: Int64 = 0
    }

    private static func end(_ entry: Int64, item: String, generation: Int64, _ db: Database) throws {
        try Settling.end(entry, generation: generation, db)
        try Touched.add(item, db)
    }

    /// Deletes the programmes that are over for long enough: nobody asks for them.
    func forgetPast() async throws {
        let oldest = (context.now - context.limits.pastTime.wholeMilliseconds) / 1_000
        _ = try await context.steps(from: 0) { db, _ in
            try db.cachedStatement(
                sql: "DELETE FROM programme WHERE row IN (SELECT row FROM programme WHERE stop < ? LIMIT 50)"
            ).execute(arguments: [oldest])
            return db.changesCount > 0
        }
    }
}
