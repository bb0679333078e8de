internal import GRDB
internal import RPC

/// How many titles a search finds, counted up to a limit: beyond it, what is counted exactly costs more than it tells.
struct SearchCount: Sendable {
    /// Titles by kind bit.
    private(set) var kinds: [Int64: Int64] = [:]
    /// The limit up to which was counted.
    let limit: Int64

    /// All of them.
    var total: Int64 { min(kinds.values.reduce(0, +), limit) }
    /// Whether there are no more than were counted.
    var isExact: Bool { kinds.values.reduce(0, +) <= limit }

    /// Counts what matches an FTS5 expression, or everything when there is none.
    init(_ db: Database, match: String?, filter: SearchFilter, limit: Int64) throws {
        self.limit = limit
        let statement = try db.cachedStatement(sql: Self.sql(hasText: match != nil, filter))
        var arguments = filter.arguments.merging(["match": match, "limit": limit + 1]) { $1 }
        if Defect.countsHiddenTitles.isPlanted { (arguments["audience"], arguments["live"]) = (Int64(-1), Int64(-1)) }
        let rows = try Row.fetchCursor(statement, arguments: StatementArguments(arguments))
        while let row = try rows.next() { kinds[row[0]] = row[1] }
    }

    /// The statement, also for the tests of its plan.
    static func sql(hasText: Bool, _ filter: SearchFilter) -> String {
        let from =
            hasText
            ? "itemSearch CROSS JOIN item i ON i.row = itemSearch.rowid WHERE itemSearch MATCH :match AND"
            : "item i \(filter.groups == nil ? "INDEXED BY item_by_title" : "") WHERE"
        return """
            SELECT kind, count(*) FROM (SELECT i.kind AS kind FROM \(from) \(filter.condition) LIMIT :limit) GROUP BY kind
            """
    }
}
