internal import GRDB
internal import ServiceKit

/// Duplicate titles: the sources name them differently, and TMDB has one number for both; or channels, of which one
/// source has the guide id and another one does not.
///
/// A duplicate by TMDB's data persists when TMDB is no longer requested or unreachable.
enum DuplicateTitleTable {
    /// A duplicate, and the title that it was merged into.
    struct Twin: Sendable, Hashable {
        var id: String
        var successor: String
        /// The TMDB id of both; ``DuplicateTitleTable/byName`` for channels.
        var tmdbID: Int64
    }

    /// Replaces the TMDB id for duplicate channels by name, see ``DuplicateChannelFinder``.
    static let byName: Int64 = 0

    /// More are not merged: all are in memory while a job runs.
    static let maximumCount = 50_000

    static func all(_ db: Database) throws -> [Twin] { try fetch("", [], db) }

    /// The duplicates that were merged into a title.
    static func of(_ successor: String, _ db: Database) throws -> [Twin] {
        try fetch("WHERE successor = ? ORDER BY id", [successor], db)
    }

    /// The duplicate of an id; nil when there is none.
    static func find(_ id: String, _ db: Database) throws -> Twin? { try fetch("WHERE id = ?", [id], db).first }

    static func count(_ db: Database) throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM twin") ?? 0 }

    /// Stores a duplicate, and redirects those that were merged into it.
    static func put(_ twin: Twin, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM twin WHERE id = ?").execute(arguments: [twin.successor])
        try db.cachedStatement(sql: "UPDATE twin SET successor = ? WHERE successor = ?")
            .execute(arguments: [twin.successor, twin.id])
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO twin (id, successor, tmdb) VALUES (?, ?, ?)")
            .execute(arguments: [twin.id, twin.successor, twin.tmdbID])
    }

    /// Stores changed duplicate channels.
    static func note(_ changes: [DuplicateChange], _ db: Database) throws {
        for change in changes {
            if let successor = change.successor {
                try put(Twin(id: change.id, successor: successor, tmdbID: byName), db)
            } else {
                try db.cachedStatement(sql: "DELETE FROM twin WHERE id = ?").execute(arguments: [change.id])
            }
        }
    }

    /// Deletes all duplicates of a title.
    static func forget(_ id: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM twin WHERE ? IN (id, successor)").execute(arguments: [id])
    }

    /// Rows checked in one step of ``forgetUnused(after:_:)``.
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
