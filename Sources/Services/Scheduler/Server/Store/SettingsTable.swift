internal import GRDB
internal import HearthModel
internal import ProfilesAPI

/// The household's settings.
struct HouseholdContext: Sendable {
    var name: String
    var zone: HouseholdTimeZone
    var kidsSeeUnrated: Bool
    /// The first day of the household's weeks.
    var firstDay = Weekday(number: 1)
    /// The rule sets of kids profiles that have rules of their own.
    var ruleSets: [String: Int32] = [:]
    /// How many profiles have to approve a title for a match.
    var matchRule = MatchRule.anyTwo

    /// The defaults until profiles has sent the settings.
    static let unknown = HouseholdContext(name: "Hearth", zone: .utc, kidsSeeUnrated: true)

    /// The household's kids policy.
    var kidsPolicy: ViewingPolicy { .kids(seesUnrated: kidsSeeUnrated) }
}

/// The household's settings, as last sent by profiles.
enum SettingsTable {
    static func read(_ db: Database) throws -> HouseholdContext {
        let ruleSets = try RuleSetTable.all(db)
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT name, timeZone, kidsSeeUnrated, firstDay, matchRule FROM settings")
        else {
            var unknown = HouseholdContext.unknown
            unknown.ruleSets = ruleSets
            return unknown
        }
        let (name, zone, kidsSeeUnrated): (String, String, Bool) = (row[0], row[1], row[2])
        // A zone that this machine does not know: a household's clocks are somewhere.
        return HouseholdContext(
            name: name, zone: HouseholdTimeZone(zone) ?? .utc, kidsSeeUnrated: kidsSeeUnrated,
            firstDay: Weekday(number: row[3]), ruleSets: ruleSets,
            matchRule: (row[4] as String?).map(MatchRule.init(rawValue:)) ?? .anyTwo)
    }

    static func put(_ settings: HouseholdSettings, _ db: Database) throws {
        try db.execute(
            sql:
                """
                INSERT OR REPLACE INTO settings (row, name, timeZone, kidsSeeUnrated, firstDay, matchRule)
                VALUES (1, ?, ?, ?, ?, ?)
                """,
            arguments: [
                settings.name, settings.timeZone, settings.kidsSeeUnrated, settings.preferences?.firstDayOfWeek ?? 1,
                settings.preferences?.matchRule?.rawValue,
            ])
    }
}
