internal import GRDB

/// The rows of members' accounts at Apple.
enum AppleTable {
    static func create(_ db: Database) throws {
        // `subject` is Apple's lasting id of a person for the developer's team; `linked` is milliseconds since 1970.
        try db.execute(
            sql: """
                CREATE TABLE apple (
                    subject TEXT PRIMARY KEY,
                    member TEXT NOT NULL UNIQUE REFERENCES member (id) ON DELETE CASCADE,
                    name TEXT,
                    mail TEXT,
                    linked INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID
                """)
    }

    /// Of accounts whose code was exchanged, the token by which the authorization is revoked once the link is gone, also with
    /// its member. Without the developer's key, which is in no shard, it is of no use.
    static func addTokens(_ db: Database) throws {
        for statement in [
            "ALTER TABLE apple ADD COLUMN token TEXT", "ALTER TABLE apple ADD COLUMN client TEXT",
            "CREATE TABLE appleRevocation (row INTEGER PRIMARY KEY, client TEXT NOT NULL, token TEXT NOT NULL) STRICT",
            """
            CREATE TRIGGER appleRemoved AFTER DELETE ON apple WHEN old.token IS NOT NULL AND old.client IS NOT NULL BEGIN
                INSERT INTO appleRevocation (client, token) VALUES (old.client, old.token);
            END
            """,
        ] {
            try db.execute(sql: statement)
        }
    }

    private static let columns = "subject, member, name, mail, linked, token, client"

    static func find(subject: String, _ db: Database) throws -> AppleRow? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM apple WHERE subject = ?")
        return try Row.fetchOne(statement, arguments: [subject]).map(AppleRow.init)
    }

    static func find(member: String, _ db: Database) throws -> AppleRow? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM apple WHERE member = ?")
        return try Row.fetchOne(statement, arguments: [member]).map(AppleRow.init)
    }

    /// Inserts a link, or changes the one of that subject.
    static func put(_ link: AppleRow, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO apple (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (subject) DO UPDATE SET member = excluded.member, name = excluded.name, mail = excluded.mail,
                    linked = excluded.linked, token = excluded.token, client = excluded.client
                """
        ).execute(arguments: [
            link.subject, link.member, link.name, link.mail, link.linked, link.token, link.client,
        ])
    }

    static func remove(member: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM apple WHERE member = ?").execute(arguments: [member])
    }
}

/// A member's account at Apple.
struct AppleRow: Sendable, Hashable {
    var subject: String
    var member: String
    var name: String?
    var mail: String?
    /// Milliseconds since 1970.
    var linked: Int64
    /// Apple's refresh token, a secret, and the client for which it was issued.
    var token: String?
    var client: String?
}

extension AppleRow {
    fileprivate init(_ row: Row) {
        self.init(
            subject: row[0], member: row[1], name: row[2], mail: row[3], linked: row[4], token: row[5], client: row[6])
    }
}
