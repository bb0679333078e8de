internal import GRDB
internal import PlaybackStateAPI
internal import ProfilesAPI

/// The settings of profiles that this service follows, as profiles publishes them.
enum SettingTable {
    /// The followed settings: numbers, and those that are on or off. See also ``followedWhilePlaying``.
    static let followed: [SettingName] = [
        .maxQueueSize, .autoPlayCountdownSeconds, .enableSkipIntro, .autoSkipIntro, .autoDeleteWatchedDownloads,
        .enableAutoQueue, .autoQueueSuggestions,
        .enableCloudSync, .subtitlesOn,
    ]

    /// Stores what a profile has set; what it never changed keeps its default.
    static func put(_ settings: ChangedSettings, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "INSERT OR REPLACE INTO setting VALUES (?, ?, ?)")
        for name in followed + followedWhilePlaying {
            guard let value = settings[name], let number = stored(value, of: name) else { continue }
            try statement.execute(arguments: [settings.profile, name.rawValue, number])
        }
    }

    /// A number that a profile has set, or its default.
    static func integer(_ name: SettingName, of profile: String, _ db: Database) throws -> Int64 {
        try stored(name, of: profile, db) ?? SettingDefinition.of(name)?.defaultValue?.integer ?? 0
    }

    /// Whether a setting of a profile is on.
    static func isOn(_ name: SettingName, of profile: String, _ db: Database) throws -> Bool {
        try stored(name, of: profile, db).map { $0 != 0 }
            ?? (SettingDefinition.of(name)?.defaultValue?.boolean == true)
    }

    /// What players are told with a title.
    static func playback(of profile: String, _ db: Database) throws -> PlaybackSettings {
        let offersSkipping = try isOn(.enableSkipIntro, of: profile, db)
        let skips = try isOn(.autoSkipIntro, of: profile, db)
        return PlaybackSettings(
            countdownSeconds: Int32(clamping: try integer(.autoPlayCountdownSeconds, of: profile, db)),
            offersSkippingIntros: offersSkipping, skipsIntros: offersSkipping && skips)
    }

    /// The profiles that have set something.
    static func profiles(_ db: Database) throws -> [String] {
        try String.fetchAll(
            db, sql: "SELECT profile FROM setting UNION SELECT profile FROM languageSetting ORDER BY profile")
    }

    /// Erases a deleted profile's settings.
    static func erase(_ profile: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM setting WHERE profile = ?", arguments: [profile])
        try LanguageTable.erase(profile, db)
    }

    private static func stored(_ name: SettingName, of profile: String, _ db: Database) throws -> Int64? {
        let statement = try db.cachedStatement(sql: "SELECT value FROM setting WHERE profile = ? AND name = ?")
        return try Int64.fetchOne(statement, arguments: [profile, name.rawValue])
    }
}
