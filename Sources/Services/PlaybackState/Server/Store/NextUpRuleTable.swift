internal import GRDB
internal import HearthModel
internal import PlaybackStateAPI

/// How the next episodes of series are found, where profiles have chosen it.
enum NextUpRuleTable {
    /// An empty series is the choice for all series of the profile.
    static let creation = [
        """
        CREATE TABLE nextUpRule (
            profile INTEGER NOT NULL REFERENCES profile (row),
            series TEXT NOT NULL,
            rule TEXT NOT NULL,
            PRIMARY KEY (profile, series)
        ) STRICT, WITHOUT ROWID
        """
    ]

    private static let all = ""

    /// The rule that applies to a series; without a series, to those without a choice of their own.
    static func choice(of series: ContentID?, profile: Int64, _ db: Database) throws -> NextUpChoice {
        NextUpChoice(
            series: try series.flatMap { try rule($0.rawValue, profile, db) }, profile: try rule(all, profile, db))
    }

    private static func rule(_ series: String, _ profile: Int64, _ db: Database) throws -> NextUpRule? {
        let statement = try db.cachedStatement(sql: "SELECT rule FROM nextUpRule WHERE profile = ? AND series = ?")
        return try String.fetchOne(statement, arguments: [profile, series]).map(NextUpRule.init(rawValue:))
    }

    /// Stores or removes a choice.
    ///
    /// - Throws: ``PlaybackError/tooMany(_:)`` when ``PlaybackLimits/nextUpRules`` series have one.
    static func set(_ rule: NextUpRule?, series: ContentID?, profile: Int64, _ db: Database) throws {
        let name = series?.rawValue ?? all
        guard let rule else {
            try db.cachedStatement(sql: "DELETE FROM nextUpRule WHERE profile = ? AND series = ?")
                .execute(arguments: [profile, name])
            return
        }
        let others = try db.cachedStatement(sql: "SELECT count(*) FROM nextUpRule WHERE profile = ? AND series <> ?")
        guard try Int.fetchOne(others, arguments: [profile, name]) ?? 0 < PlaybackLimits.nextUpRules else {
            throw PlaybackError.tooMany(
                "\(PlaybackLimits.nextUpRules) series have a rule of their own. Remove one, or choose for the profile.")
        }
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO nextUpRule VALUES (?, ?, ?)")
            .execute(arguments: [profile, name, rule.rawValue])
    }

    /// A series' ID was replaced: the choices for the old one are for the new one, unless it has its own.
    static func merged(_ old: ContentID, into new: ContentID, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE OR IGNORE nextUpRule SET series = ?2 WHERE series = ?1",
            arguments: [old.rawValue, new.rawValue])
        try db.execute(sql: "DELETE FROM nextUpRule WHERE series = ?", arguments: [old.rawValue])
    }

    /// Erases a deleted profile's choices.
    static func erase(_ profile: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM nextUpRule WHERE profile = ?", arguments: [profile])
    }
}
