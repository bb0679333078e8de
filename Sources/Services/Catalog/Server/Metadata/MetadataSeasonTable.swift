internal import CBOR
internal import Foundation
internal import GRDB
internal import Household
internal import RPC

/// The metadata of the seasons of series: a row for each requested season, also one that was not found, and one for
/// each of its episodes.
///
/// The rows belong to the series' match and are deleted when the match changes. New metadata of a season republishes
/// its series.
enum MetadataSeasonTable {
    /// A season to ask after.
    struct Wanted: Sendable {
        /// The series, and what TMDB calls it.
        var series: String
        var tmdbID: Int64
        /// 0 are the specials.
        var season: Int64
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
        case learned(MetadataSeason)
        /// TMDB has no such season.
        case unknown
        /// It could not be told: what was known stays.
        case failed
    }

    static func put(_ row: Row, _ db: Database) throws {
        // The series may have been found to be another one meanwhile.
        guard try MetadataTitleTable.find(row.wanted.series, db)?.tmdbID == row.wanted.tmdbID else { return }
        switch row.outcome {
        case .learned(let season): try put(season, row, db)
        case .unknown: try put(nil, row, db)
        case .failed:
            try db.cachedStatement(
                sql: """
                    INSERT INTO learnedSeason (series, season, tmdb, due) VALUES (?, ?, ?, ?)
                    ON CONFLICT (series, season) DO UPDATE SET due = excluded.due
                    """
            ).execute(arguments: [row.wanted.series, row.wanted.season, row.wanted.tmdbID, row.due])
        }
    }

    private static func put(_ season: MetadataSeason?, _ row: Row, _ db: Database) throws {
        let wanted = row.wanted
        let isChanged = try episodes(of: wanted, db) != season?.episodes ?? [:]
        try db.cachedStatement(sql: "DELETE FROM learnedSeason WHERE series = ? AND season = ?")
            .execute(arguments: [wanted.series, wanted.season])
        try db.cachedStatement(
            sql: "INSERT INTO learnedSeason (series, season, tmdb, due, fetched) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [wanted.series, wanted.season, wanted.tmdbID, row.due, season?.fetched])
        let id = db.lastInsertedRowID
        let insert = try db.cachedStatement(
            sql: "INSERT INTO learnedEpisode (season, number, episode) VALUES (?, ?, ?)")
        for (number, episode) in season?.episodes ?? [:] {
            try insert.execute(arguments: [id, number, Data(try CBOREncoder().encode(episode))])
        }
        if isChanged { try MetadataTitleTable.renew(wanted.series, db) }
    }

    /// What is kept of a season's episodes.
    private static func episodes(of wanted: Wanted, _ db: Database) throws -> [Int64: MetadataEpisode] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT e.number, e.episode FROM learnedSeason s CROSS JOIN learnedEpisode e ON e.season = s.row
                WHERE s.series = ? AND s.season = ? AND s.tmdb = ?
                """)
        let rows = try GRDB.Row.fetchAll(statement, arguments: [wanted.series, wanted.season, wanted.tmdbID])
        return try Dictionary(
            uniqueKeysWithValues: rows.map { row in
                let bytes: Data = row[1]
                return (row[0], try CBORDecoder().decode(MetadataEpisode.self, from: [UInt8](bytes)))
            })
    }

    /// Drops what is known of a series' seasons, unless it is of this one of TMDB's.
    static func drop(of series: String, unless tmdbID: Int64?, _ db: Database) throws {
        guard TitleDraft.isSeries(series) else { return }
        try db.cachedStatement(sql: "DELETE FROM learnedSeason WHERE series = ? AND tmdb IS NOT ?")
            .execute(arguments: [series, tmdbID])
    }

    // MARK: What is known

    /// What was learned of an episode, and when.
    struct Found {
        var episode: MetadataEpisode
        var fetched: Int64
    }

    /// What was learned of an episode of a series that was taken for this one of TMDB's; nil of a file with several episodes,
    /// which is none of TMDB's, and of one that is known by its day.
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

    /// Whether an episode is the one of its number and no other: not of a file with several, nor known by its day.
    static func isOne(_ id: String, series: String, season: Int64?, number: Int64?) -> Bool {
        guard let season, let number, let place = DerivedID(series), let shown = Int(exactly: season),
            let episode = Int(exactly: number)
        else { return false }
        return ContentIdentity.episode(of: place, season: shown, episode: episode).description == id
    }

    // MARK: What is too old

    /// Whether there is something for ``deleteExpired(before:_:)``.
    static func hasExpired(before oldest: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM learnedSeason WHERE fetched < ?)")
        return try Bool.fetchOne(statement, arguments: [oldest]) ?? false
    }

    /// Forgets some of what TMDB gave before a time, in milliseconds since 1970, and has it asked after again.
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
