internal import GRDB

/// The staged generation: begins it, publishes it, or rolls it back.
enum StagingStore {
    /// Begins staging the generation after the published one.
    ///
    /// - Returns: its number.
    static func begin(job: String, _ db: Database) throws -> Int64 {
        try db.execute(
            sql: """
                INSERT INTO staging (only, job, entryFloor, itemFloor, programmeFloor, matchFloor) VALUES (1, ?,
                    (SELECT coalesce(max(row), 0) FROM entry), (SELECT coalesce(max(row), 0) FROM item),
                    (SELECT coalesce(max(row), 0) FROM programme), (SELECT coalesce(max(row), 0) FROM guideMatch))
                """, arguments: [job])
        return try published(db) + 1
    }

    /// The published generation.
    static func published(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT generation FROM catalog") ?? 0
    }

    /// Publishes a generation.
    static func publish(_ generation: Int64, _ db: Database) throws {
        try db.execute(sql: "UPDATE catalog SET generation = ?", arguments: [generation])
        try db.execute(sql: "DELETE FROM staging")
    }

    /// Whether a job was interrupted while it staged.
    static func hasLeftovers(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM staging)") ?? false
    }

    /// Rolls back some of the rows that were staged and never published. Run until it returns false.
    ///
    /// - Returns: whether there may be more.
    static func rollBackStep(_ db: Database) throws -> Bool {
        guard let floors = try Row.fetchOne(db, sql: "SELECT * FROM staging") else { return false }
        let published = try published(db)
        let item = try db.cachedStatement(sql: "SELECT row FROM item WHERE row > ? ORDER BY row DESC LIMIT 1")
        if let row = try Int64.fetchOne(item, arguments: [floors["itemFloor"] as Int64]) {
            try TitleStore.delete(row, db)
            return true
        }
        for (table, floor) in [("entry", "entryFloor"), ("programme", "programmeFloor"), ("guideMatch", "matchFloor")] {
            let statement = try db.cachedStatement(
                sql:
                    "DELETE FROM \(table) WHERE row IN (SELECT row FROM \(table) WHERE row > ? ORDER BY row DESC LIMIT 50)"
            )
            try statement.execute(arguments: [floors[floor] as Int64])
            if db.changesCount > 0 { return true }
        }
        for table in ["entry", "item", "programme", "guideMatch"] where try revive(table, "died", published, db) {
            return true
        }
        for table in ["entry", "item"] where try revive(table, "lost", published, db) { return true }
        if try TombstoneTable.takeBack(after: published, db) { return true }
        try db.execute(sql: "DELETE FROM alias WHERE born > ?", arguments: [published])
        // Channels of an unpublished guide only.
        try db.execute(
            sql: """
                DELETE FROM guideChannel WHERE seen > ? AND NOT EXISTS (
                    SELECT 1 FROM guideMatch m WHERE m.channel = guideChannel.id)
                AND NOT EXISTS (SELECT 1 FROM programme p WHERE p.channel = guideChannel.id)
                """, arguments: [published])
        try db.execute(sql: "DELETE FROM source WHERE imported = 0")
        try db.execute(sql: "DELETE FROM staging")
        return false
    }

    /// Revives some rows that were to end, or to be lost, with an unpublished generation.
    private static func revive(_ table: String, _ column: String, _ published: Int64, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                UPDATE \(table) SET \(column) = \(Generation.never) WHERE row IN (
                    SELECT row FROM \(table) WHERE \(column) > ? AND \(column) < \(Generation.never) LIMIT 50)
                """)
        try statement.execute(arguments: [published])
        return db.changesCount > 0
    }

    /// Deletes some rows that no snapshot reads any more. Run until it returns false.
    ///
    /// - Returns: whether there may be more.
    static func cleanUpStep(_ db: Database) throws -> Bool {
        let published = try published(db)
        let item = try db.cachedStatement(
            sql: "SELECT row FROM item WHERE died <= ? AND died < \(Generation.never) LIMIT 1")
        if let row = try Int64.fetchOne(item, arguments: [published]) {
            try TitleStore.delete(row, db)
            return true
        }
        // Rows ended by an import are kept while it can be undone; those between such imports are deleted.
        let kept = try UndoTable.generations(db).filter { $0 <= published }
        for table in ["entry", "programme", "guideMatch"] {
            let statement = try db.cachedStatement(
                sql: """
                    DELETE FROM \(table) WHERE row IN (
                        SELECT row FROM \(table) WHERE died > ? AND died < ? AND died < \(Generation.never) LIMIT 50)
                    """)
            let bounds = [0] + (table == "guideMatch" ? [] : kept) + [published + 1]
            for (after, before) in zip(bounds, bounds.dropFirst()) where before - after > 1 {
                try statement.execute(arguments: [after, before])
                if db.changesCount > 0 { return true }
            }
        }
        return try TombstoneTable.sweep(published: published, db)
    }
}
