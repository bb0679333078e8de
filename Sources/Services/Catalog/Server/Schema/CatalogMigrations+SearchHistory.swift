extension CatalogMigrations {
    static let recents = [
        // The searches of profiles, each text once; unlisted ones only count as trending.
        """
        CREATE TABLE recentSearch (
            profile TEXT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL, isListed INTEGER NOT NULL,
            PRIMARY KEY (profile, key)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX recentSearch_by_time ON recentSearch (at)",
        "CREATE TABLE searchHistoryOff (profile TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",
        // The tombstones of deleted profiles, see `Tombstone`.
        "CREATE TABLE deletedProfile (mark INTEGER PRIMARY KEY) STRICT",
    ]
}
