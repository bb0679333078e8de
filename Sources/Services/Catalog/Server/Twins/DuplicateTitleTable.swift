internal import GRDB
internal import ServiceKit

extension CatalogMigrations {
    /// Titles whose links are another one's, as both are one of TMDB's, by its number.
    static let twins = [
        "CREATE TABLE twin (id TEXT PRIMARY KEY, successor TEXT NOT NULL, tmdb INTEGER NOT NULL) STRICT, WITHOUT ROWID",
        "CREATE INDEX twin_by_successor ON twin (successor)",
    ]
}

/// Titles that are one: the sources call them otherwise, and TMDB has one number for both; or channels, of which one source
/// has the guide id and another one does not.
///
/// What TMDB has said stays so when it is asked no more, or not to be reached.
enum DuplicateTitleTable {
    /// A title, and the one whose links are its own.
    struct Twin: Sendable, Hashable {
        var id: String
        var successor: String
        /// TMDB's number of both; ``DuplicateTitleTable/byName`` of channels.
        var tmdbID: Int64
    }

    /// Stands in place of TMDB's number for channels that are one by their name, see ``DuplicateChannelFinder``.
    static let byName: Int64 = 0

    /// More are left as they are: all are kept in memory while a job runs.
    static let maximumCount = 50_000

    static func all(_ db: Database) throws -> [Twin] { try fetch("", [], db) }

    /// Those that are a title now.
    static func of(_ successor: String, _ db: Database) throws -> [Twin] {
        try fetch("WHERE successor = ? ORDER BY id", [successor], db)
    }

    /// What a title is; nil when it is its own.
    static func find(_ id: String, _ db: Database) throws -> Twin? { try fetch("WHERE id = ?", [id], db).first }

    static func count(_ db: Database) throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM twin") ?? 0 }

    /// Notes that a title is another one, and with it those that were this one.
    static func put(_ twin: Twin, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM twin WHERE id = ?").execute(arguments: [twin.successor])
        try db.cachedStatement(sql: "UPDATE twin SET successor = ? WHERE successor = ?")
            .execute(arguments: [twin.successor, twin.id])
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO twin (id, successor, tmdb) VALUES (?, ?, ?)")
            .execute(arguments: [twin.id, twin.successor, twin.tmdbID])
    }

    /// Notes which channels are others by their names, or are not any more.
    static func note(_ changes: [DuplicateChannelFinder.Change], _ db: Database) throws {
        for change in changes {
            if let successor = change.successor {
                try put(Twin(id: change.id, successor: successor, tmdbID: byName), db)
            } else {
                try db.cachedStatement(sql: "DELETE FROM twin WHERE id = ?").execute(arguments: [change.id])
            }
        }
    }

    /// Forgets everything that is one with a title.
    static func forget(_ id: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM twin WHERE ? IN (id, successor)").execute(arguments: [id])
    }

    /// How many are looked at in one step of ``forgetUnused(after:_:)``.
    private static let rowsPerStep = 50

    /// Deletes, from the next rows by id, those whose names no list has a link for any more, not even a stale one or
    /// one kept for an undo: should one come back, its duplicates are found again.
    ///
    /// - Returns: the id after which the next step resumes; nil when these were the last.
    static func forgetUnused(after id: String, _ db: Database) throws -> String? {
        let next = try db.cachedStatement(sql: "SELECT id FROM twin WHERE id > ? ORDER BY id LIMIT \(rowsPerStep)")
        let ids = try String.fetchAll(next, arguments: [id])
        let links = ["item", "series", "ownItem", "ownSeries"]
            .map { "EXISTS (SELECT 1 FROM entry WHERE \($0) = :id)" }.joined(separator: " OR ")
        let unused = try db.cachedStatement(sql: "DELETE FROM twin WHERE id = :id AND NOT (\(links))")
        for id in ids { try unused.execute(arguments: ["id": id]) }
        return ids.count == rowsPerStep ? ids.last : nil
    }

    private static func fetch(_ condition: String, _ arguments: StatementArguments, _ db: Database) throws -> [Twin] {
        let statement = try db.cachedStatement(sql: "SELECT id, successor, tmdb FROM twin \(condition)")
        return try Row.fetchAll(statement, arguments: arguments).map {
            Twin(id: $0[0], successor: $0[1], tmdbID: $0[2])
        }
    }
}
