internal import CatalogFormats
internal import CatalogRecognition
internal import GRDB

/// The lists' titles of links that corrections have moved: these links may go missing although the title that received
/// them remains.
struct MovedTitles {
    let generation: Int64
    let source: Int64

    /// The ids under which a list had links and has none any more, with their match keys.
    func gone(_ db: Database) throws -> [RenameFinder.Candidate] {
        let isLive = "o.died > :generation AND o.lost > :generation"
        let moved = """
            SELECT e.ownItem AS id, e.rungs AS rungs FROM entry e
            WHERE e.lost = :generation AND e.source = :source AND e.ownItem IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM entry o WHERE o.ownItem = e.ownItem AND \(isLive))
            """
        let left = """
            SELECT e.item AS id, e.rungs AS rungs FROM entry e
            WHERE e.lost = :generation AND e.source = :source AND e.ownItem IS NULL AND NOT EXISTS (
                SELECT 1 FROM entry o WHERE o.item = e.item AND o.ownItem IS NULL AND \(isLive))
            AND EXISTS (SELECT 1 FROM entry o WHERE o.item = e.item AND o.ownItem IS NOT NULL AND \(isLive))
            """
        let rows = try Row.fetchCursor(
            db, sql: "\(moved) UNION ALL \(left) ORDER BY id", arguments: ["generation": generation, "source": source])
        return try RenameFinder.Candidate.read(rows)
    }
}

/// Series have no links of their own: a series was renamed when its episodes were.
struct SeriesRenames {
    let generation: Int64

    /// The removed series with renamed episodes, and the series of most of these now.
    func pairs(of episodes: [RenameStager.Pair], _ db: Database) throws -> [RenameStager.Pair] {
        var votes: [String: [String: Int]] = [:]
        for pair in episodes {
            guard let old = try series(of: pair.old, db), let new = try series(of: pair.new, db), old != new else {
                continue
            }
            votes[old, default: [:]][new, default: 0] += 1
        }
        return try votes.keys.sorted().compactMap { old in
            let best = votes[old]?.max { ($0.value, $1.key) < ($1.value, $0.key) }
            guard let new = best?.key, try !hasLink(old, db) else { return nil }
            let isTitle = try TitleStore.current(old, generation: generation, db).map { $0.lost == generation } ?? false
            return RenameStager.Pair(old: old, new: new, by: "its episodes", isTitle: isTitle)
        }
    }

    /// The series of an episode by its list.
    private func series(of episode: String, _ db: Database) throws -> String? {
        for (item, series) in [("ownItem", "ownSeries"), ("item", "series")] {
            let statement = try db.cachedStatement(
                sql: "SELECT \(series) FROM entry WHERE \(item) = ? AND \(series) IS NOT NULL ORDER BY row DESC LIMIT 1"
            )
            if let found = try String.fetchOne(statement, arguments: [episode]) { return found }
        }
        return nil
    }

    /// Whether any list still has an episode of it.
    private func hasLink(_ series: String, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM entry WHERE series = :series AND ownItem IS NULL AND \(Self.isLive))
                OR EXISTS (SELECT 1 FROM entry WHERE ownSeries = :series AND \(Self.isLive))
                """)
        return try Bool.fetchOne(statement, arguments: ["series": series, "generation": generation]) ?? false
    }

    private static let isLive = "died > :generation AND lost > :generation"
}
