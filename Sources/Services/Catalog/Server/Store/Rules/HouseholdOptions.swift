internal import GRDB

/// The household's options for kids, as last sent by profiles.
enum HouseholdOptions {
    /// Whether kids profiles without rules see unrated titles, and unrated channels.
    static func kidsSeeUnrated(_ db: Database) throws -> (titles: Bool, channels: Bool) {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT kidsSeeUnrated, kidsSeeUnratedChannels FROM catalog"))
        return row.map { ($0[0], $0[1]) } ?? (true, true)
    }

    static func set(titles: Bool, channels: Bool, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE catalog SET kidsSeeUnrated = ?, kidsSeeUnratedChannels = ?", arguments: [titles, channels])
    }
}
