internal import CBOR
internal import CatalogAPI
internal import Foundation
internal import GRDB
internal import HTTPFetch

/// The feeds of the sources that are refreshed.
enum FeedTable {
    /// A feed by its source's name; nil when the source has none.
    static func find(_ name: String, _ db: Database) throws -> Feed? {
        try Row.fetchOne(db, sql: "SELECT * FROM feed WHERE name = ?", arguments: [name]).map(Feed.init)
    }

    /// All feeds, by name.
    static func all(_ db: Database) throws -> [Feed] {
        try Row.fetchAll(db, sql: "SELECT * FROM feed ORDER BY name").map(Feed.init)
    }

    /// The guides that a source names, without secrets; nil when it names none, or each of them is a feed already.
    static func offered(_ guides: [String], by source: String, _ feeds: [Feed]) -> [String]? {
        let isKept = guides.enumerated().allSatisfy { number, address in
            feeds.contains { feed in
                feed.guideOf == source && Int(feed.guideNumber) == number
                    || feed.kind == .guide && feed.address == address
            }
        }
        return isKept ? nil : guides.map(FeedAddress.shown)
    }

    /// The number of feeds.
    static func count(_ db: Database) throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM feed") ?? 0 }

    /// The enabled feeds that are due, the longest overdue first.
    static func due(at now: Int64, _ db: Database) throws -> [Feed] {
        try Row.fetchAll(
            db, sql: "SELECT * FROM feed WHERE due <= ? AND isDisabled = 0 ORDER BY due, name", arguments: [now]
        ).map(Feed.init)
    }

    /// When the next feed is due; nil when none has a time.
    static func nextDue(_ db: Database) throws -> Int64? {
        try Int64.fetchOne(db, sql: "SELECT min(due) FROM feed WHERE due IS NOT NULL AND isDisabled = 0")
    }

    /// Stores a feed's configuration; its state is unchanged.
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

    /// Records a successful refresh, also of an unchanged source.
    ///
    /// - Parameters:
    ///   - failures: The number of consecutive incomplete refreshes.
    ///   - problem: The missing part, with the reason; nil when the refresh was complete.
    static func noteTaken(
        _ name: String, _ validators: FetchValidators, failures: Int32 = 0, problem: String? = nil, at now: Int64,
        due: Int64?, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                UPDATE feed SET etag = ?, modified = ?, tried = ?, due = ?, failures = ?, problem = ? WHERE name = ?
                """, arguments: [validators.etag, validators.lastModified, now, due, failures, problem, name])
    }

    /// Records a failed refresh.
    static func noteFailure(
        _ name: String, problem: String, failures: Int32, at now: Int64, due: Int64?, _ db: Database
    ) throws {
        try db.execute(
            sql: "UPDATE feed SET tried = ?, due = ?, failures = ?, problem = ? WHERE name = ?",
            arguments: [now, due, failures, problem, name])
    }

    /// Records the account's state at the panel.
    static func note(_ account: PanelAccount, of name: String, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE feed SET account = ? WHERE name = ?",
            arguments: [Data(try CBOREncoder().encode(account)), name])
    }

    /// Deletes the HTTP validators: the source now has contents from elsewhere.
    static func clearValidators(_ name: String, _ db: Database) throws {
        try db.execute(sql: "UPDATE feed SET etag = NULL, modified = NULL WHERE name = ?", arguments: [name])
    }

    /// Deletes a feed with its data.
    static func delete(_ name: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM feed WHERE name = ?", arguments: [name])
        try ConnectionLimitTable.delete(name, db)
    }
}
