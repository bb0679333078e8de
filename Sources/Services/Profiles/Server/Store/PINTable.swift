internal import Foundation
internal import GRDB

/// Whose PIN it is.
enum PINSubject: Sendable, Hashable {
    /// The household's, which guards kids profiles and adult profiles without a PIN of their own.
    case household
    /// An adult profile's own, by its id.
    case profile(String)
}

/// The rows of the household's PIN and of profiles' PINs. Each counts its own wrong tries.
enum PINTable {
    /// A stored PIN, and its count of wrong tries.
    struct StoredPIN: Sendable, Hashable {
        var hash: PINHash
        /// Wrong tries in a row, counted before the comparison.
        var tries: Int
        /// How long tries are rejected.
        var lock: PINLock
    }

    static func find(of subject: PINSubject = .household, _ db: Database) throws -> StoredPIN? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT hash, salt, rounds, blockSize, parallelism, tries, waitMilliseconds, countedFrom, clock
                FROM \(subject.rows)
                """)
        return try Row.fetchOne(statement, arguments: subject.arguments).map { row in
            let (hash, salt): (Data, Data) = (row[0], row[1])
            return StoredPIN(
                hash: PINHash(
                    hash: [UInt8](hash), salt: [UInt8](salt),
                    cost: PINHash.Cost(rounds: row[2], blockSize: row[3], parallelism: row[4])),
                tries: row[5], lock: PINLock(milliseconds: row[6], countedFrom: row[7], clock: row[8]))
        }
    }

    /// Sets the PIN, with no tries counted. That of a profile that has been deleted is not stored.
    static func set(_ hash: PINHash, of subject: PINSubject = .household, _ db: Database) throws {
        let columns = "hash, salt, rounds, blockSize, parallelism, tries"
        let sql =
            switch subject {
            case .household: "INSERT OR REPLACE INTO pin (\(columns), only) VALUES (?, ?, ?, ?, ?, 0, 1)"
            case .profile:
                """
                INSERT OR REPLACE INTO profilePIN (\(columns), profile)
                SELECT ?, ?, ?, ?, ?, 0, row FROM profile WHERE id = ?
                """
            }
        let values: StatementArguments = [
            Data(hash.hash), Data(hash.salt), hash.cost.rounds, hash.cost.blockSize, hash.cost.parallelism,
        ]
        try db.cachedStatement(sql: sql).execute(arguments: values + subject.arguments)
    }

    static func note(tries: Int, lock: PINLock, of subject: PINSubject = .household, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql:
                "UPDATE \(subject.table) SET tries = ?, waitMilliseconds = ?, countedFrom = ?, clock = ? \(subject.condition)"
        )
        let values: StatementArguments = [tries, lock.milliseconds, lock.countedFrom, lock.clock]
        try statement.execute(arguments: values + subject.arguments)
    }

    static func remove(of subject: PINSubject = .household, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM \(subject.rows)", arguments: subject.arguments)
    }

    /// The profiles, each with whether it has a PIN of its own.
    static func marked(_ profiles: [ProfileRow], _ db: Database) throws -> [ProfileRow] {
        let statement = try db.cachedStatement(
            sql: "SELECT profile.id FROM profilePIN JOIN profile ON profile.row = profilePIN.profile")
        let ids = Set(try String.fetchAll(statement))
        guard !ids.isEmpty else { return profiles }
        return profiles.map { profile in
            var profile = profile
            profile.hasPIN = ids.contains(profile.id)
            return profile
        }
    }

    /// The table of profiles' PINs. The foreign key deletes a profile's PIN with it.
    static let ofProfiles = """
        CREATE TABLE profilePIN (
            profile INTEGER PRIMARY KEY REFERENCES profile (row) ON DELETE CASCADE,
            hash BLOB NOT NULL,
            salt BLOB NOT NULL,
            rounds INTEGER NOT NULL,
            blockSize INTEGER NOT NULL,
            parallelism INTEGER NOT NULL,
            tries INTEGER NOT NULL,
            waitMilliseconds INTEGER NOT NULL DEFAULT 0,
            countedFrom INTEGER NOT NULL DEFAULT 0,
            clock TEXT NOT NULL DEFAULT ''
        ) STRICT
        """
}

extension PINSubject {
    fileprivate var table: String { self == .household ? "pin" : "profilePIN" }

    fileprivate var condition: String {
        self == .household ? "" : "WHERE profile = (SELECT row FROM profile WHERE id = ?)"
    }

    fileprivate var rows: String { "\(table) \(condition)" }

    fileprivate var arguments: StatementArguments {
        switch self {
        case .household: []
        case .profile(let id): [id]
        }
    }
}
