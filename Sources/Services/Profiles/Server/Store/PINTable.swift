internal import Foundation
internal import GRDB

/// The row of the household's PIN.
enum PINTable {
    /// A PIN as it is kept, and how often it was guessed at.
    struct Kept: Sendable, Hashable {
        var hash: PINHash
        /// Wrong tries in a row, counted before the comparison.
        var tries: Int
        /// Until when no try is taken, in milliseconds since 1970.
        var lockedUntil: Int64
    }

    static func find(_ db: Database) throws -> Kept? {
        let statement = try db.cachedStatement(
            sql: "SELECT hash, salt, rounds, blockSize, parallelism, tries, lockedUntil FROM pin")
        return try Row.fetchOne(statement).map { row in
            let (hash, salt): (Data, Data) = (row[0], row[1])
            return Kept(
                hash: PINHash(
                    hash: [UInt8](hash), salt: [UInt8](salt),
                    cost: PINHash.Cost(rounds: row[2], blockSize: row[3], parallelism: row[4])),
                tries: row[5], lockedUntil: row[6])
        }
    }

    /// Sets the PIN, with no tries counted.
    static func set(_ hash: PINHash, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO pin VALUES (1, ?, ?, ?, ?, ?, 0, 0)").execute(arguments: [
            Data(hash.hash), Data(hash.salt), hash.cost.rounds, hash.cost.blockSize, hash.cost.parallelism,
        ])
    }

    static func note(tries: Int, lockedUntil: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE pin SET tries = ?, lockedUntil = ?").execute(arguments: [
            tries, lockedUntil,
        ])
    }

    static func remove(_ db: Database) throws { try db.execute(sql: "DELETE FROM pin") }
}
