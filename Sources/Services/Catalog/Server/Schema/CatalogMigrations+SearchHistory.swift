extension CatalogMigrations {
    static let recents = [
        // What profiles have looked for, each text once; those that are not listed count for what is trending alone.
        """
        CREATE TABLE recentSearch (
            profile TEXT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL, isListed INTEGER NOT NULL,
            PRIMARY KEY (profile, key)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX recentSearch_by_time ON recentSearch (at)",
        "CREATE TABLE searchHistoryOff (profile TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",
        // What is left of deleted profiles, see `Tombstone`.
        "CREATE TABLE deletedProfile (mark INTEGER PRIMARY KEY) STRICT",
    ]
}
