internal import GRDB
internal import ServiceKit

/// The titles of programmes, each once, with the full-text index over them: a guide says the same titles again and again.
///
/// A title is kept once for each different set of ``ProgrammeDetails`` that its programmes have, so that these are searched, and
/// are stored once however often they are said.
enum GuideTitles {
    /// What divides a title from what stands for its details.
    private static let divider: Character = "\u{1F}"

    /// The text under which a title with these details is kept: the title alone, or with a number that stands for them, as the
    /// index on these texts need not have all names.
    static func key(_ title: String, _ details: String?) -> String {
        guard let details else { return title }
        var hash = Fingerprint()
        hash.add(details)
        return "\(title)\(divider)\(String(UInt64(bitPattern: hash.value), radix: 36))"
    }

    /// What is searched of a title with these details.
    private static func indexed(_ key: String, _ details: String?) -> String {
        guard let details, let end = key.lastIndex(of: divider) else { return SearchText.spaced(key) }
        return SearchText.spaced("\(key[..<end])\n\(ProgrammeDetails(text: details).words)")
    }

    /// The number of a title, which is made if need be.
    ///
    /// - Parameters:
    ///   - key: its ``key(_:_:)``.
    ///   - details: those that the key stands for.
    static func id(of key: String, _ details: String?, _ db: Database) throws -> Int64 {
        // Most that are asked for are new: those that come again soon are remembered by the job.
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

    /// Removes some of the titles after one that no programme has any more.
    ///
    /// - Returns: the last title that was looked at; nil when there are no more.
    static func forget(after last: Int64, _ db: Database) throws -> Int64? {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT g.id, g.title, EXISTS (SELECT 1 FROM programme p WHERE p.titleID = g.id), g.details
                    FROM guideTitle g WHERE g.id > ? ORDER BY g.id LIMIT \(titlesPerStep)
                    """), arguments: [last])
        for row in rows where !(row[2] as Bool) {
            // The index keeps no copy of the text, so it must be told again what to forget.
            try db.cachedStatement(sql: "INSERT INTO guideSearch (guideSearch, rowid, title) VALUES ('delete', ?, ?)")
                .execute(arguments: [row[0] as Int64, indexed(row[1], row[3])])
            try db.cachedStatement(sql: "DELETE FROM guideTitle WHERE id = ?").execute(arguments: [row[0] as Int64])
        }
        return rows.last?[0]
    }

    private static let titlesPerStep = 200
}
