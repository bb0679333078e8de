internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC

/// Answers ``Catalog/ListTitles``: all titles in batches, in the order of their rows, which is that on the disk.
struct TitleLister: Sendable {
    private let kinds: Int64
    private let policy: ViewingPolicy

    /// Titles of one batch: the first ones come soon, without a message for each.
    static let batch = 200
    /// Rows scanned in one read: it ends also where few are visible to the viewer.
    private static let scanned = 2_000

    /// Validates a request.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    init(_ request: Catalog.ListTitles, policy: ViewingPolicy) throws {
        self.policy = policy
        kinds = try Catalog.Search.bits(of: request.kinds)
    }

    /// A piece after a row.
    struct Piece: Sendable {
        var cards: [Card]
        /// The last scanned row; nil when there are no more.
        var through: Int64?
    }

    /// Reads a piece.
    func piece(after row: Int64, _ db: Database) throws -> Piece {
        let scope = try ReadScope(db, policy: policy)
        var arguments = scope.arguments
        (arguments["after"], arguments["kinds"]) = (row, kinds)
        (arguments["limit"], arguments["through"]) = (Self.batch, row + Int64(Self.scanned))
        let rows = try Row.fetchAll(db.cachedStatement(sql: Self.sql), arguments: StatementArguments(arguments))
        let cards = rows.map { CardReader.found($0, in: scope).card }
        if rows.count == Self.batch { return Piece(cards: cards, through: rows[rows.count - 1][0]) }
        let last = try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(row) FROM item")) ?? 0
        let through = row + Int64(Self.scanned)
        return Piece(cards: cards, through: through < last ? through : nil)
    }

    /// The statement, also for the tests of its plan.
    static let sql = """
        SELECT \(CardReader.columns) FROM item i CROSS JOIN itemText t ON t.row = i.row
        WHERE i.row > :after AND i.row <= :through AND (i.kind & :kinds) <> 0 AND \(ReadScope.sees("i"))
        ORDER BY i.row LIMIT :limit
        """
}
