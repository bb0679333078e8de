internal import GRDB
internal import ProfilesAPI

/// The rows of profiles, living and deleted.
enum ProfileTable {
    /// Every profile, the oldest first.
    static func all(_ db: Database) throws -> [ProfileRow] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, name, kind, hidesAdult, member, created, viewingRules.number, parentalLimits.body IS NOT NULL
                FROM profile LEFT JOIN viewingRules ON viewingRules.profile = profile.row
                LEFT JOIN parentalLimits ON parentalLimits.profile = profile.row ORDER BY row
                """)
        return try Row.fetchAll(statement).map { row in
            ProfileRow(
                id: row[0], name: row[1], kind: ProfileKind(rawValue: row[2]), hidesAdult: row[3], member: row[4],
                created: row[5], ruleSet: row[6], hasLimits: row[7])
        }
    }

    /// A profile's row ID in the tables of its data; nil when it was deleted.
    static func row(of id: String, _ db: Database) throws -> Int64? {
        try Int64.fetchOne(try db.cachedStatement(sql: "SELECT row FROM profile WHERE id = ?"), arguments: [id])
    }

    static func insert(_ profile: ProfileRow, _ db: Database) throws {
        let sql = """
            INSERT INTO profile (id, name, nameKey, kind, hidesAdult, member, created) VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        try db.cachedStatement(sql: sql).execute(arguments: [
            profile.id, profile.name, profile.nameKey, profile.kind.rawValue, profile.hidesAdult, profile.member,
            profile.created,
        ])
    }

    static func rename(_ id: String, to name: String, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE profile SET name = ?, nameKey = ? WHERE id = ?")
            .execute(arguments: [name, NameRules.key(name), id])
    }

    static func setHidesAdult(_ hides: Bool, of id: String, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE profile SET hidesAdult = ? WHERE id = ?").execute(arguments: [hides, id])
    }

    /// Deletes a profile with all of its data here, and leaves a tombstone.
    static func delete(_ id: String, at time: Int64, _ db: Database) throws {
        let orphans = try String.fetchAll(
            try db.cachedStatement(
                sql:
                    "SELECT content FROM favourite JOIN profile ON profile.row = favourite.profile WHERE profile.id = ?"
            ),
            arguments: [id])
        try ViewingRuleTable.end(id, db)
        try db.cachedStatement(sql: "DELETE FROM profile WHERE id = ?").execute(arguments: [id])
        for content in orphans { try CardTable.removeIfUnused(content, db) }
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO deletedProfile VALUES (?, ?)").execute(arguments: [id, time])
    }

    /// The IDs of the last deleted profiles, the latest first.
    static func deleted(limit: Int, _ db: Database) throws -> [String] {
        let statement = try db.cachedStatement(sql: "SELECT id FROM deletedProfile ORDER BY deleted DESC, id LIMIT ?")
        return try String.fetchAll(statement, arguments: [limit])
    }

    /// The IDs of all deleted profiles, in their order, after one of them. Tombstones are permanent.
    static func deleted(after id: String, limit: Int, _ db: Database) throws -> [String] {
        let statement = try db.cachedStatement(sql: "SELECT id FROM deletedProfile WHERE id > ? ORDER BY id LIMIT ?")
        return try String.fetchAll(statement, arguments: [id, limit])
    }

    /// How many were deleted.
    static func deletedCount(_ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM deletedProfile") ?? 0
    }

    /// Whether a profile of that id was deleted.
    static func wasDeleted(_ id: String, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT count(*) FROM deletedProfile WHERE id = ?")
        return try Bool.fetchOne(statement, arguments: [id]) ?? false
    }
}
