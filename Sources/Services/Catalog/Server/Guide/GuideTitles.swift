internal import GRDB
internal import ServiceKit

/// The titles of programmes, each once, with the full-text index over them: a guide says the same titles again and again.
enum GuideTitles {
    /// The number of a title, which is made if need be.
    static func id(of title: String, _ db: Database) throws -> Int64 {
        // Most that are asked for are new: those that come again soon are remembered by the job.
        var new = try PositionalStatement(db, "INSERT OR IGNORE INTO guideTitle (title) VALUES (?)")
        new.bind(title)
        try new.run()
        guard db.changesCount > 0 else {
            var known = try PositionalStatement(db, "SELECT id FROM guideTitle WHERE title = ?")
            known.bind(title)
            guard try known.step() else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
            return known[0]
        }
        let id = db.lastInsertedRowID
        var search = try PositionalStatement(db, "INSERT INTO guideSearch (rowid, title) VALUES (?, ?)")
        search.bind(id)
        search.bind(SearchText.spaced(title))
        try search.run()
        return id
    }

    /// Removes some of the titles after one that no programme has any more.
    ///
    /// - Returns: the last title that was looked at; nil when there are no more.
    static func forget(after last: Int64, _ db: Database) throws -> Int64? {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT g.id, g.title, EXISTS (SELECT 1 FROM programme p WHERE p.titleID = g.id) FROM guideTitle g
                    WHERE g.id > ? ORDER BY g.id LIMIT \(titlesPerStep)
                    """), arguments: [last])
        for row in rows where !(row[2] as Bool) {
            // The index keeps no copy of the text, so it must be told again what to forget.
            try db.cachedStatement(sql: "INSERT INTO guideSearch (guideSearch, rowid, title) VALUES ('delete', ?, ?)")
                .execute(arguments: [row[0] as Int64, SearchText.spaced(row[1])])
            try db.cachedStatement(sql: "DELETE FROM guideTitle WHERE id = ?").execute(arguments: [row[0] as Int64])
        }
        return rows.last?[0]
    }

    private static let titlesPerStep = 200
}
