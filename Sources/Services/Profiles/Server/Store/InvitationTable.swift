internal import Cryptography
internal import Foundation
internal import GRDB
internal import HearthModel
internal import ProfilesAPI

/// An invitation. Times are milliseconds since 1970.
struct InvitationRow: Sendable, Hashable {
    var id: String
    var role: Role
    var name: String?
    /// The id of the member who invites, who may be gone.
    var invitedBy: String
    var created: Int64
    var expires: Int64
    /// Accepted or revoked; nil while neither has happened, also when it has expired.
    var ending: InvitationState?
    /// The id of the member who has accepted it, who may be gone.
    var member: String?

    /// Whether it can be accepted, or why not.
    func state(at now: Int64) -> InvitationState { ending ?? (expires > now ? .open : .expired) }
}

/// The rows of invitations, with the hashes of their tokens.
enum InvitationTable {
    static let creation = [
        // `hash` is of the token's secret, which is stored nowhere. Members are named without a reference, as they may go.
        """
        CREATE TABLE invitation (
            row INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            hash BLOB NOT NULL,
            role TEXT NOT NULL CHECK (role IN ('adult', 'child')),
            name TEXT,
            invitedBy TEXT NOT NULL,
            created INTEGER NOT NULL,
            expires INTEGER NOT NULL,
            ending TEXT CHECK (ending IN ('accepted', 'revoked')),
            member TEXT
        ) STRICT
        """
    ]

    private static let columns = "id, role, name, invitedBy, created, expires, ending, member"

    /// Every invitation that is kept, the latest first.
    static func all(_ db: Database) throws -> [InvitationRow] {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM invitation ORDER BY row DESC")
        return try Row.fetchAll(statement).map(decode)
    }

    /// The invitation of that id.
    static func find(_ id: String, _ db: Database) throws -> InvitationRow? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM invitation WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map(decode)
    }

    /// The open invitation whose secret has that hash. Each open one is compared, in constant time.
    static func open(hash: [UInt8], at now: Int64, _ db: Database) throws -> InvitationRow? {
        let statement = try db.cachedStatement(
            sql: "SELECT \(columns), hash FROM invitation WHERE ending IS NULL AND expires > ?")
        var found: InvitationRow?
        for row in try Row.fetchAll(statement, arguments: [now]) {
            let known: Data = row["hash"]
            if constantTimeEqual([UInt8](known), hash) { found = decode(row) }
        }
        return found
    }

    /// How many are open.
    static func openCount(at now: Int64, _ db: Database) throws -> Int {
        let statement = try db.cachedStatement(
            sql: "SELECT count(*) FROM invitation WHERE ending IS NULL AND expires > ?")
        return try Int.fetchOne(statement, arguments: [now]) ?? 0
    }

    static func insert(_ invitation: InvitationRow, hash: [UInt8], _ db: Database) throws {
        let sql = """
            INSERT INTO invitation (id, hash, role, name, invitedBy, created, expires) VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        try db.cachedStatement(sql: sql).execute(arguments: [
            invitation.id, Data(hash), invitation.role.rawValue, invitation.name, invitation.invitedBy,
            invitation.created, invitation.expires,
        ])
    }

    /// Ends an invitation, unless it has ended: by a member who accepts it, or as revoked.
    static func end(_ id: String, acceptedBy member: String?, _ db: Database) throws {
        let ending: InvitationState = member == nil ? .revoked : .accepted
        try db.cachedStatement(sql: "UPDATE invitation SET ending = ?, member = ? WHERE id = ? AND ending IS NULL")
            .execute(arguments: [ending.rawValue, member, id])
    }

    /// Revokes the open invitations of a member who no longer may invite.
    static func revokeAll(by member: String, at now: Int64, _ db: Database) throws {
        try db.cachedStatement(
            sql: "UPDATE invitation SET ending = 'revoked' WHERE invitedBy = ? AND ending IS NULL AND expires > ?"
        ).execute(arguments: [member, now])
    }

    /// Forgets invitations that have ended: those that expired before a time, and the oldest ones beyond `limit`.
    static func sweep(expiredBefore time: Int64, at now: Int64, limit: Int, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM invitation WHERE expires < ?").execute(arguments: [time])
        let sql = """
            DELETE FROM invitation WHERE (ending IS NOT NULL OR expires <= ?)
                AND row NOT IN (SELECT row FROM invitation ORDER BY row DESC LIMIT ?)
            """
        try db.cachedStatement(sql: sql).execute(arguments: [now, limit])
    }

    private static func decode(_ row: Row) -> InvitationRow {
        let ending: String? = row[6]
        return InvitationRow(
            id: row[0], role: Role(rawValue: row[1]), name: row[2], invitedBy: row[3], created: row[4],
            expires: row[5], ending: ending.map(InvitationState.init(rawValue:)), member: row[7])
    }
}
