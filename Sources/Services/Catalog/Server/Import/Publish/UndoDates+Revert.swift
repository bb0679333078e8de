internal import GRDB
internal import ServiceKit

extension UndoDates {
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
}
