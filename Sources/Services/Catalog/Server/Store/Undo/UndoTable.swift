internal import CatalogAPI
internal import GRDB

extension CatalogMigrations {
    /// Several imports of a source that can be undone, and what was undone of it.
    static let undoHistory = [
        // What imports have replaced: the rows that ended with their generations stay until they cannot be undone any more.
        // `ended` is how many these are.
        """
        CREATE TABLE undoable (
            source INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE, generation INTEGER NOT NULL,
            job TEXT NOT NULL, at INTEGER NOT NULL, path TEXT NOT NULL, entries INTEGER NOT NULL, digest INTEGER NOT NULL,
            ended INTEGER NOT NULL, PRIMARY KEY (source, generation)
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO undoable SELECT source, generation, job, at, path, entries, digest,
            (SELECT count(*) FROM entry WHERE died = generation AND died < 9223372036854775807)
            + (SELECT count(*) FROM programme WHERE died = generation AND died < 9223372036854775807) FROM undo
        """,
        "DROP TABLE undo",
        // The digests of what was undone since a source's last import; see `ImportDigest`.
        """
        CREATE TABLE undone (
            source INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE, digest INTEGER NOT NULL,
            PRIMARY KEY (source, digest)
        ) STRICT, WITHOUT ROWID
        """,
        "INSERT INTO undone SELECT id, undone FROM source WHERE undone IS NOT NULL",
        "ALTER TABLE source DROP COLUMN undone",
        // With which generation a programme came that an undo has brought back; otherwise it is `born`.
        "ALTER TABLE programme ADD COLUMN brought INTEGER",
    ]
}

/// The imports that can be undone: of each source the last ones that have changed something, one after the other.
///
/// What such an import has ended is not cleared away as long as its row is here.
enum UndoTable {
    /// An import that can be undone, and what its source was before.
    struct Row: Sendable {
        var source: Int64
        /// The generation that it published.
        var generation: Int64
        var job: String
        /// When that was, in milliseconds since 1970.
        var at: Int64
        var path: String
        var entries: Int64
        /// What it brought, as an ``ImportDigest``.
        var digest: Int64

        init(
            source: Int64, generation: Int64, job: String, at: Int64, path: String, entries: Int64, digest: Int64
        ) {
            (self.source, self.generation, self.job, self.at) = (source, generation, job, at)
            (self.path, self.entries, self.digest) = (path, entries, digest)
        }

        fileprivate init(_ row: GRDB.Row) {
            self.init(
                source: row["source"], generation: row["generation"], job: row["job"], at: row["at"], path: row["path"],
                entries: row["entries"], digest: row["digest"])
        }
    }

    /// The imports of a source that can be undone, the newest first, which is the next to be.
    static func all(_ source: Int64, since oldest: Int64, _ db: Database) throws -> [Row] {
        let statement = try db.cachedStatement(
            sql: "SELECT * FROM undoable WHERE source = ? AND at >= ? ORDER BY generation DESC")
        return try GRDB.Row.fetchAll(statement, arguments: [source, oldest]).map(Row.init)
    }

    /// The one of a source that is next to be undone; nil when there is none.
    static func next(_ source: Int64, since oldest: Int64, _ db: Database) throws -> Row? {
        try all(source, since: oldest, db).first
    }

    /// Notes an import, and forgets those before it that are too many, or keep too many rows.
    static func put(_ row: Row, _ limits: ImportLimits, _ db: Database) throws {
        let ended = try ["entry", "programme"].reduce(Int64(0)) { sum, table in
            let statement = try db.cachedStatement(
                sql: "SELECT count(*) FROM \(table) WHERE died = ? AND died < \(Generation.never)")
            return sum + (try Int64.fetchOne(statement, arguments: [row.generation]) ?? 0)
        }
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO undoable (source, generation, job, at, path, entries, digest, ended)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [row.source, row.generation, row.job, row.at, row.path, row.entries, row.digest, ended])
        // The last one can be undone whatever it has replaced.
        try db.execute(
            sql: """
                DELETE FROM undoable WHERE source = :source AND generation < :generation AND (
                    SELECT count(*) >= :count OR sum(ended) + undoable.ended > :rows FROM undoable later
                    WHERE later.source = :source AND later.generation > undoable.generation)
                """,
            arguments: [
                "source": row.source, "generation": row.generation, "count": limits.undoableImports,
                "rows": limits.undoableRows,
            ])
        try UndoDates.forget(db)
    }

    /// Removes one that was undone, and notes what it was.
    static func markUndone(_ row: Row, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM undoable WHERE source = ? AND generation = ?", arguments: [row.source, row.generation])
        try db.execute(
            sql: "INSERT OR IGNORE INTO undone (source, digest) VALUES (?, ?)", arguments: [row.source, row.digest])
        try UndoDates.forget(db)
    }

    /// Removes those that are too old to be undone.
    static func forget(before oldest: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM undoable WHERE at < ?", arguments: [oldest])
        try UndoDates.forget(db)
    }

    /// The generations whose ended rows are kept, the oldest first.
    static func generations(_ db: Database) throws -> [Int64] {
        try Int64.fetchAll(db.cachedStatement(sql: "SELECT generation FROM undoable ORDER BY generation"))
    }
}
