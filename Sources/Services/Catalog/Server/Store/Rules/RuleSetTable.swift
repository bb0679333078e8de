internal import CBOR
internal import Foundation
internal import GRDB
internal import HearthModel

/// The rule sets of kids profiles, and which of their members are in `item.audience`.
///
/// A set has a number, and its members have the bit of that number (``RuleSetBits``). Each change of a profile's rules has
/// another number, which no title has before the set is evaluated: until then its profile sees nothing.
enum RuleSetTable {
    /// The count of changes of sets and members: cached titles of an earlier one are outdated.
    static func revision(_ db: Database) throws -> Int64 {
        var statement = try PositionalStatement(db, "SELECT ruleRevision FROM catalog")
        return try statement.step() ? statement[0] : 0
    }

    /// The sets, by number.
    ///
    /// - Parameter pending: whether only those that are not evaluated.
    static func all(pending: Bool = false, _ db: Database) throws -> [ViewingRuleSet] {
        let sql = "SELECT body FROM ruleSet WHERE isEvaluated = 0 OR NOT ? ORDER BY number"
        return try Data.fetchAll(db.cachedStatement(sql: sql), arguments: [pending]).map {
            try CBORDecoder().decode(ViewingRuleSet.self, from: [UInt8]($0))
        }
    }

    /// The set of a profile; nil when it has no rules.
    static func find(_ profile: String, _ db: Database) throws -> ViewingRuleSet? {
        let statement = try db.cachedStatement(sql: "SELECT body FROM ruleSet WHERE profile = ?")
        return try Data.fetchOne(statement, arguments: [profile]).map {
            try CBORDecoder().decode(ViewingRuleSet.self, from: [UInt8]($0))
        }
    }

    /// Whether the members of a set are known.
    static func isEvaluated(_ number: Int32, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT isEvaluated FROM ruleSet WHERE number = ?")
        return try Bool.fetchOne(statement, arguments: [number]) ?? false
    }

    /// Applies a change of a profile's rules, or all sets of a snapshot. Idempotent. The members follow with
    /// ``RuleSetEvaluation``.
    ///
    /// - Parameter isWhole: whether profiles that are not named have no rules.
    static func apply(_ changes: [ProfileRules], isWhole: Bool, version: Int64, _ db: Database) throws {
        var isChanged = false
        if isWhole {
            let named = Set(changes.filter { $0.set != nil }.map(\.profile))
            for set in try all(db) where !named.contains(set.profile) {
                try end(set.profile, db)
                isChanged = true
            }
        }
        for change in changes where try find(change.profile, db) != change.set {
            try end(change.profile, db)
            isChanged = true
            guard let set = change.set, RuleSetBits.column(of: set.number) != nil else { continue }
            // Another profile's set with that number has ended, whatever was missed of it.
            for other in try all(db) where other.number == set.number { try end(other.profile, db) }
            let body = Data(try CBOREncoder().encode(set))
            try db.cachedStatement(sql: "INSERT INTO ruleSet VALUES (?, ?, ?, 0, ?, ?)")
                .execute(arguments: [set.profile, set.number, set.version, body, set.rules.rulesProgrammes])
        }
        try db.execute(sql: "UPDATE catalog SET ruleVersion = max(ruleVersion, ?)", arguments: [version])
        if isChanged { try revise(db) }
    }

    /// Drops a profile's set.
    static func end(_ profile: String, _ db: Database) throws {
        guard let set = try find(profile, db) else { return }
        try db.execute(sql: "DELETE FROM ruleSet WHERE profile = ?", arguments: [profile])
        try db.execute(
            sql: "UPDATE catalog SET endedRuleSets = endedRuleSets | ?",
            arguments: [RuleSetBits.column(of: set.number) ?? 0])
        try revise(db)
    }

    /// The bits of sets that have ended and that titles may still have.
    static func ended(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT endedRuleSets FROM catalog")) ?? 0
    }

    /// Whether members are still to be computed or cleared, or the evaluated version to be told.
    static func isPending(_ db: Database) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM ruleSet WHERE isEvaluated = 0)
            OR (SELECT endedRuleSets <> 0 OR ruleVersion > ruleVersionEvaluated FROM catalog)
            """
        return try Bool.fetchOne(db.cachedStatement(sql: sql)) ?? false
    }

    /// Has all sets evaluated again.
    static func reset(_ db: Database) throws { try db.execute(sql: "UPDATE ruleSet SET isEvaluated = 0") }

    /// Notes that the titles are evaluated by all sets.
    ///
    /// - Returns: the version by which they are.
    static func noteEvaluated(_ db: Database) throws -> Int64 {
        try db.execute(sql: "UPDATE ruleSet SET isEvaluated = 1")
        try db.execute(sql: "UPDATE catalog SET endedRuleSets = 0, ruleVersionEvaluated = ruleVersion")
        try revise(db)
        return try evaluatedVersion(db)
    }

    /// The last change of rules by which the titles are evaluated.
    static func evaluatedVersion(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT ruleVersionEvaluated FROM catalog")) ?? 0
    }

    private static func revise(_ db: Database) throws {
        try db.execute(sql: "UPDATE catalog SET ruleRevision = ruleRevision + 1")
    }
}

/// The rules of a profile; a profile without a set has none.
struct ProfileRules: Sendable, Hashable {
    var profile: String
    var set: ViewingRuleSet?
}
