internal import GRDB
internal import PlaybackStateAPI

/// How profiles have found something to watch: sums by day of the household. No title, search or time of day is kept.
enum DiscoveryTable {
    static let creation = [
        """
        CREATE TABLE discoveryDay (
            profile INTEGER NOT NULL REFERENCES profile (row) ON DELETE CASCADE,
            day INTEGER NOT NULL,
            kind TEXT NOT NULL,
            count INTEGER NOT NULL,
            milliseconds INTEGER NOT NULL,
            PRIMARY KEY (profile, day, kind)
        ) STRICT, WITHOUT ROWID
        """
    ]

    static func count(
        _ kind: DiscoveryKind, milliseconds: Int64, by profile: Int64, on day: Int64, _ db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO discoveryDay VALUES (?, ?, ?, 1, ?) ON CONFLICT DO UPDATE
                SET count = count + 1, milliseconds = milliseconds + excluded.milliseconds
                """
        ).execute(arguments: [profile, day, kind.rawValue, milliseconds])
    }

    /// The sums of some days; nil when nothing was counted in them.
    ///
    /// - Parameter profile: of one alone; nil: of all, without those in quarantine.
    static func statistics(
        of profile: String?, in days: ClosedRange<Int64>, _ db: Database
    ) throws -> DiscoveryStatistics? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT d.kind, sum(d.count), sum(d.milliseconds) FROM discoveryDay d JOIN profile f ON f.row = d.profile
                WHERE (?1 IS NULL OR f.id = ?1) AND d.day BETWEEN ?2 AND ?3
                AND NOT EXISTS (SELECT 1 FROM quarantine q WHERE q.kind = 'profile' AND q.id = f.id)
                GROUP BY d.kind
                """)
        let rows = try Row.fetchAll(statement, arguments: [profile, days.lowerBound, days.upperBound])
        guard !rows.isEmpty else { return nil }
        var (counts, means): ([String: Int64], [String: Double]) = ([:], [:])
        for row in rows {
            let (kind, count, milliseconds): (String, Int64, Int64) = (row[0], row[1], row[2])
            (counts[kind], means[kind]) = (count, Double(milliseconds) / 1_000 / Double(max(1, count)))
        }
        func number(_ kind: DiscoveryKind) -> Int64 { counts[kind.rawValue] ?? 0 }
        func mean(_ kind: DiscoveryKind) -> Double { means[kind.rawValue] ?? 0 }
        return DiscoveryStatistics(
            firstSaves: number(.firstSave), meanSecondsToSave: mean(.firstSave), swipes: number(.swipes),
            meanSwipeSeconds: mean(.swipes), searches: number(.search), savedSearches: number(.searchSave))
    }
}
