internal import GRDB

/// The groups of the playlists by name.
enum GroupTable {
    /// The id of a group, which is inserted if needed.
    static func id(of name: String, _ db: Database) throws -> Int64 {
        var known = try PositionalStatement(db, "SELECT id FROM groupName WHERE name = ?")
        known.bind(name)
        if try known.step() { return known[0] }
        try db.cachedStatement(sql: "INSERT INTO groupName (name) VALUES (?)").execute(arguments: [name])
        return db.lastInsertedRowID
    }

    /// Deletes empty groups.
    static func deleteEmpty(_ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM groupName WHERE NOT EXISTS (SELECT 1 FROM membership WHERE groupID = groupName.id)")
    }
}
