internal import GRDB

/// The titles that a job has to work out anew, because their links have changed: 24 bytes each.
struct TouchedTitles: Sendable {
    private var ids: [ContentID] = []

    /// Adds a title, and the series that it is an episode of.
    mutating func add(_ id: ContentID, series: ContentID?) {
        ids.append(id)
        if let series { ids.append(series) }
    }

    /// Adds the titles of entries.
    mutating func add(_ entries: [EndedEntry]) {
        for entry in entries { if let id = entry.item { add(id, series: entry.series) } }
    }

    /// Each title once, series after their episodes, and otherwise such that neighbours are stored on neighbouring pages.
    var sorted: [ContentID] {
        var last: ContentID?
        return ids.sorted { Self.order($0) < Self.order($1) }.filter { id in
            defer { last = id }
            return id != last
        }
    }

    private static func order(_ id: ContentID) -> (UInt8, UInt64, UInt64) {
        (id.kind == .series ? .max : id.kind.rawValue, id.high, id.low)
    }
}

/// A link that ends, or that its source has lost, by the titles that it belongs to.
struct EndedEntry: Sendable {
    var item: ContentID?
    var series: ContentID?

    /// Reads the titles of a link.
    static func read(_ row: Int64, _ db: Database) throws -> EndedEntry {
        let statement = try db.cachedStatement(sql: "SELECT item, series FROM entry WHERE row = ?")
        guard let found = try Row.fetchOne(statement, arguments: [row]) else { return EndedEntry() }
        return EndedEntry(item: ContentID(found[0] as String), series: (found[1] as String?).flatMap { ContentID($0) })
    }
}
