internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC
internal import ServiceKit

/// A publication's log entry: where in the tables its title changes are. An evaluation of rule sets has one, too.
struct PublicationEntry: Codable, Sendable {
    /// The generation that it published.
    var generation: Int64
    /// The exclusive start of the rows of `item` that it wrote.
    var rowsAfter: Int64
    /// The inclusive end of those rows.
    var rowsThrough: Int64
    /// The evaluation; nil of a publication.
    var rules: Rules?

    /// An evaluation of rule sets, as bits of the column.
    struct Rules: Codable, Sendable, Hashable {
        /// Sets that have ended or are new: no earlier card says who is in them.
        var cleared: Int64
        /// The new sets.
        var evaluated: Int64
        /// The last change of rules that is evaluated.
        var version: Int64
    }

    /// The entry of the staged generation; nil when it changes no title.
    static func staged(_ generation: Int64, _ db: Database) throws -> PublicationEntry? {
        let floor = try Int64.fetchOne(db, sql: "SELECT itemFloor FROM staging") ?? 0
        let last = try Int64.fetchOne(db, sql: "SELECT max(row) FROM item") ?? 0
        // A join may leave the remaining title unchanged.
        guard try last > floor || TombstoneTable.isAny(in: generation, db) || AliasTable.isAny(in: generation, db)
        else {
            return nil
        }
        return PublicationEntry(generation: generation, rowsAfter: floor, rowsThrough: last)
    }

    /// - Throws: UNAVAILABLE when the log no longer has the entry, and with it the removals: a follower that reconnects
    ///   gets a snapshot.
    func checkIsKept(_ db: Database) throws {
        guard let oldest = try Outbox.oldest(PublicationEntry.self, db), oldest.generation <= generation else {
            throw RPCError(.unavailable, "The log has moved on.", executed: .no)
        }
    }

    // MARK: Its changes, a page at a time

    /// A page of changes, and the cursor of the next one; nil when there are no more.
    typealias Page = (event: CatalogEvent?, last: String?)

    /// The titles still at this entry's version and whose cards are no older than the log. Where the entry rewrote a
    /// title under a card of an earlier entry, the earlier entry no longer reports that title.
    func changed(after: String, limit: Int, _ db: Database, _ scope: ReadScope) throws -> Page {
        if let rules { return try members(of: rules.evaluated, after: after, limit: limit, db, scope) }
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(CardReader.columns) FROM item i JOIN itemText t ON t.row = i.row
                WHERE i.row > :after AND i.row <= :through AND i.born = :published AND i.cardBorn >= :oldest
                AND \(ReadScope.holds("i")) ORDER BY i.row LIMIT :limit
                """)
        let own: [String: (any DatabaseValueConvertible)?] = [
            "after": Int64(after) ?? rowsAfter, "through": rowsThrough, "published": generation, "limit": limit,
            "oldest": try Outbox.oldest(PublicationEntry.self, db)?.generation ?? generation,
        ]
        let found = try Row.fetchAll(statement, arguments: StatementArguments(scope.arguments.merging(own) { $1 }))
            .map { CardReader.found($0, in: scope) }
        let event = found.isEmpty ? nil : CatalogEvent(cardsChanged: found.map(\.card))
        return (event, found.count == limit ? found.last.map { String($0.row) } : nil)
    }

    /// The titles in some sets.
    private func members(
        of sets: Int64, after: String, limit: Int, _ db: Database, _ scope: ReadScope
    ) throws -> Page {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(CardReader.columns) FROM item i JOIN itemText t ON t.row = i.row
                WHERE i.row > :after AND i.audience & :sets <> 0 AND \(ReadScope.holds("i")) ORDER BY i.row LIMIT :limit
                """)
        let own: [String: (any DatabaseValueConvertible)?] = [
            "after": Int64(after) ?? rowsAfter, "sets": sets, "limit": limit,
        ]
        let found = try Row.fetchAll(statement, arguments: StatementArguments(scope.arguments.merging(own) { $1 }))
            .map { CardReader.found($0, in: scope) }
        let event = found.isEmpty ? nil : CatalogEvent(cardsChanged: found.map(\.card))
        return (event, found.count == limit ? found.last.map { String($0.row) } : nil)
    }

    /// What followers have to forget of rule sets.
    var ruleEvent: CatalogEvent? {
        rules.map {
            CatalogEvent(
                ruleSets: RuleSetsEvaluated(left: RuleSetBits.sets(inColumn: $0.cleared) ?? 0, version: $0.version))
        }
    }

    /// The ids that it replaced.
    func merged(after: String, limit: Int, _ db: Database, _ scope: ReadScope) throws -> Page {
        let statement = try db.cachedStatement(
            sql: "SELECT id, successor FROM alias WHERE born = ? AND successor <> id AND id > ? ORDER BY id LIMIT ?")
        let merged = try Row.fetchAll(statement, arguments: [generation, after, limit]).map { row in
            let (from, into) = (ContentID(rawValue: row[0]), ContentID(rawValue: row[1]))
            let card = try CardReader.find(into.rawValue, db, scope)?.card
            // Replaced again since: a later entry reports it.
            return CardMerged(from, into: into, card: card?.id == into ? card : nil)
        }
        let event = merged.isEmpty ? nil : CatalogEvent(cardsMerged: merged)
        return (event, merged.count == limit ? merged.last?.from.rawValue : nil)
    }

    /// The titles that it removed.
    func gone(after: String, limit: Int, _ db: Database) throws -> Page {
        let ids = try TombstoneTable.ids(in: generation, after: after, limit: limit, db)
        let event = ids.isEmpty ? nil : CatalogEvent(contentsGone: ids.map { ContentID(rawValue: $0) })
        return (event, ids.count == limit ? ids.last : nil)
    }
}
