internal import CBOR
internal import Foundation
package import GRDB
package import HearthModel

/// The operations of devices that were applied, so that each counts once.
package enum SyncOperationTable {
    /// The result of an operation that was applied before; nil for a new one.
    package static func result(
        of id: String, on device: String, profile: String, _ db: Database
    ) throws -> SyncResult? {
        let statement = try db.cachedStatement(
            sql: "SELECT result FROM syncOperation WHERE profile = ? AND device = ? AND id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [profile, device, id]) else { return nil }
        let body: Data = row[0]
        var result = try CBORDecoder().decode(SyncResult.self, from: [UInt8](body))
        result.isRepeated = true
        return result
    }

    /// Stores a result. A refused operation is not stored: it may be pushed again.
    ///
    /// - Parameter now: milliseconds since 1970.
    package static func put(
        _ result: SyncResult, on device: String, profile: String, at now: Int64, _ db: Database
    ) throws {
        guard result.outcome != .refused else { return }
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO syncOperation VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: [profile, device, result.id, now, Data(try CBOREncoder().encode(result))])
    }

    /// Removes what is older than a time.
    static func sweep(before time: Int64, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM syncOperation WHERE (profile, device, id) IN (
                    SELECT profile, device, id FROM syncOperation WHERE at < ? ORDER BY at LIMIT ?)
                """
        ).execute(arguments: [time, SyncLimits.sweptRows])
    }
}
