internal import GRDB
internal import HearthModel
internal import ProfilesAPI

/// The rows of members, and their ties to profiles.
enum MemberTable {
    /// The change of the table of members by which they can be disabled.
    static let disabling = ["ALTER TABLE member ADD COLUMN disabled INTEGER"]

    /// Every member, the oldest first.
    static func all(_ db: Database) throws -> [MemberRow] {
        let statement = try db.cachedStatement(sql: "SELECT id, name, role, created, disabled FROM member ORDER BY row")
        return try Row.fetchAll(statement).map { row in
            MemberRow(
                id: row[0], name: row[1], role: Role(rawValue: row[2]), created: row[3], disabled: row[4])
        }
    }

    /// Stores a member's name, role and whether it is disabled.
    static func update(_ member: MemberRow, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE member SET name = ?, role = ?, disabled = ? WHERE id = ?")
            .execute(arguments: [member.name, member.role.rawValue, member.disabled, member.id])
    }

    /// Deletes a member whose profile is deleted, or detached.
    static func delete(_ id: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM member WHERE id = ?").execute(arguments: [id])
    }

    /// Makes a member's profile a guest's, which is no member's own.
    static func detachProfile(of id: String, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE profile SET member = NULL WHERE member = ?").execute(arguments: [id])
    }

    /// Changes the kind of a member's own profile.
    static func setKind(_ kind: ProfileKind, ofProfileOf id: String, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE profile SET kind = ? WHERE member = ?")
            .execute(arguments: [kind.rawValue, id])
    }
}
