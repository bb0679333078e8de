internal import GRDB
internal import ServiceKit

/// The titles of programmes, each once, with their full-text index: a guide repeats the same titles.
///
/// A title is stored once for each different set of ``ProgrammeDetails``, so that these are searchable, and are stored
/// once however often they occur.
enum GuideTitles {
    /// Separates a title from the hash of its details.
    private static let divider: Character = "\u{1F}"

    /// The key of a title with these details: the title alone, or with a hash of the details, as the index on these
    /// texts need not contain all names.
    static func key(_ title: String, _ details: String?) -> String {
        guard let details else { return title }
        var hash = Fingerprint()
        hash.add(details)
        return "\(title)\(divider)\(String(UInt64(bitPattern: hash.value), radix: 36))"
    }

    /// The searchable text of a title with these details.
    private static func indexed(_ key: String, _ details: String?) -> String {
        guard let details, let end = key.lastIndex(of: divider) else { return SearchText.spaced(key) }
        return SearchText.spaced("\(key[..<end])\n\(ProgrammeDetails(text: details).words)")
    }

    /// The id of a title, which is inserted if needed.
    ///
    /// - Parameters:
    ///   - key: its ``key(_:_:)``.
    ///   - details: those that the key stands for.
    static func id(of key: String, _ details: String?, _ db: Database) throws -> Int64 {
        // Most requested titles are new: the job caches those that soon repeat.
        var new = try PositionalStatement(db, "INSERT OR IGNORE INTO guideTitle (title, details) VALUES (?, ?)")
        new.bind(key)
        new.bind(details)
        try new.run()
        guard db.changesCount > 0 else {
            var known = try PositionalStatement(db, "SELECT id FROM guideTitle WHERE title = ?")
            known.bind(key)
            guard try known.step() else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
            return known[0]
        }
        let id = db.lastInsertedRowID
        var search = try PositionalStatement(db, "INSERT INTO guideSearch (rowid, title) VALUES (?, ?)")
        search.bind(id)
        search.bind(indexed(key, details))
        try search.run()
        return id
    }

    /// Deletes some of the titles after one that no programme uses any more.
    ///
    /// - Returns: the last title processed; nil when there are no more.
    static func forget(after last: Int64, _ db: Database) throws -> Int64? {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT g.id, g.title, EXISTS (SELECT 1 FROM programme p WHERE p.titleID = g.id), g.details
                    FROM guideTitle g WHERE g.id > ? ORDER BY g.id LIMIT \(titlesPerStep)
                    """), arguments: [last])
        for row in rows where !(row[2] as Bool) {
            // The index stores no copy of the text, so the deletion has to pass it.
            try db.cachedStatement(sql: "INSERT INTO guideSearch (guideSearch, rowid, title) VALUES ('delete', ?, ?)")
                .execute(arguments: [row[0] as Int64, indexed(row[1], row[3])])
            try db.cachedStatement(sql: "DELETE FROM guideTitle WHERE id = ?").execute(arguments: [row[0] as Int64])
        }
        return rows.last?[0]
    }

    private static let titlesPerStep = 200
}
