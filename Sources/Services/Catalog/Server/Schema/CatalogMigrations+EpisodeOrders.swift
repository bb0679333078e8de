extension CatalogMigrations {
    /// The chosen orders of series' episodes.
    static let episodeOrders = [
        // `tmdb` is the match whose group the places are of; NULL without a group. Series ordered as broadcast have no row.
        """
        CREATE TABLE episodeOrder (
            series TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT, tmdb INTEGER, due INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        // By season and number as broadcast.
        """
        CREATE TABLE episodePlace (
            series TEXT NOT NULL REFERENCES episodeOrder (series) ON DELETE CASCADE, season INTEGER NOT NULL,
            number INTEGER NOT NULL, part INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (series, season, number)
        ) STRICT, WITHOUT ROWID
        """,
    ]
}
