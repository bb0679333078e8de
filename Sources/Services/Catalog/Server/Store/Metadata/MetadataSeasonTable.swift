internal import CBOR
internal import CatalogRecognition
internal import Foundation
internal import GRDB
internal import HearthModel
internal import RPC

/// The metadata of the seasons of series: a row for each requested season, also one that was not found, and one for
/// each of its episodes.
///
/// The rows belong to the series' match and are deleted when the match changes. New metadata of a season republishes
/// its series.
enum MetadataSeasonTable {
    /// A season to request.
    struct Request: Sendable {
        /// The series, and its TMDB id.
        var series: String
        var tmdbID: Int64
        /// 0 are the specials.
        var season: Int64
        /// The household's language, as TMDB takes it; nil for English.
        var household: String?
    }

    /// The result of a request.
    struct Row: Sendable {
        var request: Request
        var outcome: Outcome
        /// When it is requested again, in milliseconds since 1970.
        var due: Int64
    }

    /// The response of metadata-gateway.
    typealias Outcome = LearnedOutcome<MetadataSeason>

    static func put(_ row: Row, _ db: Database) throws {
        // The series may have got another match meanwhile.
        guard try MetadataTitleTable.find(row.request.series, db)?.tmdbID == row.request.tmdbID else { return }
        switch row.outcome {
        case .learned(let season): try put(season, row, db)
        case .unknown: try put(nil, row, db)
        case .failed:
            try db.cachedStatement(
                sql: """
                    INSERT INTO learnedSeason (series, season, tmdb, due) VALUES (?, ?, ?, ?)
                    ON CONFLICT (series, season) DO UPDATE SET due = excluded.due
                    """
            ).execute(arguments: [row.request.series, row.request.season, row.request.tmdbID, row.due])
        }
    }

    private static func put(_ season: MetadataSeason?, _ row: Row, _ db: Database) throws {
        let request = row.request
        let isChanged = try episodes(of: request, db) != season?.episodes ?? [:]
        try db.cachedStatement(sql: "DELETE FROM learnedSeason WHERE series = ? AND season = ?")
            .execute(arguments: [request.series, request.season])
        try db.cachedStatement(
            sql: "INSERT INTO learnedSeason (series, season, tmdb, due, fetched) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [request.series, request.season, request.tmdbID, row.due, season?.fetched])
        let id = db.lastInsertedRowID
        let insert = try db.cachedStatement(
            sql: "INSERT INTO learnedEpisode (season, number, episode) VALUES (?, ?, ?)")
        for (number, episode) in season?.episodes ?? [:] {
            try insert.execute(arguments: [id, number, Data(try CBOREncoder().encode(episode))])
        }
        if isChanged { try MetadataTitleTable.renew(request.series, db) }
    }

    /// The stored episodes of a season.
    private static func episodes(of request: Request, _ db: Database) throws -> [Int64: MetadataEpisode] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT e.number, e.episode FROM learnedSeason s CROSS JOIN learnedEpisode e ON e.season = s.row
                WHERE s.series = ? AND s.season = ? AND s.tmdb = ?
                """)
        let rows = try GRDB.Row.fetchAll(statement, arguments: [request.series, request.season, request.tmdbID])
        return try Dictionary(
            uniqueKeysWithValues: rows.map { row in
                let bytes: Data = row[1]
                return (row[0], try CBORDecoder().decode(MetadataEpisode.self, from: [UInt8](bytes)))
            })
    }

    /// Deletes the metadata of a series' seasons, unless its match is this one.
    static func drop(of series: String, unless tmdbID: Int64?, _ db: Database) throws {
        guard TitleDraft.isSeries(series) else { return }
        try db.cachedStatement(sql: "DELETE FROM learnedSeason WHERE series = ? AND tmdb IS NOT ?")
            .execute(arguments: [series, tmdbID])
    }

    // MARK: Reading

    /// An episode's metadata, and when it was fetched.
    struct Found {
        var episode: MetadataEpisode
        var fetched: Int64
    }

    /// The metadata of an episode of a series with this match; nil for a file with several episodes, which TMDB does
    /// not have, and for one identified by its day.
    static func find(
        _ id: String, series: String, _ tmdbID: Int64, season: Int64?, number: Int64?, _ db: Database
    ) throws -> Found? {
        guard isOne(id, series: series, season: season, number: number) else { return nil }
        let statement = try db.cachedStatement(
            sql: """
                SELECT e.episode, s.fetched FROM learnedSeason s CROSS JOIN learnedEpisode e ON e.season = s.row
                WHERE s.series = ? AND s.season = ? AND s.tmdb = ? AND e.number = ?
                """)
        return try GRDB.Row.fetchOne(statement, arguments: [series, season, tmdbID, number]).map { row in
            let bytes: Data = row[0]
            return Found(
                episode: try CBORDecoder().decode(MetadataEpisode.self, from: [UInt8](bytes)), fetched: row[1] ?? 0)
        }
    }

    /// Whether an episode is a single one with its number: not a file with several, nor identified by its day.
    static func isOne(_ id: String, series: String, season: Int64?, number: Int64?) -> Bool {
        guard let season, let number, let parent = DerivedID(series), let shown = Int(exactly: season),
            let episode = Int(exactly: number)
        else { return false }
        return ContentIdentity.episode(of: parent, season: shown, episode: episode).description == id
    }

    // MARK: Expiry

    /// Whether ``deleteExpired(before:_:)`` has work.
    static func hasExpired(before oldest: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM learnedSeason WHERE fetched < ?)")
        return try Bool.fetchOne(statement, arguments: [oldest]) ?? false
    }

    /// Deletes some metadata fetched before a time, in milliseconds since 1970, and makes it due again.
    ///
    /// - Returns: whether there may be more.
    static func deleteExpired(before oldest: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT row, series FROM learnedSeason WHERE fetched < ? LIMIT 50")
        let old = try GRDB.Row.fetchAll(statement, arguments: [oldest])
        for season in old {
            let row: Int64 = season[0]
            try db.cachedStatement(sql: "DELETE FROM learnedSeason WHERE row = ?").execute(arguments: [row])
            try MetadataTitleTable.renew(season[1], db)
        }
        return !old.isEmpty
    }
}
