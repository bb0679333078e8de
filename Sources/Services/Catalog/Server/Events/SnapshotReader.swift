internal import CatalogAPI
internal import GRDB
internal import HearthModel

/// Reads a snapshot of the library, in pieces by id.
enum SnapshotReader {
    /// The piece after an id.
    ///
    /// - Parameter limit: the most titles, and the most replaced ids, of a piece.
    static func piece(after: String?, limit: Int, _ db: Database) throws -> CatalogSnapshot {
        let scope = try ReadScope(db, policy: .everything)
        let own: [String: (any DatabaseValueConvertible)?] = ["after": after ?? "", "limit": limit]
        let arguments = StatementArguments(scope.arguments.merging(own) { $1 })
        let titles = try db.cachedStatement(
            sql: """
                SELECT \(CardReader.columns) FROM item i INDEXED BY item_by_id JOIN itemText t ON t.row = i.row
                WHERE i.id > :after AND \(ReadScope.holds("i")) ORDER BY i.id LIMIT :limit
                """)
        let aliases = try db.cachedStatement(
            sql: """
                SELECT DISTINCT id FROM alias WHERE id > :after AND born <= :generation ORDER BY id LIMIT :limit
                """)
        var cards = try Row.fetchAll(titles, arguments: arguments).map { CardReader.found($0, in: scope).card }
        var replaced = try String.fetchAll(aliases, arguments: arguments)
        // It ends where the first of the two was cut off.
        let ends = [
            cards.count == limit ? cards.last?.id.rawValue : nil, replaced.count == limit ? replaced.last : nil,
        ]
        let through = ends.compactMap(\.self).min()
        if let through {
            cards.removeAll { $0.id.rawValue > through }
            replaced.removeAll { $0 > through }
        }
        let live = Set(cards.map(\.id.rawValue))
        return CatalogSnapshot(
            after: after.map(ContentID.init(rawValue:)), through: through.map(ContentID.init(rawValue:)), cards: cards,
            merged: try replaced.filter { !live.contains($0) }.map { try merged($0, db, scope) }
                // Not ids whose title has come back to them.
                .filter { $0.into != $0.from },
            rulesEvaluated: try after == nil ? RuleSetTable.evaluatedVersion(db) : nil)
    }

    /// The final id of a replaced one.
    private static func merged(_ id: String, _ db: Database, _ scope: ReadScope) throws -> CardMerged {
        let card = try CardReader.find(id, db, scope)?.card
        let into = try card?.id.rawValue ?? AliasTable.successors(of: id, db, scope).last ?? id
        return CardMerged(ContentID(rawValue: id), into: ContentID(rawValue: into), card: card)
    }
}
