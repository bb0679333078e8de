internal import CBOR
internal import Foundation
internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI

/// How long kids profiles have watched, by day and title, and what their limits have refused. It names profiles and titles
/// by their IDs: removed history changes nothing of it.
enum ScreenTimeTable {
    /// The tables.
    static let creation = [
        // The time zone of the household; see `HouseholdCalendar`.
        "CREATE TABLE household (only INTEGER PRIMARY KEY CHECK (only = 1), timeZone TEXT NOT NULL) STRICT",
        // In CBOR; null for limits that were removed.
        "CREATE TABLE parentalLimits (profile TEXT PRIMARY KEY, body BLOB) STRICT, WITHOUT ROWID",
        // Up to which report a session was counted, and the position of that report in seconds.
        """
        CREATE TABLE counted (
            session INTEGER PRIMARY KEY REFERENCES point (session) ON DELETE CASCADE,
            stamp INTEGER NOT NULL,
            position REAL NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE watchedTime (
            profile TEXT NOT NULL,
            day INTEGER NOT NULL,
            content TEXT NOT NULL,
            title TEXT NOT NULL,
            milliseconds INTEGER NOT NULL,
            PRIMARY KEY (profile, day, content)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE refusedPlay (
            profile TEXT NOT NULL,
            day INTEGER NOT NULL,
            content TEXT NOT NULL,
            reason TEXT NOT NULL,
            title TEXT NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (profile, day, content, reason)
        ) STRICT, WITHOUT ROWID
        """,
    ]

    // MARK: What profiles publishes

