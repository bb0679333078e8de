internal import Foundation
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI

/// Finds the titles that a profile has started and not finished, and the series whose latest episode it has finished.
struct ContinueReader: Sendable {
    let profile: Int64
    let visibility: Visibility
    let threshold: Double
    let limit: Int

    /// A title to resume, or the episode after which a series continues.
    enum Found: Sendable {
        case begun(ContinueEntry)
        case finished(Seed)
    }

    /// The latest episode of a series, which was watched.
    struct Seed: Sendable {
        var series: ContentID
        var season: Int32
        var episode: Int32
        /// When it was watched, or marked as watched.
        var last: HybridTimestamp
        /// Whether it was watched more than once.
        var isRewatch: Bool
        /// An earlier unfinished episode, for when there is no later one.
        var begun: ContinueEntry?
    }

    func run(_ db: Database) throws -> [Found] {
        // The latest report or mark of each title, the latest title first. A title hidden or reset after it is done.
        let statement = try db.cachedStatement(
            sql: """
                SELECT t.content, max(t.stamp) AS last, c.id, c.series, c.card, coalesce(max(m.watched), 0)
                FROM (
                    SELECT v.content, p.stamp FROM viewing v JOIN point p ON p.session = v.session
                    WHERE v.profile = :profile AND p.stamp > 0 AND p.percent = 1
                    UNION ALL SELECT content, watched FROM mark WHERE profile = :profile AND watched > 0) t
                JOIN content c ON c.row = t.content LEFT JOIN mark m ON m.profile = :profile AND m.content = t.content
                WHERE c.gone = 0 AND \(Visibility.condition)
                GROUP BY t.content
                HAVING last > coalesce(max(m.reset), 0) AND last > coalesce(max(m.hidden), 0)
                ORDER BY last DESC
                """)
        let arguments = visibility.arguments.merging(["profile": profile]) { $1 }
        let cursor = try Row.fetchCursor(statement, arguments: StatementArguments(arguments))
        var (found, begun) = ([Found](), 0)
        // Series that are done, and those whose latest episode is finished, by their index in the result.
        var (settled, finished): (Set<String>, [String: Int]) = ([], [:])
        while let row = try cursor.next() {
            let (series, last): (String?, HybridTimestamp) = (row[3], HybridTimestamp(rawValue: row[1]))
            if let series, settled.contains(series) { continue }
            if begun >= limit {
                // Of a series whose latest episode is finished, an earlier episode may be the one to resume.
                if finished.keys.allSatisfy(settled.contains) { break }
                guard let series, finished[series] != nil else { continue }
            }
            // A film whose latest mark is newest has no resume point, and is skipped.
            if series == nil, last.rawValue == row[5] { continue }
            let watchState = try WatchStateReader.watchState(of: profile, content: row[0], threshold: threshold, db)
            let place = series.flatMap { finished[$0] }
            if let entry = try entry(row, watchState, last) {
                if let series {
                    settled.insert(series)
                    if try isHidden(series, since: last, db) { continue }
                }
                if let place, case .finished(var seed) = found[place] {
                    seed.begun = entry
                    found[place] = .finished(seed)
                } else {
                    found.append(.begun(entry))
                    begun += 1
                }
            } else if let place, let series {
                // Episodes that were marked in one call have one time: the series continues after the furthest of them.
                guard case .finished(let first) = found[place], first.last == last, watchState.isWatched,
                    var seed = try seed(row, watchState, series, last),
                    (seed.season, seed.episode) > (first.season, first.episode)
                else { continue }
                seed.begun = first.begun
                found[place] = .finished(seed)
            } else if let series, finished.count < PlaybackLimits.nextSeries, watchState.isWatched,
                let seed = try seed(row, watchState, series, last)
            {
                guard try !isHidden(series, since: last, db) else {
                    settled.insert(series)
                    continue
                }
                finished[series] = found.count
                found.append(.finished(seed))
            }
        }
        return found
    }

    /// The entry of continue watching; nil when a title has no resume point.
    private func entry(_ row: Row, _ watchState: WatchState, _ last: HybridTimestamp) throws -> ContinueEntry? {
        guard let resume = watchState.resume() else { return nil }
        return ContinueEntry(
            content: ContentID(rawValue: row[2]), card: try ContentTable.decode(row[4]),
            progress: watchState.reach.progress, resume: resume,
            duration: watchState.reach.duration > 0 ? watchState.reach.duration : nil, variant: watchState.variant,
            lastWatched: Date(watchState.lastWatched))
    }

    /// The episode after which a series continues; nil for specials, which are not in its order, and for episodes
    /// without a number.
    private func seed(_ row: Row, _ watchState: WatchState, _ series: String, _ last: HybridTimestamp) throws -> Seed? {
        guard let card = try ContentTable.decode(row[4]), let season = card.season, season > 0,
            let episode = card.episode
        else { return nil }
        return Seed(
            series: ContentID(rawValue: series), season: season, episode: episode, last: last,
            isRewatch: watchState.playCount > 1)
    }

    /// Whether a whole series was hidden after its latest report.
    private func isHidden(_ series: String, since last: HybridTimestamp, _ db: Database) throws -> Bool {
        guard let row = try ContentTable.row(of: ContentID(rawValue: series), db) else { return false }
        return try MarkTable.hidden(of: profile, content: row, db) >= last
    }
}
