internal import GRDB
internal import HearthModel
internal import ServiceKit

/// When favourites and settings were last changed by a person, for the order of changes that arrive late.
enum SyncStampTable {
    /// The last change of something.
    struct Stamp: Sendable, Hashable, Comparable {
        /// Milliseconds since 1970, by the household's time.
        var time: Int64
        /// The operation, which orders those of one time; empty for a call that was online.
        var id = ""
        /// The device; nil for a call that was online.
        var device: String?

        /// Before every change.
        static let none = Stamp(time: 0)

        static func < (left: Stamp, right: Stamp) -> Bool { (left.time, left.id) < (right.time, right.id) }
    }

    static func stamp(_ kind: SyncKind, _ key: String, of profile: String, _ db: Database) throws -> Stamp {
        let statement = try db.cachedStatement(
            sql: "SELECT stamp, id, device FROM syncStamp WHERE profile = ? AND kind = ? AND key = ?")
        let row = try Row.fetchOne(statement, arguments: [profile, kind.rawValue, key])
        return row.map { Stamp(time: $0[0], id: $0[1], device: $0[2]) } ?? .none
    }

    static func put(_ stamp: Stamp, _ kind: SyncKind, _ key: String, of profile: String, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO syncStamp VALUES (?, ?, ?, ?, ?, ?)")
            .execute(arguments: [profile, kind.rawValue, key, stamp.time, stamp.id, stamp.device])
    }

    /// Notes a change that a call has just made: it comes after all that are known.
    ///
    /// - Parameter time: the household's, from before the transaction.
    static func putOnline(
        _ kind: SyncKind, _ key: String, of profile: String, at time: Int64, _ db: Database
    ) throws {
        let last = try stamp(kind, key, of: profile, db)
        try put(Stamp(time: max(time, last.time + 1)), kind, key, of: profile, db)
    }

    /// Moves the times of a title that another one has replaced; where both have one, the later stays.
    static func move(_ old: ContentID, to new: ContentID, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO syncStamp SELECT profile, kind, ?2, stamp, id, device FROM syncStamp
                WHERE kind = 'favourite' AND key = ?1
                ON CONFLICT DO UPDATE SET stamp = excluded.stamp, id = excluded.id, device = excluded.device
                WHERE (excluded.stamp, excluded.id) > (syncStamp.stamp, syncStamp.id)
                """
        ).execute(arguments: [old.rawValue, new.rawValue])
        try db.cachedStatement(sql: "DELETE FROM syncStamp WHERE kind = 'favourite' AND key = ?")
            .execute(arguments: [old.rawValue])
    }

    /// Forgets when titles were removed from the favourites, after as long as their tombstones are kept: a removal leaves a
    /// row for every title that was ever named.
    ///
    /// - Parameter time: milliseconds since 1970, by the household's time.
    static func sweep(before time: Int64, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM syncStamp WHERE (profile, kind, key) IN (
                    SELECT s.profile, s.kind, s.key FROM syncStamp s INDEXED BY syncStampByTime
                    WHERE s.stamp < ? AND s.kind = 'favourite' AND NOT EXISTS (
                        SELECT 1 FROM favourite f JOIN profile p ON p.row = f.profile
                        WHERE p.id = s.profile AND f.content = s.key)
                    ORDER BY s.stamp LIMIT ?)
                """
        ).execute(arguments: [time, SyncLimits.sweptRows])
    }

    /// The latest time of all.
    static func last(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT max(stamp) FROM syncStamp") ?? 0
    }
}
