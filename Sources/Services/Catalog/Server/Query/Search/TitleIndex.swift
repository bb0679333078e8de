internal import Basics
internal import GRDB
internal import HearthModel
internal import ServiceKit

/// The attributes of all titles of one snapshot, in memory: counts under any filter and pages in any order cost a scan
/// of a few megabytes, and not of the shard.
///
/// Titles are identified by their position in the order of rows, in which the full-text index returns them, too.
final class TitleIndex: Sendable {
    /// The revision of the rule sets that the titles are of, see ``RuleSetTable``.
    let ruleRevision: Int64
    /// The rows of the titles, ascending.
    let rows: [Int64]
    /// The attributes of each, in the same order.
    let facts: [TitleAttributes]
    /// The titles by sort key, then by id.
    let byTitle: [UInt32]
    /// The languages of links, each set of them once; the first is empty.
    let languageSets: [[String]]
    /// Watch providers: TMDB's numbers, each set of them once; the first is empty.
    let providerSets: [[Int64]]
    /// The index of each title's provider set, in the order of rows; empty when none has any.
    let providers: [UInt32]
    /// The names of providers.
    let providerNames: [Int64: String]
    /// The cached matches of texts.
    let matches = MatchCache()

    /// Reads the titles of a generation, which need not be published yet.
    init(_ db: Database, generation: Int64) throws {
        ruleRevision = try RuleSetTable.revision(db)
        var reader = Reader()
        try reader.readFacts(db, generation)
        try reader.readOrder(db, generation)
        (rows, facts, byTitle, languageSets) = (reader.rows, reader.facts, reader.byTitle, reader.languageSets)
        (providerSets, providers) = (reader.providerSets, reader.providers)
        providerNames = providers.isEmpty ? [:] : try TitleWatchProviders.names(db)
    }

    /// The position of a row; nil when the snapshot does not have it.
    func position(of row: Int64) -> Int? { Self.position(of: row, in: rows) }

    /// The titles of one of these providers.
    func titles(by requested: Set<Int64>) -> TitleSet {
        var set = TitleSet(of: rows.count)
        let isRequested = providerSets.map { !requested.isDisjoint(with: $0) }
        for (position, number) in providers.enumerated() where isRequested[Int(number)] { set.insert(UInt32(position)) }
        return set
    }

    /// The number of titles before a sort key with an id.
    func titles(before sortTitle: String, id: String = "", generation: Int64, _ db: Database) throws -> UInt32 {
        let statement = try db.cachedStatement(sql: Self.positionSQL)
        let row = try Int64.fetchOne(
            statement, arguments: ["title": sortTitle, "id": id, "generation": generation])
        return row.flatMap(position).map { facts[$0].titleRank } ?? UInt32(rows.count)
    }

    fileprivate static func position(of row: Int64, in rows: [Int64]) -> Int? {
        let index = rows.partitioningIndex { $0 >= row }
        return index < rows.count && rows[index] == row ? index : nil
    }
}

extension TitleIndex {
    /// The attributes in the order of rows, also for the tests of its plan.
    static let factsSQL = """
        SELECT i.row, i.kind, i.audience, i.genres, i.year, i.added, i.number, i.popularity, i.score, i.minutes,
            i.qualities, i.languages, i.providers, i.released, i.isRadio FROM item i WHERE \(ReadScope.holds("i")) ORDER BY i.row
        """
    /// The rows in the order of titles.
    static let orderSQL = """
        SELECT i.row FROM item i INDEXED BY item_by_title WHERE \(ReadScope.holds("i")) ORDER BY i.sortTitle, i.id
        """
    /// The first row at or behind a title and id.
    static let positionSQL = """
        SELECT i.row FROM item i INDEXED BY item_by_title WHERE (i.sortTitle, i.id) >= (:title, :id)
        AND \(ReadScope.holds("i")) ORDER BY i.sortTitle, i.id LIMIT 1
        """
}

/// Reads the columns.
private struct Reader {
    var rows: [Int64] = []
    var facts: [TitleAttributes] = []
    var byTitle: [UInt32] = []
    var languageSets: [[String]] = [[]]
    var providerSets: [[Int64]] = [[]]
    var providers: [UInt32] = []
    private var knownProviders: [String: UInt32] = [:]
    private var knownLanguages: [String: UInt16] = [:]

    mutating func readFacts(_ db: Database, _ generation: Int64) throws {
        let statement = try db.cachedStatement(sql: TitleIndex.factsSQL)
        let found = try Row.fetchCursor(statement, arguments: ["generation": generation])
        while let row = try found.next() {
            rows.append(row[0])
            var title = TitleAttributes()
            title.kind = UInt8(clamping: row[1] as Int64)
            title.audience = UInt16(clamping: (row[2] as Int64) & Audience.mask)
            title.ruleSets = (row[2] as Int64) & RuleSetBits.mask
            title.genres = UInt32(clamping: row[3] as Int64)
            title.year = UInt16(clamping: row[4] as Int64)
            title.added = UInt32(clamping: (row[5] as Int64) / 1_000)
            title.number = TitleAttributes.channelNumber(row[6])
            title.popularity = UInt32(clamping: min(row[7] as Int64, Popularity.maximum))
            title.score = UInt8(clamping: row[8] as Int64)
            title.minutes = UInt16(clamping: row[9] as Int64)
            title.qualities = UInt8(clamping: row[10] as Int64)
            if let languages = row[11] as String? { title.languages = number(of: languages) }
            title.released = UInt32(clamping: row[13] as Int64)
            title.isRadio = row[14]
            facts.append(title)
            if let providers = row[12] as String? { note(providers) }
        }
        // The last titles may have none.
        if !providers.isEmpty { fillProviders(through: rows.count) }
    }

    mutating func readOrder(_ db: Database, _ generation: Int64) throws {
        byTitle.reserveCapacity(rows.count)
        let statement = try db.cachedStatement(sql: TitleIndex.orderSQL)
        let found = try Int64.fetchCursor(statement, arguments: ["generation": generation])
        while let row = try found.next() {
            guard let position = TitleIndex.position(of: row, in: rows) else { continue }
            facts[position].titleRank = UInt32(byTitle.count)
            byTitle.append(UInt32(position))
        }
    }

    /// Stores the providers of the last title.
    private mutating func note(_ text: String) {
        fillProviders(through: rows.count - 1)
        if let known = knownProviders[text] { return providers.append(known) }
        let number = UInt32(providerSets.count)
        providerSets.append(text.split(separator: ",").compactMap { Int64($0) })
        knownProviders[text] = number
        providers.append(number)
    }

    private mutating func fillProviders(through count: Int) {
        providers.append(contentsOf: repeatElement(0, count: count - providers.count))
    }

    /// The index of a set of languages: there are far fewer sets than titles.
    private mutating func number(of text: String) -> UInt16 {
        if let known = knownLanguages[text] { return known }
        let set = Set(text.split(separator: ",").map(String.init)).sorted()
        let number = languageSets.firstIndex(of: set) ?? languageSets.count
        guard number <= UInt16.max else { return 0 }
        if number == languageSets.count { languageSets.append(set) }
        knownLanguages[text] = UInt16(number)
        return UInt16(number)
    }
}

extension SnapshotCache<TitleIndex> {
    /// The title index of a published snapshot, read on first use.
    func titleIndex(of shard: Shard, generation: Int64, _ db: Database) throws -> TitleIndex {
        let revision = try RuleSetTable.revision(db)
        return try state(
            of: shard, generation: generation, isCurrent: { $0.ruleRevision == revision },
            make: { try TitleIndex(db, generation: generation) })
    }
}
