internal import Foundation
internal import GRDB
internal import RPC

/// The tables of the outbox and of the cursors in other services' outboxes, part of every shard.
enum OutboxTable {
    static let migration = ShardMigration(version: 2, name: "create outbox and inbox") { db in
        try db.execute(
            sql: """
                CREATE TABLE outbox (
                    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
                    at INTEGER NOT NULL, -- milliseconds since 1970
                    body BLOB NOT NULL -- CBOR
                ) STRICT;
                CREATE TABLE outboxState (
                    one INTEGER PRIMARY KEY CHECK (one = 1),
                    generation INTEGER NOT NULL, -- random; another log has another
                    opening INTEGER NOT NULL -- random; the same number is in a file beside the shard
                ) STRICT;
                CREATE TABLE inbox (
                    source TEXT PRIMARY KEY,
                    generation INTEGER NOT NULL,
                    sequence INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                """)
    }

    /// The identity of a log and the range of entries that it holds.
    struct Extent: Sendable {
        let generation: UInt64
        /// The last entry's sequence number; 0 before the first.
        let last: Int64
        /// The oldest sequence number kept; one more than `last` when none is.
        let oldest: Int64

        /// Whether a follower with everything up to `position` can continue in the log.
        func holds(_ position: StreamPosition) -> Bool {
            guard position.generation == generation, let had = Int64(exactly: position.sequence) else { return false }
            return had <= last && had >= oldest - 1
        }
    }

    static func extent(_ db: Database) throws -> Extent {
        let generation = try Int64.fetchOne(db, sql: "SELECT generation FROM outboxState") ?? 0
        // The counter outlives the removed entries.
        let last = try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'outbox'") ?? 0
        let oldest = try Int64.fetchOne(db, sql: "SELECT min(sequence) FROM outbox") ?? last + 1
        return Extent(generation: UInt64(bitPattern: generation), last: last, oldest: oldest)
    }

    static func append(_ body: [UInt8], at time: WallTime, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "INSERT INTO outbox (at, body) VALUES (?, ?)")
        try statement.execute(arguments: [time.millisecondsSince1970, Data(body)])
    }

    static func page(after sequence: Int64, limit: Int, _ db: Database) throws -> [(sequence: Int64, body: [UInt8])] {
        let statement = try db.cachedStatement(
            sql: "SELECT sequence, body FROM outbox WHERE sequence > ? ORDER BY sequence LIMIT ?")
        return try Row.fetchAll(statement, arguments: [sequence, limit]).map { row in
            let body: Data = row[1]
            return (row[0], [UInt8](body))
        }
    }

    /// Removes entries older than `time`, oldest first.
    static func sweep(before time: WallTime, limit: Int, _ db: Database) throws -> Int {
        try db.execute(
            sql: """
                DELETE FROM outbox WHERE sequence IN (
                    SELECT sequence FROM outbox ORDER BY sequence LIMIT ?) AND at < ?
                """, arguments: [limit, time.millisecondsSince1970])
        return db.changesCount
    }

    /// The last of the entries `first` to `last` that was written by a time; `first - 1` when none was. Times ascend
    /// with the entries, as far as the clock was not set back.
    static func last(by time: Int64, from first: Int64, through last: Int64, _ db: Database) throws -> Int64 {
        let statement = try db.cachedStatement(
            sql: "SELECT sequence, at FROM outbox WHERE sequence >= ? ORDER BY sequence LIMIT 1")
        var (low, high) = (first - 1, last)
        while low < high {
            let middle = low + (high - low + 1) / 2
            guard let row = try Row.fetchOne(statement, arguments: [middle]) else { return low }
            if (row["at"] as Int64) <= time { low = max(middle, min(row["sequence"], high)) } else { high = middle - 1 }
        }
        return low
    }

    // MARK: The generation

    /// Begins a new log when this file is not the one last open at this path: followers start over with a snapshot.
    ///
    /// Every opening writes a number to the shard and the same one to a file beside it. They differ when the shard was
    /// replaced, for example by restoring an older copy; or after a power failure between the two writes, which costs
    /// no more than that snapshot.
    static func open(beside path: String, runtime: any Runtime, _ db: Database) throws {
        let known = try opening(db)
        let isSame = known != nil && known == readOpening(beside: path)
        let opening = Int64(bitPattern: runtime.random())
        if isSame {
            try db.execute(sql: "UPDATE outboxState SET opening = ?", arguments: [opening])
        } else {
            let generation = Int64(bitPattern: runtime.random())
            try db.execute(
                sql: "INSERT OR REPLACE INTO outboxState (one, generation, opening) VALUES (1, ?, ?)",
                arguments: [generation, opening])
        }
    }

    /// Writes the shard's number to the file beside it, once it is durable in the shard.
    static func writeGenerationFile(beside path: String, _ db: Database) throws {
        guard let opening = try opening(db) else { return }
        // On failure the next opening treats this as another file, and followers start over.
        try? Data("\(opening)\n".utf8).write(to: URL(fileURLWithPath: openingFile(beside: path)), options: .atomic)
    }

    /// The number of the shard's last opening.
    static func opening(_ db: Database) throws -> Int64? {
        try Int64.fetchOne(db, sql: "SELECT opening FROM outboxState")
    }

    /// Marks a copy, which never counts as the file last open. A shard from before there was an outbox has no number.
    static func markCopy(_ db: Database) throws {
        guard try db.tableExists("outboxState") else { return }
        try db.execute(sql: "UPDATE outboxState SET opening = ~opening")
    }

    private static func readOpening(beside path: String) -> Int64? {
        guard let text = try? String(contentsOfFile: openingFile(beside: path), encoding: .utf8) else { return nil }
        return Int64(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private static func openingFile(beside path: String) -> String { path + ".opening" }

    // MARK: Cursors

    static func cursor(of source: String, _ db: Database) throws -> StreamPosition? {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT generation, sequence FROM inbox WHERE source = ?"), arguments: [source])
        return row.map { row in
            StreamPosition(generation: UInt64(bitPattern: row[0]), sequence: UInt64(bitPattern: row[1]))
        }
    }

    /// All cursors, by source.
    static func cursors(_ db: Database) throws -> [(source: String, cursor: StreamPosition)] {
        try Row.fetchAll(db.cachedStatement(sql: "SELECT source, generation, sequence FROM inbox ORDER BY source")).map
        {
            ($0[0], StreamPosition(generation: UInt64(bitPattern: $0[1]), sequence: UInt64(bitPattern: $0[2])))
        }
    }

    static func advance(_ source: String, to position: StreamPosition, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO inbox (source, generation, sequence) VALUES (?, ?, ?)")
            .execute(
                arguments: [source, Int64(bitPattern: position.generation), Int64(bitPattern: position.sequence)])
    }
}
