internal import CBOR
internal import CatalogAPI
internal import CatalogFormats
internal import CatalogRecognition
internal import Foundation
internal import GRDB
internal import HearthModel
internal import RPC

/// The metadata of titles, beside their sources' data: a row for each requested title, also one that was not found.
///
/// A rewritten row gets a new number, so that the unpublished rows are those after `catalog.learnedThrough`.
enum MetadataTitleTable {
    /// The kinds that have metadata.
    static let kinds = KindBit.movie | KindBit.series

    /// The row of one title.
    struct Row: Sendable {
        var id: String
        /// nil without a TMDB match.
        var title: MetadataTitle?
        /// When it is requested again, in milliseconds since 1970.
        var due: Int64
    }

    static func put(_ row: Row, _ db: Database) throws {
        if let watch = row.title?.watch { try TitleWatchProviders.note(watch.providers, db) }
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO learned (id, due, fetched, title, collection, isMarked)
                VALUES (?1, ?2, ?3, ?4, ?5, coalesce(?6, (SELECT isMarked FROM learned WHERE id = ?1), 0))
                """
        )
        .execute(arguments: [
            row.id, row.due, row.title?.fetched, try row.title.map { Data(try CBOREncoder().encode($0)) },
            row.title?.collection, row.title?.isAdult,
        ])
        try MetadataSeasonTable.drop(of: row.id, unless: row.title?.tmdbID, db)
    }

    /// Schedules a title's metadata to be republished by giving its row a new number, unless a new request is due
    /// anyhow.
    static func renew(_ id: String, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO learned (id, due, fetched, title, collection, isMarked)
                SELECT id, due, fetched, title, collection, isMarked FROM learned
                WHERE id = ? AND row > (SELECT movedThrough FROM catalog)
                """
        ).execute(arguments: [id])
    }

    /// Whether there is no metadata.
    static func isEmpty(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM learned)") ?? true
    }

    /// Whether ``deleteExpired(at:_:)`` has work.
    static func hasExpired(at now: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM learned WHERE fetched < ?)")
        if try Bool.fetchOne(statement, arguments: [oldest(at: now)]) == true { return true }
        return try MetadataSeasonTable.hasExpired(before: oldest(at: now), db)
    }

    /// The maximum age of TMDB's data: its terms are 180 days, and expired data are found a while later.
    static let oldestTime = Duration.seconds(179 * 86_400)

    private static func oldest(at now: Int64) -> Int64 { now - oldestTime.wholeMilliseconds }

    /// Deletes some expired metadata, and makes the titles due again.
    ///
    /// - Returns: whether there may be more.
    static func deleteExpired(at now: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT id FROM learned WHERE fetched < ? LIMIT 50")
        let ids = try String.fetchAll(statement, arguments: [oldest(at: now)])
        for id in ids { try put(Row(id: id, title: nil, due: 0), db) }
        let hasMore = try MetadataSeasonTable.deleteExpired(before: oldest(at: now), db)
        return !ids.isEmpty || hasMore
    }

    /// Deletes a title's metadata, and makes it due again.
    static func forget(_ id: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM learned WHERE id = ?").execute(arguments: [id])
        try MetadataSeasonTable.drop(of: id, unless: nil, db)
    }

    /// The metadata of a title.
    static func find(_ id: String, _ db: Database) throws -> MetadataTitle? {
        let statement = try db.cachedStatement(sql: "SELECT title FROM learned WHERE id = ?")
        return try (Data?.fetchOne(statement, arguments: [id]) ?? nil)
            .map { try CBORDecoder().decode(MetadataTitle.self, from: [UInt8]($0)) }
    }

    /// The metadata of a title, and whether TMDB has marked it adult: the mark outlives the rest, as children would see
    /// the title until the next response otherwise.
    static func state(of id: String, _ db: Database) throws -> (title: MetadataTitle?, isMarked: Bool) {
        let statement = try db.cachedStatement(sql: "SELECT title, isMarked FROM learned WHERE id = ?")
        guard let row = try GRDB.Row.fetchOne(statement, arguments: [id]) else { return (nil, false) }
        let title = try (row[0] as Data?).map { try CBORDecoder().decode(MetadataTitle.self, from: [UInt8]($0)) }
        return (title, row[1])
    }

    /// The decision about a title's match; nil before the first request.
    static func decision(on id: String, _ db: Database) throws -> Decision? {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM learned WHERE id = ?)")
        guard try Bool.fetchOne(statement, arguments: [id]) == true else { return nil }
        return try find(id, db)?.decision
            ?? Decision(about: "metadata", result: "none", reason: "TMDB has told of no title that is surely this one")
    }

    // MARK: Unpublished rows

    /// The number of unpublished rows after `row`, and the last of them.
    static func countUnpublished(after row: Int64, _ db: Database) throws -> (count: Int, through: Int64) {
        let statement = try db.cachedStatement(
            sql: "SELECT count(*), max(row) FROM learned WHERE row > max(?, (SELECT learnedThrough FROM catalog))")
        return try GRDB.Row.fetchOne(statement, arguments: [row]).map { ($0[0], $0[1] ?? 0) } ?? (0, 0)
    }

    /// The titles with unpublished rows, with the episodes of the series among them, and the number of the last of
    /// these rows; nil when there is none.
    static func unpublished(_ db: Database) throws -> (ids: [String], through: Int64)? {
        let rows = try GRDB.Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT row, id FROM learned WHERE row > (SELECT learnedThrough FROM catalog) ORDER BY row"))
        guard let last = rows.last else { return nil }
        let episodes = try db.cachedStatement(sql: "SELECT DISTINCT item FROM entry WHERE series = ?")
        let ids = try rows.flatMap { row -> [String] in
            let id: String = row[1]
            return try [id] + (TitleDraft.isSeries(id) ? String.fetchAll(episodes, arguments: [id]) : [])
        }
        return (ids, last[0])
    }

    static func notePublished(through row: Int64, _ db: Database) throws {
        try db.execute(sql: "UPDATE catalog SET learnedThrough = ?", arguments: [row])
    }

    // MARK: Requests to make

    /// A title to request.
    struct Request: Sendable {
        var id: String
        var kind: ContentKind
        var title: String
        var year: Int?
        /// ISO 639-1, if the sources name one.
        var language: String?
        /// Its previous match.
        var known: MetadataTitle?
        /// The TMDB id by a correction; 0 for no match.
        var fixed: Int64?
        /// The TMDB id by its source, which is often wrong.
        var hint: Int64?
        /// The household's country, for which watch providers are requested; nil while it is not set.
        var region: String?
        /// The household's language, as TMDB takes it; nil for English.
        var household: String?
    }

    /// Adds the corrections to titles.
    static func fixed(_ requests: [Request], _ db: Database) throws -> [Request] {
        let rules = try CorrectionRules.load(db)
        guard !rules.isEmpty else { return requests }
        return requests.map { title in
            var title = title
            title.fixed = rules.changes(of: title.id)?.tmdbID
            return title
        }
    }

    /// The films and series without a row, after `id`.
    static func unknown(after id: String, limit: Int, _ db: Database) throws -> [Request] {
        var found: [Request] = []
        for kind in [ContentKind.movie, .series] {
            let prefix = "\(kind.idPrefix)_"
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(columns), NULL FROM item i INDEXED BY item_by_id JOIN itemText t ON t.row = i.row
                    WHERE i.id > :after AND i.id < :end AND \(isWanted("i")) AND NOT EXISTS (
                        SELECT 1 FROM learned l WHERE l.id = i.id) ORDER BY i.id LIMIT :limit
                    """)
            let arguments = try ReadScope(db, policy: .everything).arguments.merging([
                "after": max(id, prefix), "end": "\(kind.idPrefix)`", "limit": limit - found.count,
            ]) { $1 }
            found += try GRDB.Row.fetchAll(statement, arguments: StatementArguments(arguments)).map(request)
            if found.count == limit { break }
        }
        return found
    }

    /// The due titles, except those still shown with deleted metadata: their year may come from it, and would confirm
    /// itself.
    static func due(at now: Int64, limit: Int, _ db: Database) throws -> [Request] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(columns), l.title FROM learned l INDEXED BY learned_by_due
                CROSS JOIN item i INDEXED BY item_by_id ON i.id = l.id JOIN itemText t ON t.row = i.row
                WHERE l.due <= :now AND (l.title IS NOT NULL OR l.row <= (SELECT learnedThrough FROM catalog))
                AND \(needsRefetch("i")) ORDER BY l.due LIMIT :limit
                """)
        let arguments = try ReadScope(db, policy: .everything).arguments.merging(["now": now, "limit": limit]) { $1 }
        return try GRDB.Row.fetchAll(statement, arguments: StatementArguments(arguments)).map(request)
    }

    /// Titles that were fetched for another region, in the order of rows, after `row`.
    static func moved(after row: Int64, limit: Int, _ db: Database) throws -> (requests: [Request], through: Int64) {
        let statement = try db.cachedStatement(sql: movedSQL)
        let arguments = try ReadScope(db, policy: .everything).arguments.merging(["after": row, "limit": limit]) { $1 }
        let rows = try GRDB.Row.fetchAll(statement, arguments: StatementArguments(arguments))
        return (try rows.map(request), rows.last?[9] ?? row)
    }

    /// Also for the tests of its plan.
    static let movedSQL = """
        SELECT \(columns), l.title, l.row FROM learned l
        CROSS JOIN item i INDEXED BY item_by_id ON i.id = l.id JOIN itemText t ON t.row = i.row
        WHERE l.row > :after AND l.row <= (SELECT movedThrough FROM catalog) AND l.title IS NOT NULL AND \(needsRefetch("i"))
        ORDER BY l.row LIMIT :limit
        """

    private static let columns = """
        i.id, i.kind, t.title, i.year, t.language,
        (SELECT e.details FROM entry e WHERE e.item = i.id AND e.details IS NOT NULL AND \(ReadScope.holds("e")) LIMIT 1),
        (SELECT region FROM catalog), (SELECT language FROM catalog)
        """

    /// Titles marked adult are never requested.
    static func isWanted(_ item: String) -> String {
        "\(ReadScope.holds(item)) AND \(item).audience & \(Audience.mask) < \(Audience(rating: .g, isAdult: true).bit)"
    }

    /// Titles marked by TMDB itself are requested again, of a row `l` of `learned`: the mark would be lost otherwise.
    private static func needsRefetch(_ item: String) -> String {
        "\(ReadScope.holds(item)) AND (l.isMarked = 1 OR \(item).audience & \(Audience.mask) < \(Audience(rating: .g, isAdult: true).bit))"
    }

    private static func request(_ row: GRDB.Row) throws -> Request {
        let year: Int = row[3]
        let known = try (row[8] as Data?).map { try CBORDecoder().decode(MetadataTitle.self, from: [UInt8]($0)) }
        return Request(
            id: row[0], kind: KindBit.kind(row[1]), title: row[2], year: year == 0 ? nil : year,
            language: (row[4] as String?)?.split(separator: ",").first.map(String.init), known: known,
            hint: try SourceDetails.stored(row[5])?.tmdbID, region: row[6], household: row[7])
    }

    /// Whether any row is due, requested or not.
    static func hasDue(at now: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM learned WHERE due <= ?)")
        return try Bool.fetchOne(statement, arguments: [now]) ?? false
    }

    /// Deletes some due rows of titles that no longer exist, or are marked adult now.
    ///
    /// - Returns: whether there may be more.
    static func deleteOrphans(at now: Int64, _ db: Database) throws -> Bool {
        let arguments = try ReadScope(db, policy: .everything).arguments.merging(["now": now]) { $1 }
        let statement = try db.cachedStatement(
            sql: """
                DELETE FROM learned WHERE row IN (SELECT l.row FROM learned l WHERE l.due <= :now AND NOT EXISTS (
                    SELECT 1 FROM item i WHERE i.id = l.id AND \(needsRefetch("i"))) LIMIT 50) RETURNING id
                """)
        let ids = try String.fetchAll(statement, arguments: StatementArguments(arguments))
        for id in ids { try MetadataSeasonTable.drop(of: id, unless: nil, db) }
        return !ids.isEmpty
    }
}
