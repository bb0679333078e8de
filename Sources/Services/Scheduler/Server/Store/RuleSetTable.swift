internal import GRDB
internal import HearthModel
internal import ProfilesAPI

/// The numbers of the kids profiles' rule sets, as last sent by profiles: a title for all of a slot's profiles must be in
/// the set of each.
enum RuleSetTable {
    static let schema = [
        "CREATE TABLE ruleSet (profile TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT, WITHOUT ROWID"
    ]

    /// The numbers by profile.
    static func all(_ db: Database) throws -> [String: Int32] {
        let rows = try Row.fetchAll(db.cachedStatement(sql: "SELECT profile, number FROM ruleSet"))
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as String, $0[1] as Int32) })
    }

    /// Applies what an event says of rules, and forgets deleted profiles.
    static func apply(_ event: ProfilesEvent, _ db: Database) throws {
        if event.snapshot != nil { try db.execute(sql: "DELETE FROM ruleSet") }
        for set in (event.snapshot?.ruleSets ?? []) + (event.viewingRulesChanged?.sets ?? []) {
            try db.execute(sql: "INSERT OR REPLACE INTO ruleSet VALUES (?, ?)", arguments: [set.profile, set.number])
        }
        for profile in (event.viewingRulesChanged?.ended ?? []) + event.presence.deleted {
            try db.execute(sql: "DELETE FROM ruleSet WHERE profile = ?", arguments: [profile])
        }
    }
}
