internal import GRDB

/// The household's region, and the watch providers there.
enum TitleWatchProviders {
    /// The household's country, ISO 3166-1; nil while it is not set.
    static func region(_ db: Database) throws -> String? {
        try String?.fetchOne(db.cachedStatement(sql: "SELECT region FROM catalog")) ?? nil
    }

    /// Sets the region. Titles fetched for another one are requested again.
    static func set(_ region: String?, _ db: Database) throws {
        guard try region != self.region(db) else { return }
        // A row that is fetched again gets a number beyond this one.
        try db.execute(
            sql: "UPDATE catalog SET region = ?, movedThrough = coalesce((SELECT max(row) FROM learned), 0)",
            arguments: [region])
    }

    /// Stores the names of providers.
    static func note(_ providers: [MetadataTitle.Watch.Provider], _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO provider (id, name) VALUES (?, ?)
                ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE name <> excluded.name
                """)
        for provider in providers { try statement.execute(arguments: [provider.id, provider.name]) }
    }

    /// The names of providers.
    static func names(_ db: Database) throws -> [Int64: String] {
        let rows = try Row.fetchAll(db.cachedStatement(sql: "SELECT id, name FROM provider"))
        return Dictionary(rows.map { ($0[0], $0[1]) }) { first, _ in first }
    }
}
