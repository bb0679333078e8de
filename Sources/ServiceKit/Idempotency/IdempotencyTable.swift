internal import Foundation
internal import GRDB
internal import RPC

/// The table of responses to keyed changes, part of every shard.
enum IdempotencyTable {
    static let migration = ShardMigration(version: 1, name: "create idempotency") { db in
        try db.execute(
            sql: """
                CREATE TABLE idempotency (
                    subject TEXT NOT NULL,
                    method TEXT NOT NULL,
                    key BLOB NOT NULL,
                    bodyHash INTEGER NOT NULL,
                    isError INTEGER NOT NULL,
                    answer BLOB NOT NULL,
                    storedAt INTEGER NOT NULL, -- milliseconds since 1970
                    PRIMARY KEY (subject, method, key)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX idempotencyByAge ON idempotency (storedAt);
                """)
    }

    /// A stored response.
    struct Row {
        let bodyHash: UInt64
        let isError: Bool
        let response: [UInt8]
        let storedAt: Int64
    }

    static func find(_ call: KeyedCall, _ db: Database) throws -> Row? {
        let statement = try db.cachedStatement(
            sql:
                "SELECT bodyHash, isError, answer, storedAt FROM idempotency WHERE subject = ? AND method = ? AND key = ?"
        )
        let arguments: StatementArguments = [call.subject, call.method, Data(call.key.bytes)]
        guard let row = try GRDB.Row.fetchOne(statement, arguments: arguments) else { return nil }
        let hash: Int64 = row[0]
        let response: Data = row[2]
        return Row(bodyHash: UInt64(bitPattern: hash), isError: row[1], response: [UInt8](response), storedAt: row[3])
    }

    /// Stores a response; replaces an older one under the same key, which must have expired.
    ///
    /// - Parameter now: milliseconds since 1970.
    static func keep(_ response: [UInt8], isError: Bool, _ call: KeyedCall, at now: Int64, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "INSERT OR REPLACE INTO idempotency VALUES (?, ?, ?, ?, ?, ?, ?)")
        try statement.execute(arguments: [
            call.subject, call.method, Data(call.key.bytes), Int64(bitPattern: call.bodyHash), isError, Data(response),
            now,
        ])
    }

    /// Removes up to `limit` responses stored before `time`, in milliseconds since 1970, the oldest first.
    ///
    /// - Returns: the number removed.
    static func sweep(before time: Int64, limit: Int, _ db: Database) throws -> Int {
        try db.execute(
            sql: """
                DELETE FROM idempotency WHERE (subject, method, key) IN (
                    SELECT subject, method, key FROM idempotency WHERE storedAt < ? ORDER BY storedAt LIMIT ?)
                """,
            arguments: [time, limit])
        return db.changesCount
    }

    /// A number of responses, and their bytes.
    struct Amount: Sendable, Hashable {
        var count: Int
        var bytes: Int
    }

    /// A subject's usage. Reads the rows of the subject, not the responses.
    static func amount(of subject: String, _ db: Database) throws -> Amount {
        let statement = try db.cachedStatement(
            sql: "SELECT count(*), coalesce(sum(length(answer)), 0) FROM idempotency WHERE subject = ?")
        guard let row = try GRDB.Row.fetchOne(statement, arguments: [subject]) else {
            return Amount(count: 0, bytes: 0)
        }
        return Amount(count: row[0], bytes: row[1])
    }

    /// The time at which the latest response of all was stored, in milliseconds since 1970.
    static func latest(_ db: Database) throws -> Int64? {
        try Int64.fetchOne(db, sql: "SELECT max(storedAt) FROM idempotency")
    }

    /// The storage time of the last of a subject's oldest responses to remove so that less than `amount` is left of
    /// all, in milliseconds since 1970; nil when none needs to be removed.
    static func end(
        of subject: String, leavingLessThan amount: Amount, before time: Int64 = .max, _ db: Database
    ) throws -> Int64? {
        var left = try self.amount(of: subject, db)
        let rows = try GRDB.Row.fetchCursor(
            db,
            sql: """
                SELECT storedAt, length(answer) FROM idempotency WHERE subject = ? AND storedAt < ? ORDER BY storedAt
                """, arguments: [subject, time])
        var end: Int64?
        while left.count >= amount.count || left.bytes >= amount.bytes, let row = try rows.next() {
            end = row[0]
            left.count -= 1
            left.bytes -= row[1]
        }
        return end
    }

    /// Removes a subject's oldest responses stored before `time`, in milliseconds since 1970, until less than `amount`
    /// is left of all.
    ///
    /// - Returns: whether any was removed.
    static func removeOldest(
        of subject: String, before time: Int64, leavingLessThan amount: Amount, _ db: Database
    ) throws -> Bool {
        guard let end = try end(of: subject, leavingLessThan: amount, before: time, db) else { return false }
        try db.execute(
            sql: "DELETE FROM idempotency WHERE subject = ? AND storedAt <= ?", arguments: [subject, end])
        return true
    }
}
