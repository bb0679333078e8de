internal import GRDB
internal import ReadingListAPI

/// The tags of links.
enum TagTable {
    private static let listedTags = 500

    static func add(_ tag: String, to link: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO tag VALUES (?, ?, ?)")
            .execute(arguments: [link, LinkText.key(tag), tag])
    }

    static func remove(_ tag: String, from link: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM tag WHERE link = ? AND key = ?")
            .execute(arguments: [link, LinkText.key(tag)])
    }

    /// A reader's tags, the most used first. Of several spellings one is shown.
    static func counts(of reader: Int64, _ db: Database) throws -> [TagCount] {
        let sql = """
            SELECT min(tag), count(*) AS uses FROM tag JOIN link ON link.row = tag.link
            WHERE link.reader = ? AND link.deleted IS NULL GROUP BY key ORDER BY uses DESC, key LIMIT ?
            """
        return try Row.fetchAll(try db.cachedStatement(sql: sql), arguments: [reader, listedTags])
            .map { TagCount(tag: $0[0], count: $0[1]) }
    }
}
