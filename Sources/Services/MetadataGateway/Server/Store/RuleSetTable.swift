internal import CBOR
internal import Foundation
internal import GRDB
internal import HearthModel
internal import ProfilesAPI

/// The rule sets of kids profiles, as last sent by profiles: they judge titles outside of the library. It is all that this
/// service stores of a profile, and goes with it.
enum RuleSetTable {
    /// `body` is a `ViewingRuleSet` in CBOR.
    static let schema = """
        CREATE TABLE ruleSet (profile TEXT PRIMARY KEY, number INTEGER NOT NULL, body BLOB NOT NULL) STRICT, WITHOUT ROWID
        """

    /// Applies what an event says of rules, and forgets deleted profiles; right however often.
    static func apply(_ event: ProfilesEvent, _ db: Database) throws {
        if event.snapshot != nil { try db.execute(sql: "DELETE FROM ruleSet") }
        for set in (event.snapshot?.ruleSets ?? []) + (event.viewingRulesChanged?.sets ?? []) {
            // Whatever was missed, a number is that of one set.
            try db.execute(sql: "DELETE FROM ruleSet WHERE number = ?", arguments: [set.number])
            try db.execute(
                sql: "INSERT OR REPLACE INTO ruleSet VALUES (?, ?, ?)",
                arguments: [set.profile, set.number, Data(try CBOREncoder().encode(set))])
        }
        for profile in (event.viewingRulesChanged?.ended ?? []) + event.presence.deleted {
            try db.execute(sql: "DELETE FROM ruleSet WHERE profile = ?", arguments: [profile])
        }
    }

    /// A profile's set of that number; nil while it has not arrived, or when the profile has another one by now.
    static func find(_ number: Int32, of profile: String, _ db: Database) throws -> ViewingRuleSet? {
        let statement = try db.cachedStatement(sql: "SELECT body FROM ruleSet WHERE number = ? AND profile = ?")
        return try Data.fetchOne(statement, arguments: [number, profile]).map {
            try CBORDecoder().decode(ViewingRuleSet.self, from: [UInt8]($0))
        }
    }
}
