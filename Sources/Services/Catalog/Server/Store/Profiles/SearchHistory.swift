internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import RPC
internal import ServiceKit
internal import TextFolding

/// The search histories of profiles.
enum SearchHistory {
    /// How long a search counts as trending.
    static let trendingTime = Duration.seconds(7 * 24 * 3_600)
    /// The number of profiles that make a text trending.
    private static let profilesToTrend = 2
    /// Texts that are checked for trending: some find nothing that the caller may see.
    private static let trendingCandidates = 100

    /// The key of equivalent texts: without case, accents and punctuation.
    static func key(of text: String) -> String { FoldedText(text).wholeText }

    /// The searches of a profile.
    static func list(_ profile: String, _ db: Database) throws -> RecentSearches {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT text, at FROM recentSearch WHERE profile = ? AND isListed ORDER BY at DESC, key LIMIT ?"),
            arguments: [profile, RecentSearches.maximumCount])
        return RecentSearches(
            isKept: try isKept(profile, db),
            searches: rows.map {
                RecentSearch(text: $0[0], at: Date(timeIntervalSince1970: Double($0[1] as Int64) / 1_000))
            })
    }

    /// Adds a search.
    ///
    /// - Parameter now: milliseconds since 1970.
    static func note(_ text: String, of profile: String, at now: Int64, _ db: Database) throws {
        let key = key(of: text)
        guard !key.isEmpty, try isKept(profile, db), try !isDeleted(profile, db) else { return }
        try db.cachedStatement(
            sql: """
                INSERT INTO recentSearch (profile, key, text, at, isListed) VALUES (?, ?, ?, ?, 1)
                ON CONFLICT (profile, key) DO UPDATE SET text = excluded.text, at = excluded.at, isListed = 1
                """
        ).execute(arguments: [profile, key, text, now])
        // Older ones are no longer shown, and count as trending until their week is over.
        try db.cachedStatement(
            sql: """
                UPDATE recentSearch SET isListed = 0 WHERE profile = :profile AND isListed AND key NOT IN (
                    SELECT key FROM recentSearch WHERE profile = :profile AND isListed ORDER BY at DESC, key LIMIT :most)
                """
        ).execute(arguments: ["profile": profile, "most": RecentSearches.maximumCount])
        try db.cachedStatement(sql: "DELETE FROM recentSearch WHERE NOT isListed AND at < ?")
            .execute(arguments: [now - trendingTime.wholeMilliseconds])
    }

    /// Deletes one text of a profile, or all.
    static func forget(_ text: String?, of profile: String, _ db: Database) throws {
        guard let text else {
            return try db.execute(sql: "DELETE FROM recentSearch WHERE profile = ?", arguments: [profile])
        }
        try db.execute(
            sql: "DELETE FROM recentSearch WHERE profile = ? AND key = ?", arguments: [profile, key(of: text)])
    }

    /// Switches a profile's history on or off.
    static func set(isKept: Bool, of profile: String, _ db: Database) throws {
        guard try !isDeleted(profile, db) else { return }
        if isKept {
            return try db.execute(sql: "DELETE FROM searchHistoryOff WHERE profile = ?", arguments: [profile])
        }
        try db.execute(sql: "INSERT OR IGNORE INTO searchHistoryOff (profile) VALUES (?)", arguments: [profile])
        try forget(nil, of: profile, db)
    }

    /// Whether a profile's history is on.
    static func isKept(_ profile: String, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT NOT EXISTS (SELECT 1 FROM searchHistoryOff WHERE profile = ?)")
        return try Bool.fetchOne(statement, arguments: [profile]) ?? true
    }

    /// The texts that several profiles have searched since `time`, those of the most profiles first.
    static func trending(since time: Int64, _ db: Database) throws -> [String] {
        try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT text FROM (SELECT text, max(at) AS at, count(*) AS profiles, key FROM recentSearch r
                    WHERE at >= ? AND NOT EXISTS (
                        SELECT 1 FROM quarantine q WHERE q.kind = 'profile' AND q.id = r.profile) GROUP BY key) WHERE profiles >= ? ORDER BY profiles DESC, at DESC, key LIMIT ?
                    """), arguments: [time, profilesToTrend, trendingCandidates])
    }

    // MARK: Deleted profiles

    /// The profiles with stored searches.
    static func profiles(_ db: Database) throws -> [String] {
        try String.fetchAll(
            db, sql: "SELECT profile FROM recentSearch UNION SELECT profile FROM searchHistoryOff ORDER BY profile")
    }

    /// Erases a deleted profile's data; its tombstone keeps a token that outlives it from recreating them.
    static func erase(_ profile: String, _ db: Database) throws {
        try forget(nil, of: profile, db)
        try db.execute(sql: "DELETE FROM searchHistoryOff WHERE profile = ?", arguments: [profile])
        try db.execute(
            sql: "INSERT OR IGNORE INTO deletedProfile (mark) VALUES (?)", arguments: [Tombstone.mark(of: profile)])
        // Responses stored for retried calls reveal the profile's actions.
        try db.execute(
            sql: "DELETE FROM idempotency WHERE substr(subject, -length(?1)) = ?1", arguments: ["/\(profile)"])
    }

    /// Whether a profile was deleted for good.
    static func isDeleted(_ profile: String, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM deletedProfile WHERE mark = ?)")
        return try Bool.fetchOne(statement, arguments: [Tombstone.mark(of: profile)]) ?? false
    }
}
