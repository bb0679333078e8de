internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI

/// The languages that profiles and the household have set, as profiles publishes them: the tracks of titles for which none
/// were chosen.
enum LanguageTable {
    /// The tables, and a snapshot of profiles with what is in them.
    static let creation = [
        """
        CREATE TABLE languageSetting (
            profile TEXT NOT NULL,
            name TEXT NOT NULL,
            language TEXT NOT NULL,
            PRIMARY KEY (profile, name)
        ) STRICT, WITHOUT ROWID
        """,
        // The household's language; null while it has set none.
        "ALTER TABLE household ADD COLUMN language TEXT",
        "DELETE FROM inbox WHERE source = 'profiles'",
    ]

    /// The followed settings.
    private static let names: [SettingName] = [.preferredAudioLanguage, .subtitleLanguage]

    /// Stores what a profile has set; what it never set, or has removed, is the household's.
    static func put(_ settings: ChangedSettings, _ db: Database) throws {
        try erase(settings.profile, db)
        let statement = try db.cachedStatement(sql: "INSERT INTO languageSetting VALUES (?, ?, ?)")
        for name in names {
            guard let language = settings[name]?.text, !language.isEmpty else { continue }
            try statement.execute(arguments: [settings.profile, name.rawValue, language])
        }
    }

    /// Stores the household's language.
    static func set(_ language: String?, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE household SET language = ?").execute(arguments: [language])
    }

    /// The tracks of a profile's titles by its languages, then by the household's; nil when none says anything.
    static func tracks(of profile: String, _ db: Database) throws -> TrackChoice? {
        let rows = try Row.fetchAll(
            try db.cachedStatement(sql: "SELECT name, language FROM languageSetting WHERE profile = ?"),
            arguments: [profile])
        let own = Dictionary(rows.map { ($0[0] as String, $0[1] as String) }) { first, _ in first }
        let household = try String?.fetchOne(try db.cachedStatement(sql: "SELECT language FROM household")) ?? nil
        let audio = own[SettingName.preferredAudioLanguage.rawValue] ?? household
        let hasSubtitles = try SettingTable.isOn(.subtitlesOn, of: profile, db)
        let subtitles = hasSubtitles ? own[SettingName.subtitleLanguage.rawValue] ?? household ?? audio : nil
        guard audio != nil || subtitles != nil else { return nil }
        var tracks = TrackChoice(audioLanguage: audio, subtitleLanguage: subtitles)
        tracks.isDefault = true
        return tracks
    }

    /// Erases a deleted profile's languages.
    static func erase(_ profile: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM languageSetting WHERE profile = ?", arguments: [profile])
    }
}
