internal import GRDB
internal import Household
internal import MetadataGatewayAPI

/// What TheTVDB has told of where intros and credits are: a row for each season that was asked after, also where nothing came
/// of it, and one for each of its episodes of which there was something to tell.
///
/// They belong to the title and year that their series was asked for by, and are those of no other.
enum MetadataIntroTable {
    /// A season to ask after.
    struct Wanted: Sendable {
        var series: String
        /// 0 are the specials.
        var season: Int64
        /// What the series is called, and its year; 0 for none.
        var title: String
        var year: Int64
    }

    /// What came of asking after one.
    struct Row: Sendable {
        var wanted: Wanted
        var outcome: Outcome
        /// When it is asked after again, in milliseconds since 1970.
        var due: Int64
    }

    /// What metadata-gateway has said.
    enum Outcome: Sendable {
        /// Of which episodes there is something to tell.
        case learned([EpisodeMarks])
        /// It could not be told: what was known stays.
        case failed
    }

    /// The seasons of which the household has episodes that are to be asked after: without a row, with one of another title
    /// or year, or when their time has come; after a place.
    static func wanted(after place: MetadataSeasonTable.Place, at now: Int64, limit: Int, _ db: Database) throws -> [Wanted]
    {
        let statement = try db.cachedStatement(sql: wantedSQL)
        let arguments = try ReadScope(db, policy: .everything).arguments.merging([
            "series": place.series, "season": place.season, "now": now, "limit": limit,
        ]) { $1 }
        return try GRDB.Row.fetchAll(statement, arguments: StatementArguments(arguments))
            .map { Wanted(series: $0[0], season: $0[1], title: $0[2], year: $0[3]) }
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
        let wanted = row.wanted
        // Of one that could not be told of stays what was known, unless it is that of another title.
        var isTold = false
        if case .learned = row.outcome { isTold = true }
        try db.cachedStatement(
            sql: "DELETE FROM seasonMarks WHERE series = ? AND season = ? AND (? OR (title, year) <> (?, ?))"
        ).execute(arguments: [wanted.series, wanted.season, isTold, wanted.title, wanted.year])
        try db.cachedStatement(
            sql: """
                INSERT INTO seasonMarks (series, season, title, year, due) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (series, season) DO UPDATE SET due = excluded.due
                """
        ).execute(arguments: [wanted.series, wanted.season, wanted.title, wanted.year, row.due])
        guard case .learned(let episodes) = row.outcome else { return }
        let id = db.lastInsertedRowID
        let insert = try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO episodeMarks (season, number, introStart, introEnd, creditStart) VALUES (?, ?, ?, ?, ?)
                """)
        for marks in episodes {
            try insert.execute(arguments: [id, marks.number, marks.introStart, marks.introEnd, marks.creditStart])
        }
    }

    /// The marks of an episode; nil of a file with several episodes, of one that is known by its day, and of one whose series
    /// is called otherwise now.
    static func find(_ card: Card, _ db: Database, _ lens: ReadScope) throws -> M3UIntroTimes? {
        let (season, number) = (card.season.map(Int64.init), card.episode.map(Int64.init))
        guard let series = card.series?.rawValue,
            MetadataSeasonTable.isOne(card.id.rawValue, series: series, season: season, number: number)
        else { return nil }
        let statement = try db.cachedStatement(
            sql: """
                SELECT m.introStart, m.introEnd, m.creditStart
                FROM item s INDEXED BY item_by_id CROSS JOIN itemText t ON t.row = s.row
                CROSS JOIN seasonMarks k ON k.series = s.id AND k.season = :season
                CROSS JOIN episodeMarks m ON m.season = k.row AND m.number = :number
                WHERE s.id = :series AND \(ReadScope.holds("s")) AND k.title = t.title AND k.year = s.year
                """)
        let arguments = lens.arguments.merging(["series": series, "season": season, "number": number]) { $1 }
        return try GRDB.Row.fetchOne(statement, arguments: StatementArguments(arguments)).map {
            M3UIntroTimes(introStart: $0[0], introEnd: $0[1], creditsStart: $0[2])
        }
    }

    /// Drops what is known of seasons that are not there any more.
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
