internal import GRDB
internal import ServiceKit

/// The profiles' requests for files.
enum FileRequestTable {
    /// A profile's request for a file.
    struct Request: Sendable {
        var isPaused: Bool
        /// When it was made, in milliseconds since 1970; 0 when unknown.
        var requested: Int64
        /// The days after which it expires, as the profile has set them; nil for the default.
        var expirationDays: Int64?
    }

    /// The requests for a file, by profile.
    static func all(for file: Int64, _ db: Database) throws -> [String: Request] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT w.profile, w.paused, w.asked, s.expirationDays
                FROM wish w LEFT JOIN setting s ON s.profile = w.profile WHERE w.file = ?
                """)
        let rows = try Row.fetchAll(statement, arguments: [file])
        return Dictionary(
            uniqueKeysWithValues: rows.map {
                ($0[0], Request(isPaused: $0[1], requested: $0[2], expirationDays: $0[3]))
            })
    }

    /// Replaces the requests for a file. A new one goes to the end of its profile's queue.
    ///
    /// - Parameter now: the time, in milliseconds since 1970, at which new ones are made.
    /// - Throws: ``DownloadsError/profileGone`` for a deleted profile.
    static func put(_ requests: [String: Bool], for file: Int64, at now: Int64, _ db: Database) throws {
        let known = try all(for: file, db).mapValues(\.isPaused)
        for profile in known.keys where requests[profile] == nil { try remove(profile, file, db) }
        for (profile, isPaused) in requests.sorted(by: { $0.key < $1.key }) where known[profile] != isPaused {
            if known[profile] == nil { try checkAlive(profile, db) }
            try db.execute(
                sql: """
                    INSERT INTO wish (profile, file, place, paused, asked)
                    VALUES (?1, ?2, (SELECT coalesce(max(place), -1) + 1 FROM wish WHERE profile = ?1), ?3, ?4)
                    ON CONFLICT DO UPDATE SET paused = excluded.paused
                    """, arguments: [profile, file, isPaused, now])
        }
    }

    /// True for a request `w` for a file `f` that has expired: both were there before `:expired`, which is the time a
    /// default lifetime ago; a profile's own lifetime moves it.
    static let isExpired = """
        f.phase = 1 AND f.finished IS NOT NULL AND max(f.finished, w.asked) + \(DownloadsLimits.dayMilliseconds) * coalesce(
            (SELECT s.expirationDays - \(DownloadsLimits.lifetimeDays) FROM setting s WHERE s.profile = w.profile), 0)
        <= :expired
        """

    /// An expired request.
    struct Expired: Sendable {
        var profile: String
        var file: Int64
        var id: String
    }

    /// The expired requests.
    ///
    /// - Parameter moment: see ``LedgerTable/Terms/expired``.
    static func expired(at moment: Int64, _ db: Database) throws -> [Expired] {
        let statement = try db.cachedStatement(
            sql: "SELECT w.profile, f.row, f.id FROM wish w JOIN file f ON f.row = w.file WHERE \(isExpired)")
        return try Row.fetchAll(statement, arguments: ["expired": moment]).map {
            Expired(profile: $0[0], file: $0[1], id: $0[2])
        }
    }

    /// Deletes a profile's request for a file.
    static func remove(_ profile: String, _ file: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM wish WHERE profile = ? AND file = ?", arguments: [profile, file])
    }

    /// A profile's pending files, in queue order.
    static func queue(of profile: String, _ db: Database) throws -> [Int64] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT f.row FROM wish w JOIN file f ON f.row = w.file WHERE w.profile = ? AND f.phase = 0
                ORDER BY w.place, f.row
                """)
        return try Int64.fetchAll(statement, arguments: [profile])
    }

    /// The profiles that request a file now, each with its position in that profile's queue.
    static func positions(for file: Int64, _ db: Database) throws -> [String: Int64] {
        let statement = try db.cachedStatement(sql: "SELECT profile, place FROM wish WHERE file = ? AND paused = 0")
        return Dictionary(uniqueKeysWithValues: try Row.fetchAll(statement, arguments: [file]).map { ($0[0], $0[1]) })
    }

    /// Reorders a profile's queue of unfinished files, by row.
    static func order(_ files: [Int64], of profile: String, _ db: Database) throws {
        for (position, file) in files.enumerated() {
            try db.execute(
                sql: "UPDATE wish SET place = ? WHERE profile = ? AND file = ?", arguments: [position, profile, file])
        }
    }

    /// The profiles that have downloads.
    static func profiles(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT DISTINCT profile FROM wish ORDER BY profile")
    }

    static func count(of profile: String, _ db: Database) throws -> Int {
        let statement = try db.cachedStatement(sql: "SELECT count(*) FROM wish WHERE profile = ?")
        return try Int.fetchOne(statement, arguments: [profile]) ?? 0
    }

    /// Erases a deleted profile's data. Idempotent.
    static func erase(_ profile: String, _ db: Database) throws {
        for file in try FileTable.all(of: profile, db) {
            var state = file.state
            state.requests[profile] = nil
            try FileTable.put(state, of: file, db)
        }
        try SettingTable.erase(profile, db)
        try db.execute(
            sql: "INSERT OR IGNORE INTO deletedProfile VALUES (?)", arguments: [Tombstone.mark(of: profile)])
    }

    private static func checkAlive(_ profile: String, _ db: Database) throws {
        let deleted = try db.cachedStatement(sql: "SELECT count(*) FROM deletedProfile WHERE hash = ?")
        if try Bool.fetchOne(deleted, arguments: [Tombstone.mark(of: profile)]) ?? false {
            throw DownloadsError.profileGone
        }
    }
}
