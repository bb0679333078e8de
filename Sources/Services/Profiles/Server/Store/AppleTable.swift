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

    private static let columns = "subject, member, name, mail, linked"

    static func find(subject: String, _ db: Database) throws -> AppleRow? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM apple WHERE subject = ?")
        return try Row.fetchOne(statement, arguments: [subject]).map(AppleRow.init)
    }

    static func find(member: String, _ db: Database) throws -> AppleRow? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM apple WHERE member = ?")
        return try Row.fetchOne(statement, arguments: [member]).map(AppleRow.init)
    }

    /// Inserts a link, or replaces the one of that subject.
    static func put(_ link: AppleRow, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO apple (\(columns)) VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: [link.subject, link.member, link.name, link.mail, link.linked])
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
}

extension AppleRow {
    fileprivate init(_ row: Row) {
        self.init(subject: row[0], member: row[1], name: row[2], mail: row[3], linked: row[4])
    }
}
