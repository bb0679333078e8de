internal import CatalogAPI
internal import GRDB

/// The imports that can be undone: of each source the last one that has changed something.
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

    /// The import of a source that can be undone; nil when there is none.
    static func find(_ source: Int64, _ db: Database) throws -> Row? {
        try GRDB.Row.fetchOne(db, sql: "SELECT * FROM undo WHERE source = ?", arguments: [source]).map(Row.init)
    }

    /// Notes an import, in place of the one before it.
    static func put(_ row: Row, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO undo (source, generation, job, at, path, entries, digest)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [row.source, row.generation, row.job, row.at, row.path, row.entries, row.digest])
    }

    /// Removes the one of a source.
    static func delete(_ source: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM undo WHERE source = ?", arguments: [source])
    }

    /// Removes those that are too old to be undone.
    static func forget(before oldest: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM undo WHERE at < ?", arguments: [oldest])
    }

    /// The generations whose ended rows are kept, the oldest first.
    static func generations(_ db: Database) throws -> [Int64] {
        try Int64.fetchAll(db.cachedStatement(sql: "SELECT generation FROM undo ORDER BY generation"))
    }
}
