internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC

/// Answers ``Catalog/ListEpisodes``.
struct EpisodeReader: Sendable {
    private let request: Catalog.ListEpisodes
    private let policy: ViewingPolicy
    private let size: Int
    private let after: SearchCursor?
    private let question: UInt64

    /// Validates a request.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    init(_ request: Catalog.ListEpisodes, policy: ViewingPolicy) throws {
        guard request.series.isWellFormed else { throw RPCError.invalidArgument("series", "must be a content ID") }
        self.request = request
        self.policy = policy
        size = try request.page.checkedSize()
        var hash = Fingerprint()
        hash.add("ListEpisodes")
        hash.add(request.series.rawValue)
        hash.add(request.season.map(Int64.init))
        question = UInt64(bitPattern: hash.value)
        after = try request.page?.cursor.map { [question] in try SearchCursor.decode($0, question: question) }
    }

    /// Reads one page.
    func run(_ db: Database) throws -> EpisodeList {
        let scope = try ReadScope(db, policy: policy)
        guard let series = try CardReader.find(request.series.rawValue, db, scope), series.card.kind == .series else {
            throw TitleReader.notFound
        }
        var arguments = scope.arguments
        arguments["series"] = series.card.id.rawValue
        arguments["season"] = request.season
        let count = try db.cachedStatement(sql: "SELECT count(*) FROM item i WHERE \(condition)")
        let total = try Int64.fetchOne(count, arguments: StatementArguments(arguments)) ?? 0
        arguments["size"] = size + 1
        arguments["rank"] = after?.rank
        arguments["id"] = after?.id
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
        var list = EpisodeList(
            episodes: rows.prefix(size).map { CardReader.found($0, in: scope).card }, total: total)
        if rows.count > size, let last = list.episodes.last {
            list.cursor = try SearchCursor(
                question: question, order: "episode", rank: rows[size - 1][CardReader.columnCount], title: "",
                id: last.id.rawValue
            ).encoded()
        }
        return list
    }

    private var condition: String {
        "i.series = :series \(request.season == nil ? "" : "AND i.season = :season") AND \(ReadScope.sees("i"))"
    }

    private static let rank = "coalesce(i.season, 0) * 1000000 + coalesce(i.episode, 0)"

    /// The statement, also for the tests of its plan.
    var sql: String {
        """
        SELECT \(CardReader.columns), \(Self.rank) AS rank FROM item i CROSS JOIN itemText t ON t.row = i.row
        WHERE \(condition) \(after == nil ? "" : "AND (\(Self.rank), i.id) > (:rank, :id)")
        ORDER BY rank, i.id LIMIT :size
        """
    }
}
