internal import CatalogRecognition
internal import GRDB
internal import HearthModel

/// The titles that a job has to recompute because their links have changed: 32 bytes each.
struct TouchedTitles: Sendable {
    private var ids: [DerivedID] = []

    /// Whether there is none.
    var isEmpty: Bool { ids.isEmpty }

    /// Adds a title, and its series.
    mutating func add(_ id: DerivedID, series: DerivedID?) {
        ids.append(id)
        if let series { ids.append(series) }
    }

    /// Adds the titles of others.
    mutating func add(_ others: TouchedTitles) { ids += others.ids }

    /// Adds the titles of entries.
    mutating func add(_ entries: [EndedEntry]) {
        for entry in entries { if let id = entry.item { add(id, series: entry.series) } }
    }

    /// Each title once, series after their episodes, and otherwise by id.
    var sorted: [DerivedID] {
        var last: DerivedID?
        return ids.sorted { Self.order($0) < Self.order($1) }.filter { id in
            defer { last = id }
            return id != last
        }
    }

    private static func order(_ id: DerivedID) -> (UInt8, UInt64, UInt64) {
        (id.kind == .series ? .max : id.kind.derivedNumber, id.high, id.low)
    }

    /// Each title once, series after their episodes, and otherwise in the order of arrival: that of their stored links;
    /// in lists consecutive episodes are adjacent, as in the indexes by title and by series.
    var inOrder: [DerivedID] {
        var seen: Set<DerivedID> = []
        seen.reserveCapacity(ids.count / 2)
        let once = ids.filter { seen.insert($0).inserted }
        return once.filter { $0.kind != .series } + once.filter { $0.kind == .series }
    }
}

/// A link that ends, or that its source has lost, with its titles.
struct EndedEntry: Sendable {
    var item: DerivedID?
    var series: DerivedID?

    /// Reads the titles of a link.
    static func read(_ row: Int64, _ db: Database) throws -> EndedEntry {
        let statement = try db.cachedStatement(sql: "SELECT item, series FROM entry WHERE row = ?")
        guard let found = try Row.fetchOne(statement, arguments: [row]) else { return EndedEntry() }
        return EndedEntry(item: DerivedID(found[0] as String), series: (found[1] as String?).flatMap { DerivedID($0) })
    }
}
