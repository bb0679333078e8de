internal import CBOR
internal import Foundation
internal import GRDB
internal import HearthModel
internal import ProfilesAPI
internal import ServiceKit

/// The row of the household, and its new members.
enum HouseholdTable {
    /// The whole household; nil until it is created.
    static func state(_ db: Database) throws -> HouseholdState? {
        guard let household = try household(db) else { return nil }
        let hasPIN = try Bool.fetchOne(try db.cachedStatement(sql: "SELECT count(*) FROM pin")) ?? false
        return HouseholdState(
            household: household, members: try MemberTable.all(db),
            profiles: try PINTable.marked(ProfileTable.all(db), db), hasPIN: hasPIN,
            policyGenerations: try PolicyGenerationTable.read(db), purchases: try PurchaseTable.all(db),
            relock: try RelockTable.find(db),
            deletion: try HouseholdDeletionTable.find(db).map(HouseholdDeletion.init))
    }

    private static func household(_ db: Database) throws -> HouseholdRow? {
        let statement = try db.cachedStatement(
            sql:
                "SELECT name, timeZone, kidsSeeUnrated, kidsSeeUnratedChannels, plan, created, region, preferences FROM household"
        )
        return try Row.fetchOne(statement).map { row in
            let preferences: Data? = row[7]
            return HouseholdRow(
                name: row[0], timeZone: row[1], kidsSeeUnrated: row[2], kidsSeeUnratedChannels: row[3],
                plan: Plan(rawValue: row[4]), created: row[5], region: row[6],
                preferences: try preferences.map {
                    try CBORDecoder().decode(HouseholdPreferences.self, from: Array($0))
                }
                    ?? HouseholdPreferences())
        }
    }

    static func insert(_ household: HouseholdRow, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT INTO household VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)").execute(arguments: [
            household.name, household.timeZone, household.kidsSeeUnrated, household.kidsSeeUnratedChannels,
            household.plan.rawValue, household.created, household.region,
            try encoded(household.preferences),
        ])
    }

    static func update(_ household: HouseholdRow, _ db: Database) throws {
        let sql = """
            UPDATE household
            SET name = ?, timeZone = ?, kidsSeeUnrated = ?, kidsSeeUnratedChannels = ?, plan = ?, region = ?,
                preferences = ?
            """
        try db.cachedStatement(sql: sql).execute(arguments: [
            household.name, household.timeZone, household.kidsSeeUnrated, household.kidsSeeUnratedChannels,
            household.plan.rawValue, household.region, try encoded(household.preferences),
        ])
    }

    private static func encoded(_ preferences: HouseholdPreferences) throws -> Data {
        Data(try CBOREncoder().encode(preferences))
    }

    static func insert(_ member: MemberRow, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT INTO member (id, name, role, created) VALUES (?, ?, ?, ?)")
            .execute(arguments: [member.id, member.name, member.role.rawValue, member.created])
    }
}
