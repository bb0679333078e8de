internal import CBOR
internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import HTTPFetch

/// The sources that are kept up to date.
enum FeedTable {
    /// A feed by its source's name; nil when the source has none.
    static func find(_ name: String, _ db: Database) throws -> Feed? {
        try Row.fetchOne(db, sql: "SELECT * FROM feed WHERE name = ?", arguments: [name]).map(Feed.init)
    }

    /// All of them, by name.
    static func all(_ db: Database) throws -> [Feed] {
        try Row.fetchAll(db, sql: "SELECT * FROM feed ORDER BY name").map(Feed.init)
    }

    /// The guides that a source names, as people are told of them; nil when it names none, or each of them is kept already.
    static func offered(_ guides: [String], by source: String, _ feeds: [Feed]) -> [String]? {
        let isKept = guides.enumerated().allSatisfy { number, address in
            feeds.contains { feed in
                feed.guideOf == source && Int(feed.guideNumber) == number
                    || feed.kind == .guide && feed.address == address
            }
        }
        return isKept ? nil : guides.map(FeedAddress.shown)
    }

    /// How many there are.
    static func count(_ db: Database) throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM feed") ?? 0 }

    /// The enabled ones whose time has come, those first that have waited longest.
    static func due(at now: Int64, _ db: Database) throws -> [Feed] {
        try Row.fetchAll(
            db, sql: "SELECT * FROM feed WHERE due <= ? AND isDisabled = 0 ORDER BY due, name", arguments: [now]
        ).map(Feed.init)
    }

    /// When the next one's time comes; nil when none waits for one.
    static func nextDue(_ db: Database) throws -> Int64? {
        try Int64.fetchOne(db, sql: "SELECT min(due) FROM feed WHERE due IS NOT NULL AND isDisabled = 0")
    }

    /// Writes a feed as it is configured; what was learned of it stays as it was.
    static func put(_ feed: Feed, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO feed (
                    name, kind, address, username, password, userAgent, guideOf, guideNumber, minutes, isDisabled, etag,
                    modified, due, failures, timeZone
                ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET address = excluded.address, username = excluded.username,
                    password = excluded.password, userAgent = excluded.userAgent, minutes = excluded.minutes,
                    isDisabled = excluded.isDisabled, etag = excluded.etag, modified = excluded.modified,
                    due = excluded.due, failures = excluded.failures, timeZone = excluded.timeZone
                """,
            arguments: [
                feed.name, feed.kind.rawValue, feed.address, feed.username, feed.password, feed.userAgent, feed.guideOf,
                feed.guideNumber, feed.minutes, feed.isDisabled, feed.validators.etag, feed.validators.lastModified,
                feed.due, feed.failures, feed.timeZone,
            ])
    }

    /// Notes that a feed was taken in, or is what it was.
    ///
    /// - Parameters:
    ///   - failures: How often in a row not everything came.
    ///   - problem: What of it did not come, and why; nil when everything did.
    static func noteTaken(
        _ name: String, _ validators: FetchValidators, failures: Int32 = 0, problem: String? = nil, at now: Int64,
        due: Int64?, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                UPDATE feed SET etag = ?, modified = ?, tried = ?, due = ?, failures = ?, problem = ? WHERE name = ?
                """, arguments: [validators.etag, validators.lastModified, now, due, failures, problem, name])
    }

    /// Notes that a feed could not be taken in.
    static func noteFailure(
        _ name: String, problem: String, failures: Int32, at now: Int64, due: Int64?, _ db: Database
    ) throws {
        try db.execute(
            sql: "UPDATE feed SET tried = ?, due = ?, failures = ?, problem = ? WHERE name = ?",
            arguments: [now, due, failures, problem, name])
    }

    /// Notes what a panel says of the account.
    static func note(_ account: PanelAccount, of name: String, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE feed SET account = ? WHERE name = ?",
            arguments: [Data(try CBOREncoder().encode(account)), name])
    }

    /// Forgets what the server said: what the source has now is from elsewhere.
    static func clearValidators(_ name: String, _ db: Database) throws {
        try db.execute(sql: "UPDATE feed SET etag = NULL, modified = NULL WHERE name = ?", arguments: [name])
    }

    /// Removes a feed with what was kept for it.
    static func delete(_ name: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM feed WHERE name = ?", arguments: [name])
    }
}
