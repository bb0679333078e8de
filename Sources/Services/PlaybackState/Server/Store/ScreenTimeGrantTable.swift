internal import GRDB
internal import PlaybackStateAPI

/// Minutes that adults have granted kids profiles, by day.
enum ScreenTimeGrantTable {
    /// The table. `at` is in milliseconds since 1970 by the household's clock.
    static let creation = [
        """
        CREATE TABLE screenTimeGrant (
            row INTEGER PRIMARY KEY,
            profile TEXT NOT NULL,
            day INTEGER NOT NULL,
            at INTEGER NOT NULL,
            minutes INTEGER NOT NULL,
            grantedBy TEXT NOT NULL
        ) STRICT
        """,
        "CREATE INDEX screenTimeGrantByDay ON screenTimeGrant (profile, day)",
    ]

    /// Stores a grant, and forgets those that are older than ``PlaybackLimits/screenTimeDays``.
    ///
    /// - Throws: ``PlaybackError/tooManyGrants``.
    static func put(
        _ grant: ScreenTimeGrant, of profile: String, on day: Int64, by adult: String, _ db: Database
    ) throws {
        guard try grants(of: profile, on: day, db).count < PlaybackLimits.grantsOfDay else {
            throw PlaybackError.tooManyGrants
        }
        try db.cachedStatement(
            sql: "INSERT INTO screenTimeGrant (profile, day, at, minutes, grantedBy) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [profile, day, grant.at, grant.minutes, adult])
        try db.cachedStatement(sql: "DELETE FROM screenTimeGrant WHERE profile = ? AND day < ?")
            .execute(arguments: [profile, day - PlaybackLimits.screenTimeDays])
    }

    /// A profile's grants of a day, in order.
    static func grants(of profile: String, on day: Int64, _ db: Database) throws -> [ScreenTimeGrant] {
        let statement = try db.cachedStatement(
            sql: "SELECT at, minutes FROM screenTimeGrant WHERE profile = ? AND day = ? ORDER BY at, row")
        return try Row.fetchAll(statement, arguments: [profile, day]).map {
            ScreenTimeGrant(day: day, at: $0[0], minutes: $0[1])
        }
    }

    /// A profile's grants of some days, for the weekly report.
    static func granted(
        to profile: String, in days: Range<Int64>, _ calendar: HouseholdCalendar, _ db: Database
    ) throws -> [GrantedMinutes] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT day, minutes, grantedBy FROM screenTimeGrant WHERE profile = ? AND day >= ? AND day < ?
                ORDER BY at, row
                """)
        return try Row.fetchAll(statement, arguments: [profile, days.lowerBound, days.upperBound]).map {
            GrantedMinutes(day: calendar.text($0[0]), minutes: $0[1], by: $0[2])
        }
    }

    /// Erases a deleted profile's grants, and its name from those that it has given: the minutes stay.
    static func erase(_ profile: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM screenTimeGrant WHERE profile = ?", arguments: [profile])
        try db.execute(sql: "UPDATE screenTimeGrant SET grantedBy = '' WHERE grantedBy = ?", arguments: [profile])
    }
}
