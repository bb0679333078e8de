internal import GRDB
internal import HearthModel

/// When profiles last watched each title, or marked it as watched: the order of continue watching.
///
/// Without it the list would be sorted from all sessions of a profile: 200 ms and more after 100,000 of them. Triggers keep
/// it. A session that is open is not in it, so that a report costs nothing here: the reader adds the few that are.
enum LatestTable {
    /// A title that a profile has watched or marked.
    struct Title: Sendable, Hashable {
        /// The title's row.
        var row: Int64
        var id: ContentID
        var series: ContentID?
        /// The latest report or mark.
        var last: HybridTimestamp
        /// How far the session with the latest report was; 1 for a mark.
        var progress: Double
        /// When it was marked as watched; zero for never.
        var marked: HybridTimestamp
        /// Whether a session of it is open.
        var isOpen = false

        /// Whether it cannot have a resume point; false where the sessions must be looked at.
        func isDone(threshold: Double) -> Bool {
            if isOpen { return false }
            return last == marked || (marked == .zero && progress >= threshold)
        }
    }

    static let creation =
        [
            """
            CREATE TABLE latest (
                profile INTEGER NOT NULL REFERENCES profile (row),
                content INTEGER NOT NULL REFERENCES content (row),
                stamp INTEGER NOT NULL,
                progress REAL NOT NULL,
                PRIMARY KEY (profile, content)
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE INDEX latestByTime ON latest (profile, stamp, progress)",
            "CREATE INDEX latestByContent ON latest (content)",
        ] + triggers + [insertion("SELECT profile, content FROM viewing UNION SELECT profile, content FROM mark")]

    private static let (new, old) = (
        "SELECT new.profile AS profile, new.content AS content", "SELECT old.profile AS profile, old.content AS content"
    )

    /// Whether a viewing's session counts. Of channels none does, and there are most of those.
    private static let counts = """
        EXISTS (SELECT 1 FROM point WHERE session = new.session AND ended = 1 AND percent = 1 AND stamp > 0)
        """

    /// Titles are found again from their sessions and marks, whatever has changed of these.
    private static let triggers = [
        trigger(
            "latestEnd", "AFTER UPDATE OF stamp, progress, ended ON point WHEN new.ended = 1 AND new.percent = 1",
            ["SELECT profile, content FROM viewing WHERE session = new.session"]),
        trigger("latestView", "AFTER INSERT ON viewing WHEN \(counts)", [new]),
        trigger("latestMove", "AFTER UPDATE OF profile, content ON viewing WHEN \(counts)", [new, old]),
        trigger(
            "latestRemoval",
            """
            AFTER DELETE ON viewing
            WHEN EXISTS (SELECT 1 FROM latest WHERE profile = old.profile AND content = old.content)
            """, [old]),
        trigger("latestMark", "AFTER INSERT ON mark WHEN new.watched > 0", [new]),
        trigger("latestMarkChange", "AFTER UPDATE OF profile, content, watched ON mark", [new, old]),
        trigger("latestMarkRemoval", "AFTER DELETE ON mark", [old]),
    ]

    /// - Parameter pairs: queries for the profiles and titles to find again; each by itself, as rows are not found by an
    ///   index in a union of them.
    private static func trigger(_ name: String, _ event: String, _ pairs: [String]) -> String {
        let statements = pairs.map { pairs in
            """
            DELETE FROM latest WHERE (profile, content) IN (\(pairs));
            \(insertion(pairs));
            """
        }
        return "CREATE TRIGGER \(name) \(event) BEGIN \(statements.joined(separator: "\n")) END"
    }

    private static func insertion(_ pairs: String) -> String {
        """
        INSERT INTO latest SELECT profile, content, max(stamp), progress FROM (
            SELECT v.profile, v.content, p.stamp, p.progress FROM (\(pairs)) x
                JOIN viewing v ON v.profile = x.profile AND v.content = x.content JOIN point p ON p.session = v.session
                WHERE p.stamp > 0 AND p.percent = 1 AND p.ended = 1
            UNION ALL SELECT m.profile, m.content, m.watched, 1 FROM (\(pairs)) x
                JOIN mark m ON m.profile = x.profile AND m.content = x.content WHERE m.watched > 0)
        GROUP BY profile, content
        """
    }

    // MARK: Reading

    /// What a profile sees of titles that were watched, or marked, after they were hidden and reset.
    private static func selection(_ titles: String) -> String {
        """
        SELECT c.row, c.id, c.series, t.stamp, t.progress, coalesce(m.watched, 0) FROM \(titles) t
        CROSS JOIN content c ON c.row = t.content LEFT JOIN mark m ON m.profile = :profile AND m.content = t.content
        WHERE c.gone = 0 AND \(Visibility.condition)
            AND t.stamp > coalesce(m.reset, 0) AND t.stamp > coalesce(m.hidden, 0)
        """
    }

    /// The titles that a profile has watched last, the latest first; ``PlaybackLimits/continueTitles`` at most, and those of
    /// the same time as the last of them.
    static func titles(of profile: Int64, _ visibility: Visibility, _ db: Database) throws -> LatestTitles {
        // In the order of the index, of which the reader takes as much as it needs: a limit would have all of it sorted first.
        let oldest = """
            SELECT stamp FROM latest WHERE profile = :profile ORDER BY stamp DESC
            LIMIT 1 OFFSET \(PlaybackLimits.continueTitles - 1)
            """
        let statement = try db.cachedStatement(
            sql: """
                \(selection("latest")) AND t.profile = :profile AND t.stamp >= coalesce((\(oldest)), 0)
                ORDER BY t.stamp DESC
                """)
        return LatestTitles(
            open: try open(of: profile, visibility, db),
            others: try Row.fetchCursor(statement, arguments: arguments(profile, visibility)))
    }

    /// The episodes of a series that a profile has watched, the latest first.
    static func episodes(
        of series: ContentID, profile: Int64, _ visibility: Visibility, _ db: Database
    ) throws -> [Title] {
        let latest = """
            (SELECT l.content, l.stamp, l.progress FROM content e
            CROSS JOIN latest l ON l.profile = :profile AND l.content = e.row WHERE e.series = :series)
            """
        let statement = try db.cachedStatement(sql: selection(latest) + " ORDER BY t.stamp DESC")
        let (open, arguments) = (
            try open(of: profile, visibility, db), arguments(profile, visibility, ["series": series.rawValue])
        )
        var titles = LatestTitles(
            open: open.filter { $0.series == series }, others: try Row.fetchCursor(statement, arguments: arguments))
        var found: [Title] = []
        while let title = try titles.next() { found.append(title) }
        return found
    }

    /// The titles with an open session, the latest first: found by the few open sessions of the household.
    private static func open(of profile: Int64, _ visibility: Visibility, _ db: Database) throws -> [Title] {
        let open = """
            (SELECT v.content, max(max(p.stamp), coalesce(max(l.stamp), 0)) AS stamp, p.progress
            FROM point p INDEXED BY pointOpen CROSS JOIN viewing v ON v.session = p.session
            LEFT JOIN latest l ON l.profile = v.profile AND l.content = v.content
            WHERE p.ended = 0 AND v.profile = :profile AND p.stamp > 0 AND p.percent = 1 GROUP BY v.content)
            """
        let statement = try db.cachedStatement(sql: selection(open) + " ORDER BY t.stamp DESC")
        return try Row.fetchAll(statement, arguments: arguments(profile, visibility)).map { row in
            var title = Title(row)
            title.isOpen = true
            return title
        }
    }

    private static func arguments(
        _ profile: Int64, _ visibility: Visibility, _ others: [String: any DatabaseValueConvertible & Sendable] = [:]
    ) -> StatementArguments {
        var arguments = visibility.arguments
        arguments["profile"] = profile
        for (name, value) in others { arguments[name] = value }
        return StatementArguments(arguments)
    }
}

extension LatestTable.Title {
    fileprivate init(_ row: Row) {
        self.init(
            row: row[0], id: ContentID(rawValue: row[1]), series: (row[2] as String?).map(ContentID.init(rawValue:)),
            last: HybridTimestamp(rawValue: row[3]), progress: row[4], marked: HybridTimestamp(rawValue: row[5]))
    }
}

/// Titles in the order of their latest reports and marks, read as far as they are asked for.
struct LatestTitles {
    private var open: ArraySlice<LatestTable.Title>
    private let openRows: Set<Int64>
    private let others: RowCursor
    private var waiting: LatestTable.Title?

    fileprivate init(open: [LatestTable.Title], others: RowCursor) {
        (self.open, openRows, self.others) = (open[...], Set(open.map(\.row)), others)
    }

    /// The next title; nil after the last.
    mutating func next() throws -> LatestTable.Title? {
        while waiting == nil, let row = try others.next() {
            let title = LatestTable.Title(row)
            if !openRows.contains(title.row) { waiting = title }
        }
        if let first = open.first, first.last >= waiting?.last ?? .zero { return open.popFirst() }
        defer { waiting = nil }
        return waiting
    }
}
