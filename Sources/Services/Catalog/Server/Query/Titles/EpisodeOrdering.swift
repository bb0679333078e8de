internal import CatalogAPI
internal import GRDB
internal import HearthModel

/// The order of a series' episodes, for a query and for the numbers that people see.
struct EpisodeOrdering: Sendable {
    private let series: String
    private let choice: EpisodeOrderTable.Choice

    init(series: String, choice: EpisodeOrderTable.Choice) { (self.series, self.choice) = (series, choice) }

    /// Which one.
    var kind: EpisodeOrder { choice.kind }

    /// Behind every rank by season and number: episodes that an order does not have come after all that it has.
    private static let late = 1_000_000_000_000_000

    private static let aired = "(coalesce(i.season, 0) * 1000000 + coalesce(i.episode, 0))"
    private static let specialsLast = "(iif(coalesce(i.season, 0) = 0, \(late), 0) + \(aired))"

    /// The rank of a row of `item i` in this order.
    var rank: String {
        if choice.hasPlaces {
            // A part of specials is the last one, as no episode waits for a special.
            return """
                coalesce(iif(place.part = 0, \(Self.late / 2), place.part * 1000000) + place.place, \(Self.late) + \(Self.aired))
                """
        }
        return kind == .aired ? Self.aired : Self.specialsLast
    }

    /// What a query of `item i` joins for ``rank``.
    var join: String {
        guard choice.hasPlaces else { return "" }
        return """
            LEFT JOIN episodePlace place
            ON place.series = i.series AND place.season = i.season AND place.number = i.episode
            """
    }

    /// The places of episodes in this order.
    func positions(of episodes: [Card], _ scope: ReadScope, _ db: Database) throws -> [EpisodePosition] {
        choice.hasPlaces ? try stored(episodes, db) : try counted(episodes, scope, db)
    }

    private func stored(_ episodes: [Card], _ db: Database) throws -> [EpisodePosition] {
        let statement = try db.cachedStatement(
            sql: "SELECT part, place FROM episodePlace WHERE series = ? AND season = ? AND number = ?")
        return try episodes.map { card in
            let row = try Row.fetchOne(statement, arguments: [series, card.season, card.episode])
            return row.map { EpisodePosition(part: $0[0], number: $0[1]) } ?? EpisodePosition(part: 0, number: 0)
        }
    }

    /// Numbers through all seasons, by the length of each: TMDB's number of its episodes, or else the highest number that
    /// the caller may see.
    private func counted(_ episodes: [Card], _ scope: ReadScope, _ db: Database) throws -> [EpisodePosition] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT i.season, max(max(i.episode), coalesce((
                    SELECT max(e.number) FROM learnedSeason s JOIN learnedEpisode e ON e.season = s.row
                    WHERE s.series = i.series AND s.season = i.season), 0))
                FROM item i WHERE i.series = :series AND i.season > 0 AND i.episode > 0 AND \(ReadScope.sees("i"))
                GROUP BY i.season ORDER BY i.season
                """)
        var arguments = scope.arguments
        arguments["series"] = series
        var (offset, offsets) = (Int64(0), [Int32: Int64]())
        for row in try Row.fetchAll(statement, arguments: StatementArguments(arguments)) {
            offsets[row[0]] = offset
            offset += row[1]
        }
        return episodes.map { card in
            guard let season = card.season, let number = card.episode, let offset = offsets[season], number > 0 else {
                return EpisodePosition(part: 0, number: max(0, card.episode ?? 0))
            }
            return EpisodePosition(part: 1, number: Int32(clamping: offset + Int64(number)))
        }
    }
}
