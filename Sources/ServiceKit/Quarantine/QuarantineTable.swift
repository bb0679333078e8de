internal import Foundation
package import GRDB
package import HearthModel
package import RPC

/// Objects missing from a snapshot without a deletion: a table of every shard.
package enum QuarantineTable {
    /// Creates the table.
    package static let migration = ShardMigration(version: 4, name: "create quarantine") { db in
        // `since` is for people. `age` counts the seconds that the service ran since then, and is null before the first
        // count: a clock that is set ahead erases nothing.
        try db.execute(
            sql: """
                CREATE TABLE quarantine (
                    kind TEXT NOT NULL,
                    id TEXT NOT NULL,
                    source TEXT NOT NULL,
                    since INTEGER NOT NULL, -- milliseconds since 1970
                    age INTEGER, -- seconds
                    PRIMARY KEY (kind, id)
                ) STRICT, WITHOUT ROWID
                """)
    }

    /// A row.
    struct Entry: Sendable, Hashable {
        let kind: QuarantinedKind
        let id: String
        let source: String
        let since: WallTime
        /// The service's running time since then, in seconds.
        let age: Int64
    }

    /// Puts an object into quarantine; one that is there already keeps its time.
    package static func put(
        _ kind: QuarantinedKind, _ id: String, source: String, at now: WallTime, _ db: Database
    ) throws {
        try db.cachedStatement(
            sql: "INSERT INTO quarantine (kind, id, source, since) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        ).execute(arguments: [kind.rawValue, id, source, now.millisecondsSince1970])
    }

    /// Removes an object from quarantine, whether released or erased.
    ///
    /// - Returns: false when it was not in quarantine.
    @discardableResult
    package static func remove(_ kind: QuarantinedKind, _ id: String, _ db: Database) throws -> Bool {
        try db.cachedStatement(sql: "DELETE FROM quarantine WHERE kind = ? AND id = ?")
            .execute(arguments: [kind.rawValue, id])
        return db.changesCount > 0
    }

    /// Whether an object is in quarantine.
    package static func has(_ kind: QuarantinedKind, _ id: String, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM quarantine WHERE kind = ? AND id = ?)")
        return try Bool.fetchOne(statement, arguments: [kind.rawValue, id]) ?? false
    }

    /// The IDs of one kind, sorted.
    package static func ids(_ kind: QuarantinedKind, _ db: Database) throws -> [String] {
        let statement = try db.cachedStatement(sql: "SELECT id FROM quarantine WHERE kind = ? ORDER BY id")
        return try String.fetchAll(statement, arguments: [kind.rawValue])
    }

    /// The quarantined profiles, which views of the whole household leave out.
    package static func profiles(_ db: Database) throws -> Set<String> { Set(try ids(.profile, db)) }

    /// The summary of the quarantine.
    static func summary(_ db: Database) throws -> QuarantineSummary {
        let statement = try db.cachedStatement(
            sql: "SELECT kind, source, count(*) FROM quarantine GROUP BY kind, source ORDER BY kind, source")
        let groups = try Row.fetchAll(statement).map {
            QuarantineSummary.Group(kind: QuarantinedKind(rawValue: $0[0]), source: $0[1], count: $0[2])
        }
        return groups.isEmpty
            ? QuarantineSummary() : QuarantineSummary(groups: groups, profiles: try profiles(db))
    }

    /// Entries by kind and ID, after a given one.
    static func page(after last: (kind: String, id: String)?, limit: Int, _ db: Database) throws -> [Entry] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT kind, id, source, since, coalesce(age, 0) FROM quarantine WHERE (kind, id) > (?, ?)
                ORDER BY kind, id LIMIT ?
                """)
        return try Row.fetchAll(statement, arguments: [last?.kind ?? "", last?.id ?? "", limit]).map {
            Entry(
                kind: QuarantinedKind(rawValue: $0[0]), id: $0[1], source: $0[2],
                since: WallTime(nanosecondsSince1970: ($0[3] as Int64) * 1_000_000), age: $0[4])
        }
    }

    /// Adds running time to all entries. Entries created since the last count begin at 0.
    static func grow(by seconds: Int64, _ db: Database) throws {
        try db.execute(sql: "UPDATE quarantine SET age = coalesce(age + ?, 0)", arguments: [max(0, seconds)])
    }

    /// Entries of at least this age in seconds.
    static func due(after seconds: Int64, limit: Int, _ db: Database) throws -> [(kind: QuarantinedKind, id: String)] {
        let statement = try db.cachedStatement(
            sql: "SELECT kind, id FROM quarantine WHERE age >= ? ORDER BY kind, id LIMIT ?")
        return try Row.fetchAll(statement, arguments: [seconds, limit]).map {
            (QuarantinedKind(rawValue: $0[0]), $0[1])
        }
    }
}

extension Shard {
    /// The quarantine's summary, read on the calling thread: blocks, never on the task pool.
    func quarantined() throws -> QuarantineSummary { try database.read { try QuarantineTable.summary($0) } }
}

/// The summary of one household's quarantine.
package struct QuarantineSummary: Sendable, Hashable {
    /// Entries of one kind that one source no longer lists.
    package struct Group: Sendable, Hashable {
        package let kind: QuarantinedKind
        package let source: String
        package let count: Int64
    }

    /// By kind and source.
    package var groups: [Group] = []
    /// The quarantined profiles, whose calls are rejected.
    package var profiles: Set<String> = []
}
