internal import CatalogAPI
internal import GRDB

/// The imports that can be undone: of each source the last ones that changed anything, one after the other.
///
/// Rows that such an import has ended are not deleted as long as its row is here.
enum UndoTable {
    /// An import that can be undone, and its source's previous state.
    struct Row: Sendable {
        var source: Int64
        /// The generation that it published.
        var generation: Int64
        var job: String
        /// When it was published, in milliseconds since 1970.
        var at: Int64
        var path: String
        var entries: Int64
        /// Its contents, as an ``ImportDigest``.
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

    /// The undoable imports of a source, the newest first, which is the next to undo.
    static func all(_ source: Int64, since oldest: Int64, _ db: Database) throws -> [Row] {
        let statement = try db.cachedStatement(
            sql: "SELECT * FROM undoable WHERE source = ? AND at >= ? ORDER BY generation DESC")
        return try GRDB.Row.fetchAll(statement, arguments: [source, oldest]).map(Row.init)
    }

    /// The next import of a source to undo; nil when there is none.
    static func next(_ source: Int64, since oldest: Int64, _ db: Database) throws -> Row? {
        try all(source, since: oldest, db).first
    }

    /// Adds an import, and deletes older ones of its source.
    ///
    /// - Parameters:
    ///   - maximumImports: the most undoable imports of a source.
    ///   - maximumRows: the most ended rows that these keep; the last import is kept whatever it has ended.
    static func put(_ row: Row, maximumImports: Int, maximumRows: Int, _ db: Database) throws {
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
                "source": row.source, "generation": row.generation, "count": maximumImports,
                "rows": maximumRows,
            ])
        try UndoDates.forget(db)
    }

    /// Deletes an undone import, and stores its digest.
    static func markUndone(_ row: Row, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM undoable WHERE source = ? AND generation = ?", arguments: [row.source, row.generation])
        try db.execute(
            sql: "INSERT OR IGNORE INTO undone (source, digest) VALUES (?, ?)", arguments: [row.source, row.digest])
        try UndoDates.forget(db)
    }

    /// Deletes those that are too old to be undone.
    static func forget(before oldest: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM undoable WHERE at < ?", arguments: [oldest])
        try UndoDates.forget(db)
    }

    /// The generations whose ended rows are kept, the oldest first.
    static func generations(_ db: Database) throws -> [Int64] {
        try Int64.fetchAll(db.cachedStatement(sql: "SELECT generation FROM undoable ORDER BY generation"))
    }
}
