internal import CatalogFormats
internal import GRDB

/// The number of a panel's series or films that were still pending after the last refresh. It is in the table of
/// requested channels, under a name that is no channel's id.
struct XtreamBacklog: Sendable {
    let section: XtreamTitle.Section
    let feed: String

    private var name: String { Self.prefix + section.rawValue }

    private static let prefix = "left "

    /// Stores the number.
    func note(_ count: Int, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM panelGuide WHERE feed = ? AND stream = ?", arguments: [feed, name])
        guard count > 0 else { return }
        try db.execute(
            sql: "INSERT INTO panelGuide (feed, stream, asked) VALUES (?, ?, ?)", arguments: [feed, name, Int64(count)])
    }

    /// The number of a feed's pending titles, series and films together.
    static func count(_ feed: String, _ db: Database) throws -> Int64 {
        try Int64.fetchOne(
            db, sql: "SELECT sum(asked) FROM panelGuide WHERE feed = ? AND substr(stream, 1, ?) = ?",
            arguments: [feed, prefix.count, prefix]) ?? 0
    }
}
