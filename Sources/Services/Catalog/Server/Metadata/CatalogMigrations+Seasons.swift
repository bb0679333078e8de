extension CatalogMigrations {
    /// What is learned of seasons and their episodes.
    static let seasons = [
        // Times are milliseconds since 1970. `tmdb` is the series' number that the season was asked for by.
        """
        CREATE TABLE learnedSeason (
            row INTEGER PRIMARY KEY, series TEXT NOT NULL, season INTEGER NOT NULL, tmdb INTEGER NOT NULL,
            due INTEGER NOT NULL, fetched INTEGER, UNIQUE (series, season)
        ) STRICT
        """,
        "CREATE INDEX learnedSeason_by_age ON learnedSeason (fetched) WHERE fetched IS NOT NULL",
        // A row for each, so that an import that settles an episode reads no more than it needs.
        """
        CREATE TABLE learnedEpisode (
            season INTEGER NOT NULL REFERENCES learnedSeason (row) ON DELETE CASCADE, number INTEGER NOT NULL,
            episode BLOB NOT NULL, PRIMARY KEY (season, number)
        ) STRICT, WITHOUT ROWID
        """,
    ]
}
