extension CatalogMigrations {
    /// Feeds of sources, and the data to undo their imports.
    static let feeds = [
        // The feed of a source. The address, account and password are secrets. Times are milliseconds since 1970.
        """
        CREATE TABLE feed (
            name TEXT PRIMARY KEY, kind TEXT NOT NULL, address TEXT NOT NULL, username TEXT, password TEXT,
            userAgent TEXT, guideOf TEXT, guideNumber INTEGER NOT NULL, minutes INTEGER NOT NULL,
            isDisabled INTEGER NOT NULL, etag TEXT, modified TEXT, tried INTEGER, due INTEGER,
            failures INTEGER NOT NULL, problem TEXT, account BLOB
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX feed_by_due ON feed (due) WHERE due IS NOT NULL",
        // The episodes of a panel's series, which are requested one series at a time, and only when it has changed.
        """
        CREATE TABLE panelSeries (
            feed TEXT NOT NULL REFERENCES feed (name) ON DELETE CASCADE, series TEXT NOT NULL, modified TEXT NOT NULL,
            episodes BLOB NOT NULL, PRIMARY KEY (feed, series)
        ) STRICT, WITHOUT ROWID
        """,
        // The rows replaced by a source's last import that changed anything: those that ended with its generation stay
        // until the undo expires.
        """
        CREATE TABLE undo (
            source INTEGER PRIMARY KEY REFERENCES source (id) ON DELETE CASCADE, generation INTEGER NOT NULL,
            job TEXT NOT NULL, at INTEGER NOT NULL, path TEXT NOT NULL, entries INTEGER NOT NULL, digest INTEGER NOT NULL
        ) STRICT
        """,
        "ALTER TABLE job ADD COLUMN fetches INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE job ADD COLUMN isDryRun INTEGER NOT NULL DEFAULT 0",
        // The digest of the last undone import; see `ImportDigest`.
        "ALTER TABLE source ADD COLUMN undone INTEGER",
        // Whether the household was asked about the source's adult titles.
        "ALTER TABLE source ADD COLUMN hasAsked INTEGER NOT NULL DEFAULT 0",
        // The guides that a playlist names, one per line. Secret, as they may contain an account.
        "ALTER TABLE source ADD COLUMN guides TEXT",
    ]

    /// Uploaded files, in place of paths.
    static let uploads = [
        // The private file, its length and a digest, so that the same file again is the same job.
        "ALTER TABLE job ADD COLUMN upload TEXT",
        "ALTER TABLE job ADD COLUMN uploadBytes INTEGER",
        "ALTER TABLE job ADD COLUMN uploadDigest INTEGER",
        // How often the job was resumed after the service had stopped.
        "ALTER TABLE job ADD COLUMN resumptions INTEGER NOT NULL DEFAULT 0",
        // The time zone of a guide's times without one.
        "ALTER TABLE job ADD COLUMN timeZone TEXT",
        // Paths are no longer read on a schedule. The titles of such a source stay; its file is imported again.
        "DELETE FROM feed WHERE address LIKE '/%'",
    ]

    /// The household's decisions about its sources. `hasPrompted` was set as soon as adult titles were found, seen or not;
    /// from here on by the answer alone, so that every household is asked again.
    static let questions = [
        // The number of adult titles in the last import.
        "ALTER TABLE source ADD COLUMN adults INTEGER NOT NULL DEFAULT 0",
        "UPDATE source SET hasAsked = 0",
        // The time zone of a guide's times without one; NULL for UTC.
        "ALTER TABLE feed ADD COLUMN timeZone TEXT",
    ]
}
