internal import Foundation
internal import GRDB
internal import RPC

/// The table of keyed changes that were answered: a table of every shard.
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

    /// An answer that was given before.
    struct Row {
        let bodyHash: UInt64
        let isError: Bool
        let answer: [UInt8]
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
        let answer: Data = row[2]
        return Row(bodyHash: UInt64(bitPattern: hash), isError: row[1], answer: [UInt8](answer), storedAt: row[3])
    }

    /// Keeps an answer; an older one under the same key, which must have expired, goes.
    static func keep(_ answer: [UInt8], isError: Bool, _ call: KeyedCall, at now: WallTime, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "INSERT OR REPLACE INTO idempotency VALUES (?, ?, ?, ?, ?, ?, ?)")
        try statement.execute(arguments: [
            call.subject, call.method, Data(call.key.bytes), Int64(bitPattern: call.bodyHash), isError, Data(answer),
            now.millisecondsSince1970,
        ])
    }

    /// Removes up to `limit` answers that were stored before `time`, the oldest first.
    ///
    /// - Returns: how many.
    static func sweep(before time: WallTime, limit: Int, _ db: Database) throws -> Int {
        try db.execute(
            sql: """
                DELETE FROM idempotency WHERE (subject, method, key) IN (
                    SELECT subject, method, key FROM idempotency WHERE storedAt < ? ORDER BY storedAt LIMIT ?)
                """,
            arguments: [time.millisecondsSince1970, limit])
        return db.changesCount
    }
}
