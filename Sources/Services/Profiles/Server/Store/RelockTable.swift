internal import GRDB
internal import ProfilesAPI

/// When shared devices of the household relock.
enum RelockTable {
    /// The table: one row, or none for never.
    static let creation =
        "CREATE TABLE relock (only INTEGER PRIMARY KEY CHECK (only = 1), idleMinutes INTEGER, hour INTEGER) STRICT"

    /// The settings; nil for never.
    static func find(_ db: Database) throws -> RelockSettings? {
        let statement = try db.cachedStatement(sql: "SELECT idleMinutes, hour FROM relock")
        return try Row.fetchOne(statement).map { RelockSettings(idleMinutes: $0[0], hour: $0[1]) }
    }

    /// Sets them; nil for never.
    static func put(_ settings: RelockSettings?, _ db: Database) throws {
        guard let settings else { return try db.execute(sql: "DELETE FROM relock") }
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO relock VALUES (1, ?, ?)")
            .execute(arguments: [settings.idleMinutes, settings.hour])
    }
}
