extension CatalogMigrations {
    /// Metadata of seasons and their episodes.
    static let seasons = [
        // Times are milliseconds since 1970. `tmdb` is the series' TMDB id by which the season was requested.
        """
        CREATE TABLE learnedSeason (
            row INTEGER PRIMARY KEY, series TEXT NOT NULL, season INTEGER NOT NULL, tmdb INTEGER NOT NULL,
            due INTEGER NOT NULL, fetched INTEGER, UNIQUE (series, season)
        ) STRICT
        """,
        "CREATE INDEX learnedSeason_by_age ON learnedSeason (fetched) WHERE fetched IS NOT NULL",
        // A row for each, so that an import that recomputes an episode reads no more than it needs.
        """
        CREATE TABLE learnedEpisode (
            season INTEGER NOT NULL REFERENCES learnedSeason (row) ON DELETE CASCADE, number INTEGER NOT NULL,
            episode BLOB NOT NULL, PRIMARY KEY (season, number)
        ) STRICT, WITHOUT ROWID
        """,
    ]

    /// The intro and credit times of seasons' episodes.
    static let seasonMarks = [
        // `title` and `year` are those by which the series was requested; 0 is no year.
        """
        CREATE TABLE seasonMarks (
            row INTEGER PRIMARY KEY, series TEXT NOT NULL, season INTEGER NOT NULL, title TEXT NOT NULL,
            year INTEGER NOT NULL, due INTEGER NOT NULL, UNIQUE (series, season)
        ) STRICT
        """,
        """
        CREATE TABLE episodeMarks (
            season INTEGER NOT NULL REFERENCES seasonMarks (row) ON DELETE CASCADE, number INTEGER NOT NULL,
            introStart REAL, introEnd REAL, creditStart REAL, PRIMARY KEY (season, number)
        ) STRICT, WITHOUT ROWID
        """,
    ]

    /// Where specials air. Seasons of specials are requested again for it.
    static let airings =
        ["airsBeforeSeason", "airsBeforeEpisode", "airsAfterSeason"].map {
            "ALTER TABLE episodeMarks ADD COLUMN \($0) INTEGER"
        } + ["UPDATE seasonMarks SET due = 0 WHERE season = 0"]

    /// The series' titles, which distinguish episodes that have titles of their own.
    static let seriesTitles = [
        "ALTER TABLE itemText ADD COLUMN seriesTitle TEXT",
        """
        UPDATE itemText SET seriesTitle = s.title FROM (
            SELECT e.row, t.title FROM item e JOIN item i INDEXED BY item_by_id ON i.id = e.series
                AND i.died = \(Generation.never) JOIN itemText t ON t.row = i.row WHERE e.series IS NOT NULL
        ) s WHERE itemText.row = s.row
        """,
    ]
}
