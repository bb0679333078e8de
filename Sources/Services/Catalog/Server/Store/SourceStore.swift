internal import CatalogAPI
internal import GRDB

/// The sources, and the number of titles of each by audience.
enum SourceStore {
    struct Source: Sendable {
        var id: Int64
        var name: String
        var kind: ImportKind
        var path: String
        /// Milliseconds since 1970; 0 before the first publication.
        var imported: Int64
        /// The number of entries of the last published import.
        var entries: Int64
        /// The number of its titles.
        var titles: Int64
        /// The imports undone since its last import, as ``ImportDigest``s.
        var undone: Set<Int64>
        /// Whether the household has decided about its adult titles.
        var hasPrompted: Bool
        /// The number of adult titles in its last import.
        var adults: Int64
        /// The guides that it names. Secret.
        var guides: [String]

        fileprivate init(_ row: Row) {
            id = row["id"]
            name = row["name"]
            kind = ImportKind(rawValue: row["kind"])
            path = row["path"]
            imported = row["imported"]
            entries = row["entries"]
            titles = row["titles"]
            undone = Set((row["undone"] as String? ?? "").split(separator: ",").compactMap { Int64($0) })
            (hasPrompted, adults) = (row["hasAsked"], row["adults"])
            guides = (row["guides"] as String?)?.split(separator: "\n").map(String.init) ?? []
        }

        /// Whether the household still has to decide about its adult titles.
        var asksAboutAdult: Bool { adults > 0 && !hasPrompted }
    }

    /// A source by its name, published or not.
    static func find(_ name: String, _ db: Database) throws -> Source? {
        try Row.fetchOne(db, sql: "\(selection) WHERE name = ?", arguments: [name]).map(Source.init)
    }

    /// The published sources, by name.
    static func all(_ db: Database) throws -> [Source] {
        try Row.fetchAll(db, sql: "\(selection) WHERE imported > 0 ORDER BY name").map(Source.init)
    }

    /// The sources' names, by row.
    static func names(_ db: Database) throws -> [Int64: String] {
        let rows = try Row.fetchAll(db, sql: "SELECT id, name FROM source")
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as Int64, $0[1] as String) })
    }

    private static let selection = """
        SELECT *, (SELECT group_concat(digest) FROM undone WHERE undone.source = source.id) AS undone FROM source
        """

    /// Inserts a source that no snapshot shows yet.
    static func insert(_ name: String, _ kind: ImportKind, path: String, _ db: Database) throws -> Int64 {
        try db.execute(
            sql: "INSERT INTO source (name, kind, path, imported, entries, titles) VALUES (?, ?, ?, 0, 0, 0)",
            arguments: [name, kind.rawValue, path])
        return db.lastInsertedRowID
    }

    /// Stores the counts of the import being published.
    static func update(_ id: Int64, path: String, imported: Int64, entries: Int64, titles: Int64, _ db: Database) throws
    {
        try db.execute(
            sql: "UPDATE source SET path = ?, imported = ?, entries = ?, titles = ? WHERE id = ?",
            arguments: [path, imported, entries, titles, id])
    }

    /// Stores the other results of the import being published.
    ///
    /// - Parameter guides: the guides that the source names.
    static func note(_ id: Int64, guides: [String], adults: Int64, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE source SET guides = ?, adults = ? WHERE id = ?",
            arguments: [
                guides.isEmpty ? nil : guides.joined(separator: "\n"), adults, id,
            ])
        try db.execute(sql: "DELETE FROM undone WHERE source = ?", arguments: [id])
    }

    /// Records the household's decision about the adult titles of all sources that have any.
    static func noteAdultDecision(_ db: Database) throws {
        try db.execute(sql: "UPDATE source SET hasAsked = 1 WHERE adults > 0")
    }

    /// The number of a source's entries of some kinds.
    static func entries(of source: Int64, kinds: Int64, _ db: Database) throws -> Int64 {
        guard kinds != 0 else { return 0 }
        return try Int64.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM entry INDEXED BY entry_by_source WHERE source = ? AND kind & ? <> 0
                AND died = \(Generation.never) AND lost = \(Generation.never)
                """, arguments: [source, kinds]) ?? 0
    }

    /// The number of a source's titles of one kind for one audience.
    struct Tally: Sendable {
        var source: Int64
        var kind: Int64
        var audience: Int64
        var isStale: Bool
        var titles: Int64
    }

    /// Counts the titles of a source in a generation.
    static func tally(_ source: Int64, generation: Int64, _ db: Database) throws -> [Tally] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT kind, audience, isStale, count(*) FROM (
                    SELECT i.kind AS kind, i.audience AS audience, max(e.lost) <= :g AS isStale
                    FROM entry e INDEXED BY entry_by_source CROSS JOIN item i ON i.id = e.item
                    WHERE e.source = :source AND e.born <= :g AND e.died > :g AND i.born <= :g AND i.died > :g
                    GROUP BY e.item
                ) GROUP BY kind, audience, isStale
                """, arguments: ["g": generation, "source": source]
        ).map { Tally(source: source, kind: $0[0], audience: $0[1], isStale: $0[2], titles: $0[3]) }
    }

    /// Replaces the counts of some sources.
    static func replaceTitleCounts(of sources: [Int64], _ tallies: [Tally], _ db: Database) throws {
        for source in sources { try db.execute(sql: "DELETE FROM tally WHERE source = ?", arguments: [source]) }
        for tally in tallies {
            try db.execute(
                sql: "INSERT INTO tally (source, kind, audience, stale, titles) VALUES (?, ?, ?, ?, ?)",
                arguments: [tally.source, tally.kind, tally.audience, tally.isStale, tally.titles])
        }
    }

    /// Stores the numbers of titles of some sources.
    static func countTitles(of sources: [Int64], _ tallies: [Tally], _ db: Database) throws {
        for source in sources {
            let titles = tallies.filter { $0.source == source && !$0.isStale }.reduce(0) { $0 + $1.titles }
            try db.execute(sql: "UPDATE source SET titles = ? WHERE id = ?", arguments: [titles, source])
        }
    }

    /// The counts of all sources for the audiences in the read scope.
    static func tallies(_ scope: ReadScope, _ db: Database) throws -> [Tally] {
        try Row.fetchAll(
            db, sql: "SELECT source, kind, audience, stale, titles FROM tally WHERE \(ReadScope.passes("tally"))",
            arguments: StatementArguments(scope.arguments)
        ).map { Tally(source: $0[0], kind: $0[1], audience: $0[2], isStale: $0[3], titles: $0[4]) }
    }
}
