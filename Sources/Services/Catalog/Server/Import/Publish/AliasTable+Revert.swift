internal import GRDB
internal import ServiceKit

extension AliasTable {
    /// Reverts the aliases that the import added: a renamed title has its old id again, and the new one becomes the
    /// alias.
    static func revert(_ undone: UndoTable.Row, generation: Int64, _ context: JobContext) async throws {
        let pairs = try await context.read { db in
            try Row.fetchAll(
                db, sql: "SELECT id, successor FROM alias WHERE born = ? ORDER BY id", arguments: [undone.generation]
            ).map { (old: $0[0] as String, new: $0[1] as String) }
        }
        try await context.shards.shard(for: context.household).writeChunks(of: pairs) { db, pair in
            guard try TitleStore.current(pair.old, generation: generation, db) != nil,
                try TitleStore.current(pair.new, generation: generation, db) == nil
            else { return }
            try stage(
                pair.new, successor: pair.old, reason: "the import that renamed it was undone", generation: generation,
                db)
            // It is the same title: with its date of addition, and not removed.
            try db.execute(
                sql: """
                    UPDATE item SET added = coalesce(
                        (SELECT added FROM item WHERE id = ? AND died = ?), added) WHERE id = ? AND born = ?
                    """, arguments: [pair.new, generation, pair.old, generation])
            try db.execute(
                sql: "DELETE FROM gone WHERE generation = ? AND id = ?", arguments: [generation, pair.new])
        }
    }
}
