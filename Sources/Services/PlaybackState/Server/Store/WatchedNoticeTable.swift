internal import GRDB
internal import HearthModel
internal import ProfilesAPI

/// The titles that profiles have watched, until downloads has been told of them. Only of profiles whose watched
/// downloads are deleted.
enum WatchedNoticeTable {
    /// Titles that a profile has watched.
    struct Notice: Sendable, Hashable {
        var profile: String
        var content: ContentID
        /// In milliseconds since 1970.
        var watched: Int64
    }

    /// Notes that the viewers of a session have completed its title, at the time of its last report.
    static func put(session: Int64, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO watchedNotice
                SELECT f.id, c.id, p.stamp FROM point p JOIN viewing v ON v.session = p.session
                JOIN profile f ON f.row = v.profile JOIN content c ON c.row = v.content
                WHERE p.session = ?1 AND EXISTS (
                    SELECT 1 FROM setting s WHERE s.profile = f.id AND s.name = ?2 AND s.value <> 0)
                """
        ).execute(arguments: [session, SettingName.autoDeleteWatchedDownloads.rawValue])
    }

    /// Notes that a profile has marked a title as watched.
    static func put(_ content: ContentID, of profile: String, at stamp: HybridTimestamp, _ db: Database) throws {
        guard try SettingTable.isOn(.autoDeleteWatchedDownloads, of: profile, db) else { return }
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO watchedNotice VALUES (?, ?, ?)")
            .execute(arguments: [profile, content.rawValue, stamp.rawValue])
    }

    /// The first notices, in order.
    static func first(_ limit: Int, _ db: Database) throws -> [Notice] {
        let statement = try db.cachedStatement(
            sql: "SELECT profile, content, stamp FROM watchedNotice ORDER BY profile, content LIMIT ?")
        return try Row.fetchAll(statement, arguments: [limit]).map { row in
            Notice(
                profile: row[0], content: ContentID(rawValue: row[1]),
                watched: HybridTimestamp(rawValue: row[2]).milliseconds)
        }
    }

    /// Removes a notice, unless the title was watched again since.
    static func remove(_ notice: Notice, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "DELETE FROM watchedNotice WHERE profile = ? AND content = ? AND stamp < ?")
        let next = HybridTimestamp(milliseconds: notice.watched + 1)
        try statement.execute(arguments: [notice.profile, notice.content.rawValue, next.rawValue])
    }

    /// Erases a deleted profile's notices.
    static func erase(_ profile: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM watchedNotice WHERE profile = ?", arguments: [profile])
    }
}
