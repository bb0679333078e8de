internal import DownloadsAPI
internal import GRDB
internal import ProfilesAPI

/// The settings of profiles that downloads follow, as profiles publishes them.
enum SettingTable {
    /// What a profile has set; nil for what it never changed.
    struct Values: Sendable, Hashable {
        /// Bytes that its downloads may take.
        var quotaBytes: Int64?
        /// The quality of a download whose request names none.
        var quality: DownloadQuality?
        /// Whether a download is deleted when it was watched.
        var deletesWatched = false
        /// Days after which a download expires.
        var expirationDays: Int64?
    }

    /// Stores what a profile has set.
    static func put(_ settings: ChangedSettings, _ db: Database) throws {
        let gigabytes = settings[.maxDownloadStorageGB]?.integer
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO setting VALUES (?, ?, ?, ?, ?)").execute(arguments: [
            settings.profile, gigabytes.map { $0 * DownloadsLimits.bytesOfGigabyte },
            settings[.downloadQuality]?.text, settings[.autoDeleteWatchedDownloads]?.boolean ?? false,
            settings[.downloadExpirationDays]?.integer,
        ])
    }

    static func values(of profile: String, _ db: Database) throws -> Values {
        let statement = try db.cachedStatement(
            sql: "SELECT quotaBytes, quality, deletesWatched, expirationDays FROM setting WHERE profile = ?")
        return try Row.fetchOne(statement, arguments: [profile]).map { row in
            let quality: String? = row[1]
            return Values(
                quotaBytes: row[0], quality: quality.map(DownloadQuality.init(rawValue:)), deletesWatched: row[2],
                expirationDays: row[3])
        } ?? Values()
    }

    /// The quotas of the profiles that have set one, in bytes.
    static func quotas(_ db: Database) throws -> [String: Int64] {
        let statement = try db.cachedStatement(
            sql: "SELECT profile, quotaBytes FROM setting WHERE quotaBytes IS NOT NULL")
        return Dictionary(uniqueKeysWithValues: try Row.fetchAll(statement).map { ($0[0], $0[1]) })
    }

    /// The profiles that have set something.
    static func profiles(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT profile FROM setting ORDER BY profile")
    }

    /// Erases a deleted profile's settings.
    static func erase(_ profile: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM setting WHERE profile = ?", arguments: [profile])
    }
}
