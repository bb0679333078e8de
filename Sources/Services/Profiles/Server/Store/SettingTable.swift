internal import CBOR
internal import Foundation
internal import GRDB
internal import HearthModel
internal import ProfilesAPI

/// The settings that profiles have changed. `hideAdultContent` is a column of the profile, as its policy needs it.
enum SettingTable {
    /// The changed settings of a profile; a value is nil where the setting has none.
    static func values(of profile: ProfileRow, _ db: Database) throws -> ProfileSettings.Changed {
        let statement = try db.cachedStatement(
            sql: """
                SELECT setting.name, setting.value FROM setting JOIN profile ON profile.row = setting.profile
                WHERE profile.id = ?
                """)
        var values: ProfileSettings.Changed = [:]
        for row in try Row.fetchAll(statement, arguments: [profile.id]) {
            let body: Data? = row[1]
            values.updateValue(try body.map(decode), forKey: SettingName(rawValue: row[0]))
        }
        if profile.kind == .adult, profile.hidesAdult { values[.hideAdultContent] = .boolean(true) }
        return values
    }

    /// Stores a value; nil where the setting has none.
    static func put(_ value: SettingValue?, _ name: SettingName, of profile: ProfileRow, _ db: Database) throws {
        if name == .hideAdultContent {
            return try ProfileTable.setHidesAdult(value?.boolean == true, of: profile.id, db)
        }
        let body = try value.map { Data(try CBOREncoder().encode($0)) }
        try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO setting SELECT row, ?, ? FROM profile WHERE id = ?"
        ).execute(arguments: [name.rawValue, body, profile.id])
    }

    /// The changed settings of a profile, as other services are told: those of ``SettingDefinition/all`` that people change.
    static func changed(of profile: ProfileRow, _ db: Database) throws -> ChangedSettings {
        let values = try values(of: profile, db)
        return ChangedSettings(
            profile: profile.id,
            settings: SettingDefinition.all.filter { $0.changedBy != .services }.compactMap { definition in
                values[definition.name].map { SettingChange(definition.name, $0) }
            })
    }

    private static func decode(_ body: Data) throws -> SettingValue {
        try CBORDecoder().decode(SettingValue.self, from: Array(body))
    }
}
