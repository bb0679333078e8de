internal import CBOR
internal import Foundation
internal import GRDB
internal import HearthModel

extension MetadataSeasonTable {
    /// The cursor of a walk over all seasons.
    struct Position: Sendable {
        var series = ""
        var season: Int64 = -1
    }

    /// The household's seasons, of series matched at TMDB, to request: without a row, or due; after a cursor.
    static func pending(after position: Position, at now: Int64, limit: Int, _ db: Database) throws -> [Request] {
        let statement = try db.cachedStatement(sql: wantedSQL)
        let arguments = try ReadScope(db, policy: .everything).arguments.merging([
            "series": position.series, "season": position.season, "now": now, "limit": limit,
        ]) { $1 }
        return try GRDB.Row.fetchAll(statement, arguments: StatementArguments(arguments)).map { row in
            let bytes: Data = row[2]
            let known = try CBORDecoder().decode(MetadataTitle.self, from: [UInt8](bytes))
            return Request(series: row[0], tmdbID: known.tmdbID, season: row[1], household: row[3])
        }
    }

    /// Also for the tests of its plan.
    static let wantedSQL = """
        \(owned)
        SELECT i.series, i.season, l.title, (SELECT language FROM catalog) FROM owned CROSS JOIN item i ON i.row = owned.row
        CROSS JOIN learned l ON l.id = i.series CROSS JOIN item s INDEXED BY item_by_id ON s.id = l.id
        WHERE i.season BETWEEN 0 AND \(Int32.max) AND l.title IS NOT NULL AND \(MetadataTitleTable.isWanted("s"))
        AND NOT EXISTS (
            SELECT 1 FROM learnedSeason k WHERE k.series = i.series AND k.season = i.season AND k.due > :now)
        AND \(hasEpisodes)
        LIMIT :limit
        """

    /// The start of a query: an episode of each season after a cursor, from season to season along the index, as there
    /// are many more episodes.
    static let owned = """
        WITH RECURSIVE owned (row) AS (
            SELECT \(next(after: ":series, :season")) UNION ALL
            SELECT \(next(after: "o.series, coalesce(o.season, -1)")) FROM owned JOIN item o ON o.row = owned.row
        )
        """

    /// The condition that the season of an episode `i` has episodes with numbers.
    static let hasEpisodes = """
        EXISTS (
            SELECT 1 FROM item e INDEXED BY item_by_series
            WHERE e.series = i.series AND e.season = i.season AND e.episode IS NOT NULL AND \(ReadScope.holds("e")))
        """

    private static func next(after position: String) -> String {
        """
        (SELECT n.row FROM item n INDEXED BY item_by_series
        WHERE n.series IS NOT NULL AND (n.series, n.season) > (\(position)) ORDER BY n.series, n.season LIMIT 1)
        """
    }
}
