internal import CBOR
internal import CatalogFormats
internal import Foundation
internal import GRDB

/// Panels' responses about single titles, cached between refreshes: a panel is requested one title at a time, and only
/// when that has changed.
struct XtreamResponseCache<Response: Codable & Sendable>: Sendable {
    private let table: String
    /// The column of the panel's id of the title.
    private let id: String
    private let column: String

    fileprivate init(table: String, id: String, column: String) {
        (self.table, self.id, self.column) = (table, id, column)
    }

    /// The cached titles of a feed, with the panel's time of their last change.
    func known(_ feed: String, _ db: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(db, sql: "SELECT \(id), modified FROM \(table) WHERE feed = ?", arguments: [feed])
        return Dictionary(rows.map { ($0[0] as String, $0[1] as String) }) { first, _ in first }
    }

    /// The cached responses of some titles, by title.
    func responses(of titles: [String], feed: String, _ db: Database) throws -> [String: Response] {
        let statement = try db.cachedStatement(sql: "SELECT \(column) FROM \(table) WHERE feed = ? AND \(id) = ?")
        var found: [String: Response] = [:]
        for title in titles {
            guard let bytes = try Data.fetchOne(statement, arguments: [feed, title]) else { continue }
            found[title] = try CBORDecoder().decode(Response.self, from: [UInt8](bytes))
        }
        return found
    }

    /// Caches a panel's response about a title.
    func put(_ title: String, modified: String, _ response: Response, feed: String, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO \(table) (feed, \(id), modified, \(column)) VALUES (?, ?, ?, ?)",
            arguments: [feed, title, modified, Data(try CBOREncoder().encode(response))])
    }

    /// Deletes the titles that a panel no longer has.
    func keep(_ titles: Set<String>, feed: String, _ db: Database) throws {
        for title in try known(feed, db).keys where !titles.contains(title) {
            try db.execute(sql: "DELETE FROM \(table) WHERE feed = ? AND \(id) = ?", arguments: [feed, title])
        }
    }
}

extension XtreamResponseCache where Response == [XtreamEpisode] {
    /// The episodes of series.
    static var series: XtreamResponseCache {
        XtreamResponseCache(table: "panelSeries", id: "series", column: "episodes")
    }
}

extension XtreamResponseCache where Response == XtreamMovie {
    /// The details of films.
    static var films: XtreamResponseCache { XtreamResponseCache(table: "panelFilm", id: "film", column: "details") }
}