    static func setTimeZone(_ name: String, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO household (only, timeZone) VALUES (1, ?) ON CONFLICT DO UPDATE SET timeZone = excluded.timeZone
                """
        ).execute(arguments: [name])
    }

    static func calendar(_ db: Database) throws -> HouseholdCalendar {
        HouseholdCalendar(
            timeZone: try String.fetchOne(try db.cachedStatement(sql: "SELECT timeZone FROM household")))
    }

    static func put(_ limits: ProfileLimits, _ db: Database) throws {
        let body = try limits.limits.map { Data(try CBOREncoder().encode($0)) }
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO parentalLimits VALUES (?, ?)")
            .execute(arguments: [limits.profile, body])
    }

    static func limits(of profile: String, _ db: Database) throws -> ParentalLimits? {
        let statement = try db.cachedStatement(sql: "SELECT body FROM parentalLimits WHERE profile = ?")
        let body = try Data.fetchOne(statement, arguments: [profile])
        return try body.map { try CBORDecoder().decode(ParentalLimits.self, from: Array($0)) }
    }

    // MARK: Counting

    /// The report up to which a session was counted; nil before the first.
    static func counted(_ session: Int64, _ db: Database) throws -> (stamp: HybridTimestamp, position: Double)? {
        let statement = try db.cachedStatement(sql: "SELECT stamp, position FROM counted WHERE session = ?")
        return try Row.fetchOne(statement, arguments: [session]).map { (HybridTimestamp(rawValue: $0[0]), $0[1]) }
    }

    static func setCounted(_ session: Int64, _ stamp: HybridTimestamp, _ position: Double, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO counted VALUES (?, ?, ?)")
            .execute(arguments: [session, stamp.rawValue, position])
    }

    /// Adds watched time of a session's title to a day.
    static func add(
        _ milliseconds: Int64, of session: Int64, by profile: String, on day: Int64, _ db: Database
    ) throws {
        guard milliseconds > 0 else { return }
        let find = try db.cachedStatement(
            sql: "SELECT c.id, c.card FROM session s JOIN content c ON c.row = s.content WHERE s.row = ?")
        guard let row = try Row.fetchOne(find, arguments: [session]) else { return }
        let id: String = row[0]
        try db.cachedStatement(
            sql: """
                INSERT INTO watchedTime VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
                SET milliseconds = milliseconds + excluded.milliseconds, title = excluded.title
                """
        ).execute(arguments: [profile, day, id, try ContentTable.decode(row[1])?.title ?? id, milliseconds])
    }

    /// What a profile has watched on a day, in milliseconds.
    static func watched(by profile: String, on day: Int64, _ db: Database) throws -> Int64 {
        let statement = try db.cachedStatement(
            sql: "SELECT coalesce(sum(milliseconds), 0) FROM watchedTime WHERE profile = ? AND day = ?")
        return try Int64.fetchOne(statement, arguments: [profile, day]) ?? 0
    }

    /// Notes that a limit has refused a title, and forgets what is older than ``PlaybackLimits/screenTimeDays``.
    ///
    /// - Parameter isRepeatable: whether each refusal counts; else the first one of a day.
    static func refuse(
        _ card: Card, for profile: String, by limit: LimitKind, on day: Int64, isRepeatable: Bool = true,
        _ db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO refusedPlay VALUES (?, ?, ?, ?, ?, 1)
                ON CONFLICT DO \(isRepeatable ? "UPDATE SET count = count + 1" : "NOTHING")
                """
        ).execute(arguments: [profile, day, card.id.rawValue, limit.rawValue, card.title])
        try forget(before: day - PlaybackLimits.screenTimeDays, of: profile, db)
    }

    static func forget(before day: Int64, of profile: String, _ db: Database) throws {
        for table in ["watchedTime", "refusedPlay"] {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE profile = ? AND day < ?")
                .execute(arguments: [profile, day])
        }
    }

    // MARK: Reports

    /// What a profile has watched on each day from `first` on, in milliseconds.
    static func days(of profile: String, from first: Int64, count: Int64, _ db: Database) throws -> [Int64] {
        try (first..<(first + count)).map { try watched(by: profile, on: $0, db) }
    }

    /// What a profile has watched in some days, the longest first.
    static func titles(of profile: String, in days: Range<Int64>, _ db: Database) throws -> [ReportedTitle] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT content, max(title), sum(milliseconds) AS total FROM watchedTime
                WHERE profile = ? AND day >= ? AND day < ? GROUP BY content ORDER BY total DESC, content LIMIT ?
                """)
        return try Row.fetchAll(
            statement, arguments: [profile, days.lowerBound, days.upperBound, PlaybackLimits.reportedTitles]
        ).map { row in
            let milliseconds: Int64 = row[2]
            return ReportedTitle(
                content: ContentID(rawValue: row[0]), title: row[1], minutes: Int32(clamping: milliseconds / 60_000))
        }
    }

    /// What limits have refused in some days, the most frequent first.
    static func refused(of profile: String, in days: Range<Int64>, _ db: Database) throws -> [RefusedTitle] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT content, max(title), reason, sum(count) AS total FROM refusedPlay
                WHERE profile = ? AND day >= ? AND day < ? GROUP BY content, reason
                ORDER BY total DESC, content, reason LIMIT ?
                """)
        return try Row.fetchAll(
            statement, arguments: [profile, days.lowerBound, days.upperBound, PlaybackLimits.reportedTitles]
        ).map { row in
            RefusedTitle(
                content: ContentID(rawValue: row[0]), title: row[1], limit: LimitKind(rawValue: row[2]),
                count: Int32(clamping: row[3] as Int64))
        }
    }

    // MARK: Profiles

    /// The profiles with limits or watched time.
    static func profiles(_ db: Database) throws -> [String] {
        try String.fetchAll(
            db, sql: "SELECT profile FROM watchedTime UNION SELECT profile FROM parentalLimits ORDER BY profile")
    }

    /// Erases a deleted profile's limits and times.
    static func erase(_ profile: String, _ db: Database) throws {
        for table in ["parentalLimits", "watchedTime", "refusedPlay"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE profile = ?", arguments: [profile])
        }
    }
}
