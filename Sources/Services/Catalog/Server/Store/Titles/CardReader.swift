internal import GRDB
internal import HearthModel

/// Reads cards from rows.
enum CardReader {
    /// A row of `item` with its further columns.
    struct Found {
        var row: Int64
        var card: Card
        /// A channel's number as the playlist writes it.
        var number: String?
        var isStale: Bool
    }

    /// The columns that ``found(_:in:)`` reads, of `item i` joined with `itemText t`, before any others of a query.
    /// They need the argument `generation`. A channel without a logo of its list gets that of its guide.
    static let columns = """
        i.row, i.kind, i.id, i.audience, i.genres, i.year, i.series, i.season, i.episode, i.lost, t.title, \
        coalesce(t.poster, iif(i.kind = \(KindBit.channel), (SELECT logo.icon FROM guideMatch own
            JOIN guideChannel logo ON logo.id = own.channel WHERE own.item = i.id AND \(ReadScope.holds("own"))), NULL)), \
        t.number, t.minutes, t.released, t.score, t.tmdb, t.imdb, t.seriesTitle, i.isRadio
        """

    /// The number of these columns.
    static let columnCount = 20

    /// Makes a card from a row that starts with ``columns``.
    static func found(_ row: Row, in scope: ReadScope) -> Found {
        let audience = Audience(bit: row[3])
        var card = Card(
            id: ContentID(rawValue: row[2]), kind: KindBit.kind(row[1]), title: row[10],
            rating: audience.rating,
            isAdult: audience.isAdult, genres: GenreBits.names(row[4]))
        let year: Int32 = row[5]
        card.year = year == 0 ? nil : year
        card.series = (row[6] as String?).map(ContentID.init(rawValue:))
        card.season = row[7]
        card.episode = row[8]
        card.poster = row[11]
        card.runtimeMinutes = row[13]
        card.releaseDate = row[14]
        card.score = row[15]
        card.tmdbID = row[16]
        card.imdbID = row[17]
        card.seriesTitle = row[18]
        if row[19] { card.isRadio = true }
        card.ruleSets = RuleSetBits.sets(inColumn: row[3])
        return Found(row: row[0], card: card, number: row[12], isStale: (row[9] as Int64) <= scope.generation)
    }

    /// Whether a stored title has the same card as a draft.
    static func hasCard(_ row: Int64, of draft: TitleDraft, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM item i JOIN itemText t ON t.row = i.row WHERE i.row = ? AND i.kind = ?
                    AND i.audience = ? AND i.genres = ? AND i.year = ? AND i.series IS ? AND i.season IS ?
                    AND i.episode IS ? AND t.title = ? AND t.poster IS ? AND t.minutes IS ? AND t.released IS ?
                    AND t.score IS ? AND t.tmdb IS ? AND t.imdb IS ? AND t.seriesTitle IS ?
                    AND i.isRadio = ?)
                """)
        return try Bool.fetchOne(
            statement,
            arguments: [
                row, draft.kind, draft.audience, draft.genres, draft.year, draft.series, draft.season, draft.episode,
                draft.title, draft.poster, draft.minutes, draft.releaseDate, draft.score, draft.tmdbID, draft.imdbID,
                draft.seriesTitle, draft.isRadio,
            ]) ?? false
    }

    /// The titles with these ids in the read scope, by the requested id. A replaced id finds its successor, and TMDB's
    /// id the title with this number.
    static func find(_ ids: [String], _ db: Database, _ scope: ReadScope) throws -> [String: Found] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(columns) FROM item i JOIN itemText t ON t.row = i.row
                WHERE i.id = :id AND \(ReadScope.sees("i"))
                """)
        var found: [String: Found] = [:]
        for id in ids where found[id] == nil {
            let content = ContentID(rawValue: id)
            guard content.isOfLibrary else {
                if let number = TMDBID(content) { found[id] = try find(number, db, scope) }
                continue
            }
            for candidate in try [id] + AliasTable.successors(of: id, db, scope) {
                let arguments = StatementArguments(scope.arguments.merging(["id": candidate]) { $1 })
                guard let row = try Row.fetchOne(statement, arguments: arguments) else { continue }
                found[id] = Self.found(row, in: scope)
                break
            }
        }
        return found
    }

    /// The title with a TMDB id. Of several, one that its source still has, and then the first by id.
    private static func find(_ number: TMDBID, _ db: Database, _ scope: ReadScope) throws -> Found? {
        guard let kind = KindBit.bit(number.kind) else { return nil }
        let statement = try db.cachedStatement(sql: byNumberSQL)
        let arguments = scope.arguments.merging(["number": number.number, "kind": kind]) { $1 }
        return try Row.fetchOne(statement, arguments: StatementArguments(arguments)).map { Self.found($0, in: scope) }
    }

    /// Also for the tests of its plan.
    static let byNumberSQL = """
        SELECT \(columns) FROM itemText t INDEXED BY itemText_by_tmdb CROSS JOIN item i ON i.row = t.row
        WHERE t.tmdb = :number AND i.kind = :kind AND \(ReadScope.sees("i"))
        ORDER BY i.lost <= :generation, i.id LIMIT 1
        """

    /// One title; nil when it does not exist or is outside the read scope.
    static func find(_ id: String, _ db: Database, _ scope: ReadScope) throws -> Found? {
        try find([id], db, scope)[id]
    }
}
