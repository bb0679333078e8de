internal import GRDB
internal import Household
internal import RPC

/// One page of a search's results, in one order.
struct SearchPage: Sendable {
    /// The text; nil to list everything.
    let text: SearchText?
    let filter: SearchFilter
    let order: SearchOrder
    /// How many titles to read.
    let size: Int
    /// The key of the last title before the page; nil for the first page.
    let after: SearchCursor?

    /// A title of the page, with its key.
    struct Hit {
        var found: CardReader.Found
        var rank: Int64
        var sortTitle: String
    }

    /// Reads the page.
    func read(_ db: Database) throws -> [Hit] {
        let statement = try db.cachedStatement(sql: sql)
        let rows = try Row.fetchCursor(statement, arguments: StatementArguments(arguments))
        var hits: [Hit] = []
        while let row = try rows.next() {
            hits.append(
                Hit(
                    found: CardReader.found(row, in: filter.lens), rank: row[CardReader.columnCount],
                    sortTitle: row[CardReader.columnCount + 1]))
        }
        return hits
    }

    /// The statement: finds the rows of the page among the narrow ones, and only then reads what is shown.
    var sql: String {
        """
        SELECT \(CardReader.columns), p.rank, i.sortTitle
        FROM (\(keys)) p CROSS JOIN item i ON i.row = p.row CROSS JOIN itemText t ON t.row = p.row
        ORDER BY \(order.shown)
        """
    }

    private var keys: String {
        let isAfter = after == nil ? "" : "AND \(order.isAfter)"
        let end = "\(isAfter) ORDER BY \(order.columns) LIMIT :size"
        switch order {
        case .fit:
            return """
                SELECT i.row AS row, CASE WHEN k.place = 1 THEN 3 WHEN i.sortTitle = :sortKey THEN 0 \
                WHEN \(Self.begins) THEN 1 ELSE 2 END AS rank FROM (
                    SELECT rowid AS row, 0 AS place FROM itemSearch WHERE itemSearch MATCH :inTitle
                    UNION ALL SELECT rowid, 1 FROM itemSearch WHERE itemSearch MATCH :elsewhere
                ) k CROSS JOIN item i ON i.row = k.row WHERE \(filter.condition) \
                \(after == nil ? "" : "AND (rank, i.sortTitle, i.id) > (:rank, :title, :id)")
                ORDER BY rank, i.sortTitle, i.id LIMIT :size
                """
        case .beginning:
            return """
                SELECT i.row AS row, 0 AS rank FROM item i INDEXED BY item_by_title WHERE \(Self.begins) \
                AND \(filter.condition) AND EXISTS \
                (SELECT 1 FROM itemSearch WHERE itemSearch MATCH :match AND rowid = i.row) \(end)
                """
        case .arrival:
            return """
                SELECT i.row AS row, i.row AS rank FROM itemSearch CROSS JOIN item i ON i.row = itemSearch.rowid \
                WHERE itemSearch MATCH :match AND itemSearch.rowid > :rank AND NOT (\(Self.begins)) \
                AND \(filter.condition) ORDER BY itemSearch.rowid LIMIT :size
                """
        case .title, .added, .newest, .rating, .number:
            let from =
                text == nil
                ? "item i \(index) WHERE"
                : "itemSearch CROSS JOIN item i ON i.row = itemSearch.rowid WHERE itemSearch MATCH :match AND"
            return "SELECT i.row AS row, \(order.rank) AS rank FROM \(from) \(filter.condition) \(end)"
        }
    }

    /// The index that gives the order; groups are looked up by themselves and sorted, as they are small.
    private var index: String {
        if filter.groups != nil { return "" }
        switch order {
        case .title: return "INDEXED BY item_by_title"
        case .added: return "INDEXED BY item_by_added"
        case .newest: return "INDEXED BY item_by_year"
        default: return ""
        }
    }

    private static let begins = "(i.sortTitle >= :sortKey AND i.sortTitle < :sortEnd)"

    private var arguments: [String: (any DatabaseValueConvertible)?] {
        var arguments = filter.arguments
        if Defect.showsHiddenTitles.isPlanted { (arguments["audience"], arguments["live"]) = (Int64(-1), Int64(-1)) }
        arguments["size"] = size
        arguments["rank"] = after?.rank ?? 0
        arguments["title"] = after?.title
        arguments["id"] = after?.id
        if let text {
            let key = SortTitle.key(for: text.text)
            arguments["match"] = text.match
            arguments["inTitle"] = text.matchInTitle
            arguments["elsewhere"] = text.matchElsewhere
            arguments["sortKey"] = key
            arguments["sortEnd"] = key + "\u{10FFFF}"
        }
        return arguments
    }
}
