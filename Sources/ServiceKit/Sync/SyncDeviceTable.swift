internal import Foundation
package import GRDB
package import HearthModel

/// When the devices of profiles have synced.
package enum SyncDeviceTable {
    /// Notes that a device has everything. Times are in milliseconds since 1970.
    package static func pulled(_ device: String, profile: String, at now: Int64, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO syncDevice (profile, device, pulled) VALUES (?1, ?2, ?3)
                ON CONFLICT DO UPDATE SET pulled = ?3
                """
        ).execute(arguments: [profile, device, now])
        try prune(profile, db)
    }

    /// Whether a device's last pull is older than a time, so that noting it again is worth a write.
    package static func isPullOlder(
        than time: Int64, _ device: String, profile: String, _ db: Database
    ) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT pulled FROM syncDevice WHERE profile = ? AND device = ? AND pulled >= ?")
        return try Int64.fetchOne(statement, arguments: [profile, device, time]) == nil
    }

    /// Notes what came of a push.
    package static func pushed(
        _ results: [SyncResult], by device: String, profile: String, at now: Int64, _ db: Database
    ) throws {
        let refused = results.filter { $0.outcome == .refused }
        let error = refused.last.map { "\($0.id): \($0.message ?? $0.problem ?? "refused")" }
        try db.cachedStatement(
            sql: """
                INSERT INTO syncDevice (profile, device, pushed, pending, error) VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT DO UPDATE SET pushed = ?3, pending = ?4, error = ?5
                """
        ).execute(arguments: [
            profile, device, now, refused.count, error.map { String($0.prefix(SyncLimits.errorCharacters)) },
        ])
        try prune(profile, db)
    }

    /// A profile's devices since a time, the last synced first.
    package static func all(of profile: String, since time: Int64, _ db: Database) throws -> [SyncedDevice] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT device, pulled, pushed, pending, error FROM syncDevice
                WHERE profile = ?1 AND max(coalesce(pulled, 0), coalesce(pushed, 0)) >= ?2
                ORDER BY max(coalesce(pulled, 0), coalesce(pushed, 0)) DESC, device
                """)
        return try Row.fetchAll(statement, arguments: [profile, time]).map { row in
            SyncedDevice(
                device: row[0], pulled: date(row[1]), pushed: date(row[2]), pending: row[3], lastError: row[4])
        }
    }

    /// Forgets the devices beyond the limit that synced longest ago.
    private static func prune(_ profile: String, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM syncDevice WHERE profile = ?1 AND device IN (
                    SELECT device FROM syncDevice WHERE profile = ?1
                    ORDER BY max(coalesce(pulled, 0), coalesce(pushed, 0)) DESC, device LIMIT -1 OFFSET ?2)
                """
        ).execute(arguments: [profile, SyncLimits.devices])
    }

    private static func date(_ milliseconds: Int64?) -> Date? {
        milliseconds.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
    }
}
