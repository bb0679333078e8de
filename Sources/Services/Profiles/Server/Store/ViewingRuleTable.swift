internal import CBOR
internal import Foundation
internal import GRDB
internal import HearthModel

/// The rules of kids profiles, each with the number of its set.
///
/// Each change of a profile's rules takes another number, so that nothing that was decided by former rules counts under the
/// new ones. A number is used again when the catalog has dropped its last set.
enum ViewingRuleTable {
    static let schema = [
        // `body` is a ViewingRules in CBOR; `version` is the count of changes of rules with the one that made it.
        """
        CREATE TABLE viewingRules (
            profile INTEGER PRIMARY KEY REFERENCES profile (row) ON DELETE CASCADE,
            number INTEGER NOT NULL UNIQUE,
            version INTEGER NOT NULL,
            body BLOB NOT NULL
        ) STRICT
        """,
        // The numbers of former sets, and the change that has ended each.
        "CREATE TABLE endedRuleSet (number INTEGER PRIMARY KEY, version INTEGER NOT NULL) STRICT",
        // The count of changes, the last number taken, and the last change that the catalog has applied.
        """
        CREATE TABLE ruleSetState (
            only INTEGER PRIMARY KEY CHECK (only = 1), version INTEGER NOT NULL, last INTEGER NOT NULL,
            evaluated INTEGER NOT NULL
        ) STRICT
        """,
        "INSERT INTO ruleSetState VALUES (1, 0, -1, 0)",
    ]

    /// The rules of a profile with their number; nil when it has none.
    static func find(_ profile: String, in household: HouseholdRow, _ db: Database) throws -> ViewingRuleSet? {
        try all(in: household, db).first { $0.profile == profile }
    }

    /// The rules of all profiles that have any, as other services are told.
    static func all(in household: HouseholdRow, _ db: Database) throws -> [ViewingRuleSet] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT p.id, v.number, v.version, v.body FROM viewingRules v JOIN profile p ON p.row = v.profile
                ORDER BY p.row
                """)
        return try Row.fetchAll(statement).map { row in
            let body: Data = row[3]
            return ViewingRuleSet(
                profile: row[0], number: row[1], version: row[2],
                rules: try CBORDecoder().decode(ViewingRules.self, from: [UInt8](body)),
                allowsUnrated: household.kidsSeeUnrated, allowsUnratedChannels: household.kidsSeeUnratedChannels)
        }
    }

    /// Stores a profile's rules under a number of their own; nil: it has none.
    ///
    /// - Throws: ``ProfilesError/rulesNotApplied`` when the catalog still has to drop all other numbers.
    static func set(_ rules: ViewingRules?, of profile: String, _ db: Database) throws {
        try end(profile, db)
        guard let rules else { return }
        let number = try takeNumber(db)
        let body = Data(try CBOREncoder().encode(rules))
        try db.cachedStatement(sql: "INSERT INTO viewingRules SELECT row, ?, ?, ? FROM profile WHERE id = ?")
            .execute(arguments: [number, try version(db), body, profile])
    }

    /// Ends a profile's set: a change of its own.
    static func end(_ profile: String, _ db: Database) throws {
        try db.execute(sql: "UPDATE ruleSetState SET version = version + 1")
        let statement = try db.cachedStatement(
            sql: "SELECT v.number FROM viewingRules v JOIN profile p ON p.row = v.profile WHERE p.id = ?")
        guard let number = try Int32.fetchOne(statement, arguments: [profile]) else { return }
        try db.execute(sql: "DELETE FROM viewingRules WHERE number = ?", arguments: [number])
        try db.execute(
            sql: "INSERT OR REPLACE INTO endedRuleSet VALUES (?, ?)", arguments: [number, try version(db)])
    }

    /// The next number that neither a profile has nor, as far as known, the catalog.
    private static func takeNumber(_ db: Database) throws -> Int32 {
        let last = try Int32.fetchOne(db, sql: "SELECT last FROM ruleSetState") ?? -1
        let taken = Set(
            try Int32.fetchAll(
                db,
                sql: """
                    SELECT number FROM viewingRules UNION SELECT number FROM endedRuleSet
                    WHERE version > (SELECT evaluated FROM ruleSetState)
                    """))
        let next = (1...RuleSetBits.count).map { (last + $0) % RuleSetBits.count }.first { !taken.contains($0) }
        guard let next else { throw ProfilesError.rulesNotApplied }
        try db.execute(sql: "UPDATE ruleSetState SET last = ?", arguments: [next])
        try db.execute(sql: "DELETE FROM endedRuleSet WHERE number = ?", arguments: [next])
        return next
    }

    /// The count of changes of rules.
    static func version(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT version FROM ruleSetState") ?? 0
    }

    /// Whether the catalog has applied the changes up to one.
    static func isApplied(_ version: Int64, _ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT evaluated >= ? FROM ruleSetState", arguments: [version]) ?? false
    }

    /// Notes which changes the catalog has applied.
    static func note(evaluated version: Int64, _ db: Database) throws {
        // After a restore of this shard the catalog may have applied changes that were never made here.
        try db.execute(sql: "UPDATE ruleSetState SET evaluated = min(?, version)", arguments: [version])
    }
}
