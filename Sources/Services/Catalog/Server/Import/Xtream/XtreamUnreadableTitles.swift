internal import CatalogAPI
internal import GRDB

/// The series and films that a panel was asked after, and of which no answer came that could be read. They are in the table of
/// the channels that were asked after, under names that are no channel's number.
struct XtreamUnreadableTitles: Sendable {
    let section: XtreamTitle.Section
    let feed: String

    /// One is asked after again no sooner than after this: the next time that a panel is asked by the usual schedule, which may
    /// come an hour early.
    static let pause = Duration.seconds(20 * 3_600)

    private var prefix: String { "\(section.rawValue) " }

    /// When each was asked after last, in milliseconds since 1970.
    func times(_ db: Database) throws -> [String: Int64] {
        let rows = try Row.fetchAll(
            db, sql: "SELECT substr(stream, ?), asked FROM panelGuide WHERE feed = ? AND substr(stream, 1, ?) = ?",
            arguments: [prefix.count + 1, feed, prefix.count, prefix])
        return Dictionary(rows.map { ($0[0] as String, $0[1] as Int64) }) { first, _ in first }
    }

    /// Notes that no answer came about one.
    func note(_ title: String, at now: Int64, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO panelGuide (feed, stream, asked) VALUES (?, ?, ?)",
            arguments: [feed, prefix + title, now])
    }

    /// Forgets one, as it was answered or is not there any more.
    func forget(_ title: String, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM panelGuide WHERE feed = ? AND stream = ?", arguments: [feed, prefix + title])
    }

    /// Forgets those that the panel does not have any more.
    func keep(_ titles: Set<String>, _ db: Database) throws {
        for title in try times(db).keys where !titles.contains(title) { try forget(title, db) }
    }
}
