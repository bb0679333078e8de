internal import CatalogAPI
internal import CatalogFormats
internal import GRDB
internal import HearthModel
internal import MetadataGatewayAPI

/// TheTVDB's intro and credit times, and where specials air: a row for each requested season, also one without any, and one for each of its
/// episodes that has them.
///
/// The rows belong to the title and year by which their series was requested.
enum MetadataIntroTable {
    /// A season to request.
    struct Request: Sendable {
        var series: String
        /// 0 are the specials.
        var season: Int64
        /// The series' title, and its year; 0 for none.
        var title: String
        var year: Int64
    }

    /// The result of a request.
    struct Row: Sendable {
        var request: Request
        var outcome: Outcome
        /// When it is requested again, in milliseconds since 1970.
        var due: Int64
    }

    /// The response of metadata-gateway.
    enum Outcome: Sendable {
        /// The episodes with times.
        case learned([EpisodeMarks])
        /// The request failed: the previous data remain.
        case failed
    }

    /// The household's seasons to request: without a row, with one of another title or year, or due; after a cursor.
    static func pending(
        after position: MetadataSeasonTable.Position, at now: Int64, limit: Int, _ db: Database
    ) throws -> [Request] {
        let statement = try db.cachedStatement(sql: wantedSQL)
        let arguments = try ReadScope(db, policy: .everything).arguments.merging([
            "series": position.series, "season": position.season, "now": now, "limit": limit,
        ]) { $1 }
        return try GRDB.Row.fetchAll(statement, arguments: StatementArguments(arguments))
            .map { Request(series: $0[0], season: $0[1], title: $0[2], year: $0[3]) }
    }

    /// Also for the tests of its plan.
    static let wantedSQL = """
        \(MetadataSeasonTable.owned)
        SELECT i.series, i.season, t.title, s.year FROM owned CROSS JOIN item i ON i.row = owned.row
        CROSS JOIN item s INDEXED BY item_by_id ON s.id = i.series CROSS JOIN itemText t ON t.row = s.row
        WHERE i.season BETWEEN 0 AND \(Int32.max) AND \(MetadataTitleTable.isWanted("s"))
        AND NOT EXISTS (
            SELECT 1 FROM seasonMarks k WHERE k.series = i.series AND k.season = i.season AND k.due > :now
            AND k.title = t.title AND k.year = s.year)
        AND \(MetadataSeasonTable.hasEpisodes)
        LIMIT :limit
        """

    static func put(_ row: Row, _ db: Database) throws {
        let request = row.request
        // A failed request keeps the previous data, unless they belong to another title.
        var hasTimes = false
        if case .learned = row.outcome { hasTimes = true }
        try db.cachedStatement(
            sql: "DELETE FROM seasonMarks WHERE series = ? AND season = ? AND (? OR (title, year) <> (?, ?))"
        ).execute(arguments: [request.series, request.season, hasTimes, request.title, request.year])
        try db.cachedStatement(
            sql: """
                INSERT INTO seasonMarks (series, season, title, year, due) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (series, season) DO UPDATE SET due = excluded.due
                """
        ).execute(arguments: [request.series, request.season, request.title, request.year, row.due])
        guard case .learned(let episodes) = row.outcome else { return }
        let id = db.lastInsertedRowID
        let insert = try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO episodeMarks (season, number, introStart, introEnd, creditStart, airsBeforeSeason,
                    airsBeforeEpisode, airsAfterSeason) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """)
        for marks in episodes {
            try insert.execute(arguments: [
                id, marks.number, marks.introStart, marks.introEnd, marks.creditStart, marks.airsBeforeSeason,
                marks.airsBeforeEpisode, marks.airsAfterSeason,
            ])
        }
    }

    /// The times of an episode; nil for a file with several episodes, one identified by its day, and one whose series
    /// has another title now.
    static func find(_ card: Card, _ db: Database, _ scope: ReadScope) throws -> M3UIntroTimes? {
        try row(card, "m.introStart, m.introEnd, m.creditStart", db, scope).map {
            M3UIntroTimes(introStart: $0[0], introEnd: $0[1], creditsStart: $0[2])
        }
    }

    /// Where a special airs; nil where that is not known.
    static func airing(_ card: Card, _ db: Database, _ scope: ReadScope) throws -> SpecialAiring? {
        guard card.season == 0,
            let row = try row(card, "m.airsBeforeSeason, m.airsBeforeEpisode, m.airsAfterSeason", db, scope)
        else { return nil }
        let airing = SpecialAiring(
            content: card.id, beforeSeason: row[0], beforeEpisode: row[1], afterSeason: row[2])
        return airing.beforeSeason == nil && airing.afterSeason == nil ? nil : airing
    }

    private static func row(
        _ card: Card, _ columns: String, _ db: Database, _ scope: ReadScope
    ) throws -> GRDB.Row? {
        let (season, number) = (card.season.map(Int64.init), card.episode.map(Int64.init))
        guard let series = card.series?.rawValue,
            MetadataSeasonTable.isOne(card.id.rawValue, series: series, season: season, number: number)
        else { return nil }
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(columns)
                FROM item s INDEXED BY item_by_id CROSS JOIN itemText t ON t.row = s.row
                CROSS JOIN seasonMarks k ON k.series = s.id AND k.season = :season
                CROSS JOIN episodeMarks m ON m.season = k.row AND m.number = :number
                WHERE s.id = :series AND \(ReadScope.holds("s")) AND k.title = t.title AND k.year = s.year
                """)
        let arguments = scope.arguments.merging(["series": series, "season": season, "number": number]) { $1 }
        return try GRDB.Row.fetchOne(statement, arguments: StatementArguments(arguments))
    }

    /// Deletes the rows of seasons that no longer exist.
    static func deleteOrphans(_ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                DELETE FROM seasonMarks WHERE NOT EXISTS (
                    SELECT 1 FROM item i INDEXED BY item_by_series
                    WHERE i.series = seasonMarks.series AND i.season = seasonMarks.season)
                """)
        try statement.execute()
    }
}
