internal import CatalogAPI
internal import CatalogFormats
internal import GRDB

/// The series and films whose responses from a panel were unreadable. They are in the table of requested channels,
/// under names that are no channel's id.
struct XtreamUnreadableTitles: Sendable {
    let section: XtreamTitle.Section
    let feed: String

    /// The delay before a title is requested again: the next request by the usual schedule, which may come an hour
    /// early.
    static let pause = Duration.seconds(20 * 3_600)

    private var prefix: String { "\(section.rawValue) " }

    /// When each was last requested, in milliseconds since 1970.
    func times(_ db: Database) throws -> [String: Int64] {
        let rows = try Row.fetchAll(
            db, sql: "SELECT substr(stream, ?), asked FROM panelGuide WHERE feed = ? AND substr(stream, 1, ?) = ?",
            arguments: [prefix.count + 1, feed, prefix.count, prefix])
        return Dictionary(rows.map { ($0[0] as String, $0[1] as Int64) }) { first, _ in first }
    }

    /// Records an unreadable response.
    func note(_ title: String, at now: Int64, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO panelGuide (feed, stream, asked) VALUES (?, ?, ?)",
            arguments: [feed, prefix + title, now])
    }

    /// Deletes one that was answered or no longer exists.
    func forget(_ title: String, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM panelGuide WHERE feed = ? AND stream = ?", arguments: [feed, prefix + title])
    }

    /// Deletes those that the panel no longer has.
    func keep(_ titles: Set<String>, _ db: Database) throws {
        for title in try times(db).keys where !titles.contains(title) { try forget(title, db) }
    }
}
