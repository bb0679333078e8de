internal import CBOR
internal import Foundation
internal import GRDB

/// The episodes of panels' series, kept between refreshes: a panel is asked for one series at a time, and only when that has
/// changed.
enum PanelSeriesTable {
    /// Which of a feed's series are known, with what the panel said of their last change.
    static func known(_ feed: String, _ db: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(
            db, sql: "SELECT series, modified FROM panelSeries WHERE feed = ?", arguments: [feed])
        return Dictionary(rows.map { ($0[0] as String, $0[1] as String) }) { first, _ in first }
    }

    /// The episodes of some series, by series.
    static func episodes(of series: [String], feed: String, _ db: Database) throws -> [String: [PanelEpisode]] {
        let statement = try db.cachedStatement(sql: "SELECT episodes FROM panelSeries WHERE feed = ? AND series = ?")
        var found: [String: [PanelEpisode]] = [:]
        for id in series {
            guard let bytes = try Data.fetchOne(statement, arguments: [feed, id]) else { continue }
            found[id] = try CBORDecoder().decode([PanelEpisode].self, from: [UInt8](bytes))
        }
        return found
    }

    /// Keeps what a panel answered about a series.
    static func put(_ series: String, modified: String, _ episodes: [PanelEpisode], feed: String, _ db: Database) throws
    {
        try db.execute(
            sql: "INSERT OR REPLACE INTO panelSeries (feed, series, modified, episodes) VALUES (?, ?, ?, ?)",
            arguments: [feed, series, modified, Data(try CBOREncoder().encode(episodes))])
    }

    /// Forgets the series that a panel does not have any more.
    static func keep(_ series: Set<String>, feed: String, _ db: Database) throws {
        for id in try known(feed, db).keys where !series.contains(id) {
            try db.execute(sql: "DELETE FROM panelSeries WHERE feed = ? AND series = ?", arguments: [feed, id])
        }
    }
}
