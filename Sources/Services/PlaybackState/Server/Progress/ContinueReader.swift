internal import Foundation
internal import GRDB
internal import Household
internal import PlaybackStateAPI

/// Finds what a profile has begun and not finished.
struct ContinueReader: Sendable {
    let profile: Int64
    let visibility: Visibility
    let threshold: Double
    let limit: Int

    func run(_ db: Database) throws -> [ContinueEntry] {
        // The latest report of each title, the latest title first. What was marked or hidden after it is settled.
        let statement = try db.cachedStatement(
            sql: """
                SELECT v.content, max(p.stamp) AS last, c.id, c.series, c.card
                FROM viewing v JOIN point p ON p.session = v.session JOIN content c ON c.row = v.content
                LEFT JOIN mark m ON m.profile = v.profile AND m.content = v.content
                WHERE v.profile = :profile AND p.stamp > 0 AND p.percent = 1 AND c.gone = 0 AND \(Visibility.condition)
                GROUP BY v.content
                HAVING last > coalesce(max(m.watched), 0) AND last > coalesce(max(m.reset), 0)
                    AND last > coalesce(max(m.hidden), 0)
                ORDER BY last DESC
                """)
        let arguments = visibility.arguments.merging(["profile": profile]) { $1 }
        let cursor = try Row.fetchCursor(statement, arguments: StatementArguments(arguments))
        var entries: [ContinueEntry] = []
        var series: Set<String> = []
        while entries.count < limit, let row = try cursor.next() {
            let title: String? = row[3]
            if let title, series.contains(title) { continue }
            let standing = try StandingReader.standing(of: profile, content: row[0], threshold: threshold, db)
            guard let resume = standing.resume() else { continue }
            if let title {
                series.insert(title)
                if try isHidden(title, since: Stamp(rawValue: row[1]), db) { continue }
            }
            entries.append(
                ContinueEntry(
                    content: ContentID(rawValue: row[2]), card: try ContentTable.decode(row[4]),
                    progress: standing.reach.progress, resume: resume,
                    duration: standing.reach.duration > 0 ? standing.reach.duration : nil, variant: standing.variant,
                    lastWatched: Date(standing.lastWatched)))
        }
        return entries
    }

    /// Whether a whole series was hidden after its latest report.
    private func isHidden(_ series: String, since last: Stamp, _ db: Database) throws -> Bool {
        guard let row = try ContentTable.row(of: ContentID(rawValue: series), db) else { return false }
        return try MarkTable.hidden(of: profile, content: row, db) >= last
    }
}
