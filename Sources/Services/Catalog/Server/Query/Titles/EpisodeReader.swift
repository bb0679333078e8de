internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC

/// Answers ``Catalog/ListEpisodes``, and ``Catalog/ListSeriesEpisodes`` for each of its series.
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
    ///
    /// - Throws: `RPCError` NOT_FOUND when there is no such series for the caller.
    func run(_ db: Database) throws -> EpisodeList {
        guard let list = try find(db) else { throw TitleReader.notFound }
        return list
    }

    /// Reads one page; nil when there is no such series for the caller.
    func find(_ db: Database) throws -> EpisodeList? {
        let scope = try ReadScope(db, policy: policy)
        guard let series = try CardReader.find(request.series.rawValue, db, scope), series.card.kind == .series else {
            return nil
        }
        let ordering = try ordering(of: series.card.id.rawValue, db)
        var arguments = scope.arguments
        arguments["series"] = series.card.id.rawValue
        arguments["season"] = request.season
        let count = try db.cachedStatement(sql: "SELECT count(*) FROM item i WHERE \(condition)")
        let total = try Int64.fetchOne(count, arguments: StatementArguments(arguments)) ?? 0
        arguments["size"] = size + 1
        arguments["rank"] = after?.rank
        arguments["id"] = after?.id
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: sql(ordering)), arguments: StatementArguments(arguments))
        var list = EpisodeList(
            episodes: rows.prefix(size).map { CardReader.found($0, in: scope).card }, total: total)
        if ordering.kind != .aired {
            list.order = ordering.kind
            list.positions = try ordering.positions(of: list.episodes, scope, db)
        } else {
            let airings = try list.episodes.compactMap { try MetadataIntroTable.airing($0, db, scope) }
            if !airings.isEmpty { list.airings = airings }
        }
        if rows.count > size, let last = list.episodes.last {
            list.cursor = try SearchCursor(
                question: question, order: Self.cursorName(ordering.kind), rank: rows[size - 1][CardReader.columnCount],
                title: "", id: last.id.rawValue
            ).encoded()
        }
        return list
    }

    /// The order of the page: the household's choice, unless the request wants the plain one.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT for another order, and for a page of one that was changed meanwhile.
    private func ordering(of series: String, _ db: Database) throws -> EpisodeOrdering {
        var choice = try request.order == .aired ? .aired : EpisodeOrderTable.choice(for: series, db)
        // Until TMDB's group is there for a new match, there are no places to order by.
        if !choice.hasPlaces, choice.kind != .absolute { choice = .aired }
        if let order = request.order, order != choice.kind {
            throw RPCError.invalidArgument("order", "must be aired or the order that is set for the series")
        }
        if let after, after.order != Self.cursorName(choice.kind) {
            throw RPCError.invalidArgument(
                "page.cursor", "is of another order of the episodes: read them from the start")
        }
        return EpisodeOrdering(series: series, choice: choice)
    }

    /// The order's name in a cursor. That of the plain one has been in cursors before there were others.
    private static func cursorName(_ order: EpisodeOrder) -> String { order == .aired ? "episode" : order.rawValue }

    private var condition: String {
        "i.series = :series \(request.season == nil ? "" : "AND i.season = :season") AND \(ReadScope.sees("i"))"
    }

    /// The statement, also for the tests of its plan.
    func sql(_ ordering: EpisodeOrdering) -> String {
        """
        SELECT \(CardReader.columns), \(ordering.rank) AS rank FROM item i CROSS JOIN itemText t ON t.row = i.row
        \(ordering.join)
        WHERE \(condition) \(after == nil ? "" : "AND (\(ordering.rank), i.id) > (:rank, :id)")
        ORDER BY rank, i.id LIMIT :size
        """
    }
}
