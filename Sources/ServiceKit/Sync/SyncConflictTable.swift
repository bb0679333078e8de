internal import CBOR
internal import Foundation
package import GRDB
package import HearthModel
internal import RPC

/// What the last writer has won over, with the dropped changes.
package enum SyncConflictTable {
    /// A conflict with the change that puts the dropped value back.
    package struct Stored<Change: Codable & Sendable>: Sendable {
        package var conflict: SyncConflict
        package var dropped: Change
    }

    /// Stores a conflict, at its time of decision.
    package static func put(
        _ conflict: SyncConflict, dropped: some Codable & Sendable, of profile: String, _ db: Database
    ) throws {
        try db.cachedStatement(
            sql: "INSERT INTO syncConflict (profile, at, conflict, dropped) VALUES (?, ?, ?, ?)"
        ).execute(arguments: [
            profile, milliseconds(conflict.decided), Data(try CBOREncoder().encode(conflict)),
            Data(try CBOREncoder().encode(dropped)),
        ])
    }

    /// A page of a profile's conflicts, the latest first.
    ///
    /// - Parameters:
    ///   - cursor: the last page's; nil for the first.
    ///   - time: older ones are left out, in milliseconds since 1970.
    package static func page(
        of profile: String, after cursor: Int64?, limit: Int, since time: Int64, _ db: Database
    ) throws -> SyncConflictList {
        let statement = try db.cachedStatement(
            sql: """
                SELECT row, conflict, reversed FROM syncConflict WHERE profile = ? AND row < ? AND at >= ?
                ORDER BY row DESC LIMIT ?
                """)
        let rows = try Row.fetchAll(statement, arguments: [profile, cursor ?? .max, time, limit + 1])
        let shown = rows.prefix(limit)
        return SyncConflictList(
            conflicts: try shown.map { try conflict($0) },
            cursor: rows.count > limit ? shown.last.map { "\($0[0] as Int64)" } : nil)
    }

    /// How many of a profile's conflicts were not reversed.
    package static func count(of profile: String, since time: Int64, _ db: Database) throws -> Int64 {
        let statement = try db.cachedStatement(
            sql: "SELECT count(*) FROM syncConflict WHERE profile = ? AND reversed IS NULL AND at >= ?")
        return try Int64.fetchOne(statement, arguments: [profile, time]) ?? 0
    }

    /// A profile's conflict.
    ///
    /// - Throws: `unknownConflict` (``SyncProblem``).
    package static func find<Change: Codable & Sendable>(
        _ id: String, of profile: String, dropping: Change.Type, _ db: Database
    ) throws -> Stored<Change> {
        let statement = try db.cachedStatement(
            sql: "SELECT row, conflict, reversed, dropped FROM syncConflict WHERE row = ? AND profile = ?")
        guard let number = Int64(id), let row = try Row.fetchOne(statement, arguments: [number, profile]) else {
            throw RPCError.unknownSyncConflict()
        }
        let body: Data = row[3]
        return Stored(
            conflict: try conflict(row), dropped: try CBORDecoder().decode(Change.self, from: [UInt8](body)))
    }

    /// Notes that a conflict was reversed, in milliseconds since 1970.
    package static func reverse(_ id: String, at now: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE syncConflict SET reversed = ? WHERE row = ?")
            .execute(arguments: [now, Int64(id)])
    }

    private static func conflict(_ row: Row) throws -> SyncConflict {
        let body: Data = row[1]
        var conflict = try CBORDecoder().decode(SyncConflict.self, from: [UInt8](body))
        let number: Int64 = row[0]
        let reversed: Int64? = row[2]
        conflict.id = "\(number)"
        conflict.reversed = reversed.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
        return conflict
    }

    /// Removes what is older than a time.
    static func sweep(before time: Int64, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM syncConflict WHERE row IN (
                    SELECT row FROM syncConflict WHERE at < ? ORDER BY at LIMIT ?)
                """
        ).execute(arguments: [time, SyncLimits.sweptRows])
    }

    private static func milliseconds(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1_000).rounded()) }
}
