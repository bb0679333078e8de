internal import GRDB
internal import RPC
internal import ServiceKit

/// Who asked for which file.
enum WishTable {
    /// The profiles that asked for a file, and whether each has paused it.
    static func wishes(for file: Int64, _ db: Database) throws -> [String: Bool] {
        let statement = try db.cachedStatement(sql: "SELECT profile, paused FROM wish WHERE file = ?")
        return Dictionary(uniqueKeysWithValues: try Row.fetchAll(statement, arguments: [file]).map { ($0[0], $0[1]) })
    }

    /// Has the wishes for a file be these. A new one comes after all others of its profile.
    ///
    /// - Throws: ``DownloadsError/profileGone`` for a profile that was deleted.
    static func put(_ wishes: [String: Bool], for file: Int64, _ db: Database) throws {
        let known = try self.wishes(for: file, db)
        for profile in known.keys where wishes[profile] == nil { try remove(profile, file, db) }
        for (profile, isPaused) in wishes.sorted(by: { $0.key < $1.key }) where known[profile] != isPaused {
            if known[profile] == nil { try checkAlive(profile, db) }
            try db.execute(
                sql: """
                    INSERT INTO wish VALUES (?1, ?2, (SELECT coalesce(max(place), -1) + 1 FROM wish WHERE profile = ?1), ?3)
                    ON CONFLICT DO UPDATE SET paused = excluded.paused
                    """, arguments: [profile, file, isPaused])
        }
    }

    /// A profile lets a file go.
    static func remove(_ profile: String, _ file: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM wish WHERE profile = ? AND file = ?", arguments: [profile, file])
    }

    /// A profile's files that are not all there and have not failed, in their order.
    static func queue(of profile: String, _ db: Database) throws -> [Int64] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT f.row FROM wish w JOIN file f ON f.row = w.file WHERE w.profile = ? AND f.phase = 0
                ORDER BY w.place, f.row
                """)
        return try Int64.fetchAll(statement, arguments: [profile])
    }

    /// The profiles that want a file now, each with the place that it has there.
    static func places(for file: Int64, _ db: Database) throws -> [String: Int64] {
        let statement = try db.cachedStatement(sql: "SELECT profile, place FROM wish WHERE file = ? AND paused = 0")
        return Dictionary(uniqueKeysWithValues: try Row.fetchAll(statement, arguments: [file]).map { ($0[0], $0[1]) })
    }

    /// Has a profile's files that are not completed stand in this order, by their numbers.
    static func order(_ files: [Int64], of profile: String, _ db: Database) throws {
        for (place, file) in files.enumerated() {
            try db.execute(
                sql: "UPDATE wish SET place = ? WHERE profile = ? AND file = ?", arguments: [place, profile, file])
        }
    }

    /// The profiles that have something here.
    static func profiles(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT DISTINCT profile FROM wish ORDER BY profile")
    }

    static func count(of profile: String, _ db: Database) throws -> Int {
        let statement = try db.cachedStatement(sql: "SELECT count(*) FROM wish WHERE profile = ?")
        return try Int.fetchOne(statement, arguments: [profile]) ?? 0
    }

    /// A profile was deleted: nothing of it stays. Right however often it is done.
    static func erase(_ profile: String, _ db: Database) throws {
        for file in Defect.keepsWishes.isPlanted ? [] : try FileTable.all(of: profile, db) {
            if Defect.keepsFiles.isPlanted {
                try remove(profile, file.row, db)
                continue
            }
            var standing = file.standing
            standing.wishes[profile] = nil
            try FileTable.put(standing, of: file, db)
        }
        if Defect.takesDeletedBack.isPlanted { return }
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
