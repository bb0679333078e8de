internal import CatalogAPI
internal import GRDB
internal import HearthModel

/// Reads one page of a search's hits in an order.
struct SearchPage: Sendable {
    let titles: TitleIndex
    let scope: ReadScope
    let keys: SortKeys
    /// How many titles to read.
    let size: Int
    /// The lowest key of the page.
    let first: UInt64

    /// Starts behind the end of a page.
    init(
        _ titles: TitleIndex, _ scope: ReadScope, _ keys: SortKeys, size: Int, after: SearchCursor?, _ db: Database
    ) throws {
        (self.titles, self.scope, self.keys, self.size) = (titles, scope, keys, size)
        first = try after.map { try Self.first(after: $0, titles, scope, db) } ?? 0
    }

    /// A page's titles, and whether there are more.
    struct Read {
        var cards: [Card] = []
        /// The key of the last title; nil when there are no more after it.
        var last: (number: Int64, sortTitle: String, id: String)?
    }

    /// Reads the page.
    func read(_ hits: [UInt32], _ db: Database) throws -> Read {
        var lowest = SmallestKeys(size + 1)
        for position in hits {
            let key = keys.key(titles.facts[Int(position)], position)
            if key >= first { lowest.offer(key) }
        }
        let sorted = lowest.sorted
        var page = Read()
        let statement = try db.cachedStatement(sql: Self.sql)
        for key in sorted.prefix(size) {
            let position = titles.byTitle[Int(SortKeys.titleRank(of: key))]
            let arguments: StatementArguments = [
                "row": titles.rows[Int(position)], "generation": scope.generation,
            ]
            guard let row = try Row.fetchOne(statement, arguments: arguments) else { continue }
            page.cards.append(CardReader.found(row, in: scope).card)
            guard sorted.count > size else { continue }
            page.last = (Int64(SortKeys.number(of: key)), row[CardReader.columnCount], row[2])
        }
        return page
    }

    /// The statement, also for the tests of its plan.
    static let sql = """
        SELECT \(CardReader.columns), i.sortTitle FROM item i CROSS JOIN itemText t ON t.row = i.row WHERE i.row = :row
        """

    /// The lowest key behind a cursor: also when its title was removed, or others were added before it.
    private static func first(
        after cursor: SearchCursor, _ titles: TitleIndex, _ scope: ReadScope, _ db: Database
    ) throws -> UInt64 {
        let number = min(UInt64(clamping: cursor.rank), SortKeys.highestNumber)
        let before = try titles.titles(before: cursor.title, id: cursor.id, generation: scope.generation, db)
        guard before < titles.byTitle.count else {
            return SortKeys.key(number, titleRank: before)
        }
        let row = titles.rows[Int(titles.byTitle[Int(before)])]
        let statement = try db.cachedStatement(sql: "SELECT id FROM item WHERE row = ?")
        let isThere = try String.fetchOne(statement, arguments: [row]) == cursor.id
        return SortKeys.key(number, titleRank: before + (isThere ? 1 : 0))
    }
}
