internal import GRDB
internal import HearthModel

/// The titles that are never suggested to profiles. It names both by their IDs: the marks outlive removed history.
enum NeverSuggestedTable {
    /// The table. `added` is in milliseconds since 1970, for people.
    static let creation = [
        """
        CREATE TABLE neverSuggested (
            profile TEXT NOT NULL,
            content TEXT NOT NULL,
            added INTEGER NOT NULL,
            PRIMARY KEY (profile, content)
        ) STRICT, WITHOUT ROWID
        """
    ]

    /// A profile's titles.
    static func ids(of profile: String, _ db: Database) throws -> Set<ContentID> {
        Set(try list(of: profile, db).map(\.content))
    }

    /// A profile's titles, the latest first.
    static func list(of profile: String, _ db: Database) throws -> [(content: ContentID, added: Int64)] {
        let statement = try db.cachedStatement(
            sql: "SELECT content, added FROM neverSuggested WHERE profile = ? ORDER BY added DESC, content")
        return try Row.fetchAll(statement, arguments: [profile]).map { (ContentID(rawValue: $0[0]), $0[1]) }
    }

    /// Excludes a title.
    ///
    /// - Returns: whether it was not excluded before.
    /// - Throws: ``PlaybackError/tooManyNeverSuggested``.
    static func add(_ content: ContentID, of profile: String, at now: Int64, _ db: Database) throws -> Bool {
        let known = try ids(of: profile, db)
        guard !known.contains(content) else { return false }
        guard known.count < PlaybackLimits.neverSuggested else { throw PlaybackError.tooManyNeverSuggested }
        try db.cachedStatement(sql: "INSERT INTO neverSuggested VALUES (?, ?, ?)")
            .execute(arguments: [profile, content.rawValue, now])
        return true
    }

    /// Lets a title be suggested again.
    ///
    /// - Returns: whether it was excluded before.
    static func remove(_ content: ContentID, of profile: String, _ db: Database) throws -> Bool {
        try db.cachedStatement(sql: "DELETE FROM neverSuggested WHERE profile = ? AND content = ?")
            .execute(arguments: [profile, content.rawValue])
        return db.changesCount > 0
    }

    /// Moves a replaced title's marks to its successor.
    static func merge(_ old: ContentID, into new: ContentID, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE OR REPLACE neverSuggested SET content = ?2 WHERE content = ?1",
            arguments: [old.rawValue, new.rawValue])
    }

    /// Erases a deleted profile's marks.
    static func erase(_ profile: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM neverSuggested WHERE profile = ?", arguments: [profile])
    }
}
