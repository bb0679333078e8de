internal import GRDB
internal import HearthModel

/// The first titles that an import would add, change and remove: for a dry run, as its titles cannot be looked up after
/// it.
struct ImportPreview: Sendable {
    /// The staged generation.
    let generation: Int64
    let source: Int64

    /// The most titles of each list.
    static let most = 10

    /// Cards of added titles, in the order of the source's list.
    func added(_ db: Database) throws -> [Card] {
        let ids = try ids(
            """
            SELECT e.item FROM entry e WHERE e.row > (SELECT entryFloor FROM staging) AND e.source = :source
            AND e.born = :generation AND e.died > :generation AND NOT EXISTS (
                SELECT 1 FROM entry f WHERE f.item = e.item AND f.source = :source AND f.born < :generation
                AND f.died >= :generation AND f.lost >= :generation)
            AND NOT EXISTS (SELECT 1 FROM alias a WHERE a.born = :generation AND a.successor = e.item) ORDER BY e.row
            """, db)
        return try cards(ids, db, ReadScope(staged: generation))
    }

    /// Cards of the source's titles that would change, as they would be: those with new or lost links, and renamed
    /// ones.
    func changed(_ db: Database) throws -> [Card] {
        let had = """
            SELECT 1 FROM entry f WHERE f.item = e.item AND f.source = :source AND f.born < :generation
            AND f.died >= :generation AND f.lost >= :generation
            """
        let has = """
            SELECT 1 FROM entry f WHERE f.item = e.item AND f.source = :source AND f.born <= :generation
            AND f.died > :generation AND f.lost > :generation
            """
        var ids = try ids(
            """
            SELECT e.item FROM entry e WHERE e.row > (SELECT entryFloor FROM staging) AND e.source = :source
            AND e.born = :generation AND e.died > :generation AND EXISTS (\(had)) ORDER BY e.row
            """, db)
        ids += try self.ids(
            """
            SELECT e.item FROM entry e INDEXED BY entry_lost WHERE e.lost = :generation AND e.lost < \(Generation.never)
            AND e.source = :source AND EXISTS (\(has)) ORDER BY e.row
            """, db)
        ids += try self.ids(
            """
            SELECT a.successor FROM alias a WHERE a.born = :generation AND EXISTS (
                SELECT 1 FROM entry e WHERE e.item = a.successor AND e.source = :source) ORDER BY a.successor
            """, db)
        var known: Set<String> = []
        return try cards(
            Array(ids.filter { known.insert($0).inserted }.prefix(Self.most)), db, ReadScope(staged: generation))
    }

    /// Cards of titles that the source would lose, in their order.
    func removed(_ db: Database) throws -> [Card] {
        let ids = try ids(
            """
            SELECT e.item FROM entry e INDEXED BY entry_lost WHERE e.lost = :generation AND e.lost < \(Generation.never)
            AND e.source = :source AND NOT EXISTS (
                SELECT 1 FROM entry f WHERE f.item = e.item AND f.source = :source AND f.born <= :generation
                AND f.died > :generation AND f.lost > :generation)
            AND NOT EXISTS (SELECT 1 FROM alias a WHERE a.born = :generation AND a.id = e.item) ORDER BY e.row
            """, db)
        return try cards(ids, db, ReadScope(db, policy: .everything))
    }

    /// The first distinct ids that a statement finds.
    private func ids(_ sql: String, _ db: Database) throws -> [String] {
        let rows = try String.fetchCursor(db, sql: sql, arguments: ["generation": generation, "source": source])
        var found: [String] = []
        while found.count < Self.most, let id = try rows.next() { if !found.contains(id) { found.append(id) } }
        return found
    }

    private func cards(_ ids: [String], _ db: Database, _ scope: ReadScope) throws -> [Card] {
        let found = try CardReader.find(ids, db, scope)
        return ids.compactMap { found[$0]?.card }
    }
}
