internal import CatalogAPI
internal import GRDB
internal import HearthModel

/// The orders that a household has chosen for series' episodes, with the places of TMDB's episode groups.
///
/// Places are those of the match that the series had then: with another match they count for nothing, until the group is
/// requested for the new one.
enum EpisodeOrderTable {
    /// A group to request.
    struct Request: Sendable {
        /// The series, and its TMDB id.
        var series: String
        var tmdbID: Int64
        var kind: EpisodeOrder
    }

    /// The result of a request.
    struct Row: Sendable {
        var request: Request
        var outcome: Outcome
        /// When it is requested again, in milliseconds since 1970.
        var due: Int64
    }

    /// The response of metadata-gateway.
    typealias Outcome = LearnedOutcome<EpisodeGroupPlaces>

    /// The choice for a series.
    struct Choice: Sendable {
        var kind: EpisodeOrder
        /// The name of TMDB's group.
        var name: String?
        /// Whether the places are of the series' current match.
        var hasPlaces: Bool

        static let aired = Choice(kind: .aired, hasPlaces: false)
    }

    /// The choice for a series.
    static func choice(for series: String, _ db: Database) throws -> Choice {
        let statement = try db.cachedStatement(sql: "SELECT kind, name, tmdb FROM episodeOrder WHERE series = ?")
        guard let row = try GRDB.Row.fetchOne(statement, arguments: [series]) else { return .aired }
        let tmdb: Int64? = row[2]
        let hasPlaces = try tmdb != nil && MetadataTitleTable.find(series, db)?.tmdbID == tmdb
        return Choice(kind: EpisodeOrder(rawValue: row[0]), name: row[1], hasPlaces: hasPlaces)
    }

    /// Chooses an order; ``EpisodeOrder/aired`` needs no row.
    ///
    /// - Parameter places: those of TMDB's group; nil for ``EpisodeOrder/absolute`` without one.
    static func choose(
        _ kind: EpisodeOrder, for series: String, _ places: EpisodeGroupPlaces?, tmdbID: Int64?, due: Int64,
        _ db: Database
    ) throws {
        try db.cachedStatement(sql: "DELETE FROM episodeOrder WHERE series = ?").execute(arguments: [series])
        guard kind != .aired else { return }
        try db.cachedStatement(
            sql: "INSERT INTO episodeOrder (series, kind, name, tmdb, due) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [series, kind.rawValue, places?.name, places == nil ? nil : tmdbID, due])
        let insert = try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO episodePlace (series, season, number, part, place) VALUES (?, ?, ?, ?, ?)")
        for entry in places?.entries ?? [] {
            try insert.execute(arguments: [series, entry.season, entry.number, entry.part, entry.place])
        }
    }

    /// Stores the result of a request, unless another order was chosen or another match found meanwhile.
    static func put(_ row: Row, _ db: Database) throws {
        let request = row.request
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM episodeOrder WHERE series = ? AND kind = ?)")
        let isChosen = try Bool.fetchOne(statement, arguments: [request.series, request.kind.rawValue]) ?? false
        guard isChosen, try MetadataTitleTable.find(request.series, db)?.tmdbID == request.tmdbID else { return }
        if case .learned(let places) = row.outcome {
            try choose(request.kind, for: request.series, places, tmdbID: request.tmdbID, due: row.due, db)
        } else {
            // Also when TMDB has lost it: a household's order does not change by itself. Places of another match are of no
            // use, and without them nothing is due before its time.
            try db.cachedStatement(
                sql: "UPDATE episodeOrder SET due = ?1, tmdb = iif(tmdb = ?2, tmdb, NULL) WHERE series = ?3"
            ).execute(arguments: [row.due, request.tmdbID, request.series])
        }
    }

    /// The groups to request: due ones, and those of series that have got another match.
    static func pending(after series: String, at now: Int64, limit: Int, _ db: Database) throws -> [Request] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT series, kind, tmdb, due FROM episodeOrder WHERE series > ? ORDER BY series
                """)
        let cursor = try GRDB.Row.fetchCursor(statement, arguments: [series])
        var requests: [Request] = []
        while requests.count < limit, let row = try cursor.next() {
            let (id, tmdb, due): (String, Int64?, Int64) = (row[0], row[2], row[3])
            guard let match = try MetadataTitleTable.find(id, db)?.tmdbID, due <= now || tmdb != nil && tmdb != match
            else { continue }
            requests.append(Request(series: id, tmdbID: match, kind: EpisodeOrder(rawValue: row[1])))
        }
        return requests
    }
}

/// The places of episodes in one of TMDB's episode groups.
struct EpisodeGroupPlaces: Sendable, Hashable {
    /// An episode, by season and number as broadcast, and its place.
    struct Entry: Sendable, Hashable {
        var season: Int64
        var number: Int64
        /// The part, from 1; 0 for a part of specials.
        var part: Int64
        /// The number in the part, from 1.
        var place: Int64
    }

    /// The group's name.
    var name: String
    var entries: [Entry]
}
