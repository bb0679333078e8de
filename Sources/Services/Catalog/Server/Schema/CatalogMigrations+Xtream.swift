extension CatalogMigrations {
    /// When a panel's single channels' programmes were last requested, in milliseconds since 1970.
    static let panelGuides = [
        """
        CREATE TABLE panelGuide (
            feed TEXT NOT NULL REFERENCES feed (name) ON DELETE CASCADE, stream TEXT NOT NULL, asked INTEGER NOT NULL,
            PRIMARY KEY (feed, stream)
        ) STRICT, WITHOUT ROWID
        """
    ]

    static let films = [
        // Panels' details of films, which are requested one at a time, as series are.
        """
        CREATE TABLE panelFilm (
            feed TEXT NOT NULL REFERENCES feed (name) ON DELETE CASCADE, film TEXT NOT NULL, modified TEXT NOT NULL,
            details BLOB NOT NULL, PRIMARY KEY (feed, film)
        ) STRICT, WITHOUT ROWID
        """,
        // A `SourceDetails`.
        "ALTER TABLE entry ADD COLUMN details BLOB",
    ]
}
