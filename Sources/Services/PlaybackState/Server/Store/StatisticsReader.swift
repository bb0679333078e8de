internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI

/// Reads statistics of some days from the sums, and from what is collected beside the open sessions.
struct StatisticsReader {
    let days: ClosedRange<Int64>
    let visibility: Visibility
    let limit: Int
    let db: Database

    /// A profile's time on a day.
    struct DayTime {
        var profile: String
        var day: Int64
        var milliseconds: Int64
        var plays: Int64
    }

    /// The sums of profiles' days, by their primary key; profiles in quarantine are left out.
    private static let rows = """
        (SELECT profile, day, content, milliseconds, plays FROM watchedDay
        WHERE profile IN (SELECT row FROM profile WHERE :profile IS NULL OR id = :profile)
        AND day BETWEEN :first AND :last
        UNION ALL
        SELECT v.profile, t.day, v.content, t.pending, 1 - t.played FROM tally t CROSS JOIN viewing v ON v.session = t.session
        WHERE t.pending > 0 AND t.day BETWEEN :first AND :last) w
        JOIN content c ON c.row = w.content JOIN profile f ON f.row = w.profile
        WHERE (:profile IS NULL OR f.id = :profile) AND \(Visibility.condition)
        AND NOT EXISTS (SELECT 1 FROM quarantine q WHERE q.kind = 'profile' AND q.id = f.id)
        """

    private func arguments(_ profile: String?) -> StatementArguments {
        StatementArguments(
            visibility.arguments.merging([
                "first": days.lowerBound, "last": days.upperBound, "profile": profile,
            ]) { $1 })
    }

    /// What profiles have watched on each day.
    ///
    /// - Parameter profile: one alone; nil: all.
    func times(of profile: String?) throws -> [DayTime] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT f.id, w.day, sum(w.milliseconds), sum(w.plays) FROM \(Self.rows)
                GROUP BY f.id, w.day ORDER BY f.id, w.day
                """)
        return try Row.fetchAll(statement, arguments: arguments(profile)).map { row in
            DayTime(profile: row[0], day: row[1], milliseconds: row[2], plays: row[3])
        }
    }

    /// What to list.
    enum List {
        case channels
        case series
        case titles

        fileprivate var condition: String {
            switch self {
            case .channels: "c.kind = 'channel'"
            case .series: "c.series IS NOT NULL"
            case .titles: "c.kind IS NOT 'channel'"
            }
        }
    }

    /// The longest watched of a kind.
    func titles(_ list: List, of profile: String?) throws -> [WatchedTitle] {
        let key = list == .series ? "c.series" : "c.id"
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(key), max(c.card), sum(w.milliseconds) AS total, sum(w.plays) FROM \(Self.rows)
                AND \(list.condition) GROUP BY \(key) ORDER BY total DESC, \(key) LIMIT \(limit)
                """)
        return try Row.fetchAll(statement, arguments: arguments(profile)).map { row in
            let card = try ContentTable.decode(row[1])
            let (milliseconds, plays): (Int64, Int64) = (row[2], row[3])
            return WatchedTitle(
                content: ContentID(rawValue: row[0]), title: list == .series ? card?.seriesTitle : card?.title,
                seconds: milliseconds / 1_000, plays: plays)
        }
    }

    /// How the players of links have waited, those with the most waits first.
    func buffering() throws -> [LinkBuffering] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT c.id, max(c.card), w.variant, sum(w.watched), sum(w.events) AS total, sum(w.stalled) AS time FROM (
                    SELECT content, variant, watched, events, stalled FROM linkDay WHERE day BETWEEN :first AND :last
                    UNION ALL
                    SELECT s.content, s.variant, t.pending, 0, 0 FROM tally t CROSS JOIN session s ON s.row = t.session
                    WHERE t.pending > 0 AND t.day BETWEEN :first AND :last
                        AND t.session NOT IN (SELECT session FROM companion)) w
                JOIN content c ON c.row = w.content WHERE \(Visibility.condition)
                GROUP BY w.content, w.variant ORDER BY total DESC, time DESC, c.id, w.variant LIMIT \(limit)
                """)
        let arguments = visibility.arguments.merging(["first": days.lowerBound, "last": days.upperBound]) { $1 }
        return try Row.fetchAll(statement, arguments: StatementArguments(arguments)).map { row in
            let (watched, events, stalled): (Int64, Int64, Int64) = (row[3], row[4], row[5])
            let hours = Double(watched) / 3_600_000
            return LinkBuffering(
                content: ContentID(rawValue: row[0]), title: try ContentTable.decode(row[1])?.title, variant: row[2],
                events: events, meanSeconds: events > 0 ? Double(stalled) / 1_000 / Double(events) : 0,
                perHour: watched >= 1_000 ? Double(events) / hours : 0, secondsWatched: watched / 1_000)
        }
    }
}
