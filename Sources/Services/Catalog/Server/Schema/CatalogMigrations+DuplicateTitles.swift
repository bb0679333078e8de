extension CatalogMigrations {
    /// Titles whose links belong to another one, as both have the same TMDB match.
    static let twins = [
        "CREATE TABLE twin (id TEXT PRIMARY KEY, successor TEXT NOT NULL, tmdb INTEGER NOT NULL) STRICT, WITHOUT ROWID",
        "CREATE INDEX twin_by_successor ON twin (successor)",
    ]
}
