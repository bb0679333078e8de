internal import Foundation
internal import GRDB
internal import ProfilesAPI

/// The row of a household that is to be deleted, or was: then it is the only one left in the shard.
enum HouseholdDeletionTable {
    /// A row.
    struct Entry: Sendable, Hashable {
        /// When the deletion was decided, in milliseconds since 1970; for people.
        var requested: Int64
        /// How long the service has run since then, or since the household was erased, in seconds.
        var age: Int64
        /// Whether the household was erased, and the shard exists only to tell that.
        var isErased: Bool
    }

    // `age` is null before the first count, as the quarantine's: a clock that is set ahead erases nothing.
    static let creation = """
        CREATE TABLE householdDeletion (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            requested INTEGER NOT NULL,
            age INTEGER,
            isErased INTEGER NOT NULL
        ) STRICT
        """

    static func find(_ db: Database) throws -> Entry? {
        let statement = try db.cachedStatement(
            sql: "SELECT requested, coalesce(age, 0), isErased FROM householdDeletion")
        return try Row.fetchOne(statement).map { Entry(requested: $0[0], age: $0[1], isErased: $0[2]) }
    }

    /// Whether the household was erased.
    static func isErased(_ db: Database) throws -> Bool { try find(db)?.isErased == true }

    /// Begins the days of grace; days that have begun go on.
    static func begin(at now: Int64, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR IGNORE INTO householdDeletion (only, requested, isErased) VALUES (1, ?, 0)",
            arguments: [now])
    }

    /// Takes the deletion back.
    static func cancel(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM householdDeletion WHERE NOT isErased")
    }

    /// Counts running time; the first count begins at 0.
    static func grow(by seconds: Int64, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE householdDeletion SET age = coalesce(age + ?, 0)", arguments: [max(0, seconds)])
    }

    /// Notes that the household is erased; its days as a mark of that begin.
    static func noteErased(_ db: Database) throws {
        try db.execute(sql: "UPDATE householdDeletion SET isErased = 1, age = NULL")
    }

    /// Deletes the rows of all tables, apart from what tells that the household was deleted, and from what is to be revoked at
    /// Apple: the links of its members go there (``AppleTable``).
    static func deleteAll(_ db: Database) throws {
        // Members and profiles refer to each other's rows.
        try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
        let tables = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        for table in tables where !kept.contains(table) { try db.execute(sql: "DELETE FROM \"\(table)\"") }
    }

    private static let kept: Set = [
        "householdDeletion", "householdIdentity", "outboxState", "policyGeneration", "appleRevocation",
    ]
}

extension HouseholdDeletion {
    /// The deletion as members see it.
    init(_ entry: HouseholdDeletionTable.Entry) {
        self.init(
            requested: Date(milliseconds: entry.requested),
            secondsLeft: max(0, ProfilesLimits.deletionGrace.components.seconds - entry.age))
    }
}
