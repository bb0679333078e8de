internal import GRDB
internal import ServiceKit

/// The profiles with data here.
enum ProfileTable {
    private static let tables = ["windowProfile", "slotProfile", "privateReason", "approval", "veto"]

    /// All of them.
    static func all(_ db: Database) throws -> [String] {
        let sql = tables.map { "SELECT profile FROM \($0)" }.joined(separator: " UNION ")
        return try String.fetchAll(db, sql: sql + " ORDER BY profile")
    }

    /// Whether a profile was deleted.
    static func isDeleted(_ profile: String, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM deletedProfile WHERE mark = ?)")
        return try Bool.fetchOne(statement, arguments: [Tombstone.mark(of: profile)]) ?? false
    }

    /// - Throws: ``SchedulerError/unknownProfile`` when one of them was deleted.
    static func checkThere(_ profiles: Set<String>, _ db: Database) throws {
        for profile in profiles.sorted() where try isDeleted(profile, db) {
            throw SchedulerError.unknownProfile(profile)
        }
    }

    /// A profile was deleted: none of its data stays, shared data stays with the others, and a token that outlives it
    /// does not restore it. Idempotent.
    static func erase(_ profile: String, _ db: Database) throws {
        for table in tables {
            try db.execute(sql: "DELETE FROM \(table) WHERE profile = ?", arguments: [profile])
        }
        try db.execute(sql: "DELETE FROM viewingWindow WHERE row NOT IN (SELECT item FROM windowProfile)")
        try db.execute(sql: "DELETE FROM slot WHERE row NOT IN (SELECT item FROM slotProfile)")
        try ShowTable.removeUnused(db)
        try CardTable.removeUnused(nil, db)
        try db.execute(
            sql: "INSERT OR IGNORE INTO deletedProfile VALUES (?)", arguments: [Tombstone.mark(of: profile)])
        // Responses stored for retries reveal what the profile did; others' responses name it in shared slots.
        try db.execute(
            sql: """
                DELETE FROM idempotency
                WHERE substr(subject, -length(?1) - 1) = '/' || ?1 OR instr(answer, CAST(?1 AS BLOB)) > 0
                """, arguments: [profile])
    }
}
