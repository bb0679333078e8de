internal import Foundation
internal import GRDB

/// The row of the household's PIN.
enum PINTable {
    /// A stored PIN, and its count of wrong tries.
    struct StoredPIN: Sendable, Hashable {
        var hash: PINHash
        /// Wrong tries in a row, counted before the comparison.
        var tries: Int
        /// How long tries are rejected.
        var lock: PINLock
    }

    static func find(_ db: Database) throws -> StoredPIN? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT hash, salt, rounds, blockSize, parallelism, tries, waitMilliseconds, countedFrom, clock
                FROM pin
                """)
        return try Row.fetchOne(statement).map { row in
            let (hash, salt): (Data, Data) = (row[0], row[1])
            return StoredPIN(
                hash: PINHash(
                    hash: [UInt8](hash), salt: [UInt8](salt),
                    cost: PINHash.Cost(rounds: row[2], blockSize: row[3], parallelism: row[4])),
                tries: row[5], lock: PINLock(milliseconds: row[6], countedFrom: row[7], clock: row[8]))
        }
    }

    /// Sets the PIN, with no tries counted.
    static func set(_ hash: PINHash, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO pin (only, hash, salt, rounds, blockSize, parallelism, tries)
                VALUES (1, ?, ?, ?, ?, ?, 0)
                """)
        try statement.execute(arguments: [
            Data(hash.hash), Data(hash.salt), hash.cost.rounds, hash.cost.blockSize, hash.cost.parallelism,
        ])
    }

    static func note(tries: Int, lock: PINLock, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "UPDATE pin SET tries = ?, waitMilliseconds = ?, countedFrom = ?, clock = ?")
        try statement.execute(arguments: [tries, lock.milliseconds, lock.countedFrom, lock.clock])
    }

    static func remove(_ db: Database) throws { try db.execute(sql: "DELETE FROM pin") }
}
