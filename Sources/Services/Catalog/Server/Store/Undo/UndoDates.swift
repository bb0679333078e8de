internal import GRDB
internal import ServiceKit

extension CatalogMigrations {
    /// When titles were added that an import has ended at once, or whose date it has changed. Milliseconds since 1970.
    static let undoDates = """
        CREATE TABLE undoDate (
            generation INTEGER NOT NULL, id TEXT NOT NULL, added INTEGER NOT NULL, PRIMARY KEY (generation, id)
        ) STRICT, WITHOUT ROWID
        """
}

/// The dates of titles changed by imports that can be undone: the ended titles themselves are deleted.
enum UndoDates {
    /// A title, and when it was added.
    typealias Dated = (id: String, added: Int64)

    /// The dates that change, or end, with a staged generation.
    static func changed(in generation: Int64, _ db: Database) throws -> [Dated] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT o.id, o.added FROM item o WHERE o.died = :g AND o.died < \(Generation.never) AND o.added IS NOT (
                    SELECT n.added FROM item n WHERE n.id = o.id AND n.born = :g)
                """, arguments: ["g": generation]
        ).map { ($0[0], $0[1]) }
    }

    /// Keeps them for as long as the generation can be undone.
    static func put(_ dates: [Dated], _ generation: Int64, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO undoDate (generation, id, added) VALUES (?, ?, ?)")
        for date in dates { try statement.execute(arguments: [generation, date.id, date.added]) }
    }

    /// Restores the titles' dates from before an import; for a title that was there all the time at once.
    static func revert(_ undone: UndoTable.Row, generation: Int64, _ context: JobContext) async throws {
        let dates = try await context.read { db in
            try Row.fetchAll(
                db, sql: "SELECT id, added FROM undoDate WHERE generation = ?", arguments: [undone.generation]
            ).map { (id: $0[0] as String, added: $0[1] as Int64) }
        }
        try await context.shards.shard(for: context.household).writeChunks(of: dates) { db, date in
            try db.cachedStatement(sql: "UPDATE item SET added = ? WHERE id = ? AND died > ?")
                .execute(arguments: [date.added, date.id, generation])
        }
    }

    /// Deletes those of imports that cannot be undone any more.
    static func forget(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM undoDate WHERE generation NOT IN (SELECT generation FROM undoable)")
    }
}
