extension CatalogMigrations {
    /// Sources that are kept up to date, and what is needed to undo their imports.
    static let feeds = [
        // Where a source comes from. The address, account and password are secrets. Times are milliseconds since 1970.
        """
        CREATE TABLE feed (
            name TEXT PRIMARY KEY, kind TEXT NOT NULL, address TEXT NOT NULL, username TEXT, password TEXT,
            userAgent TEXT, guideOf TEXT, guideNumber INTEGER NOT NULL, minutes INTEGER NOT NULL,
            isDisabled INTEGER NOT NULL, etag TEXT, modified TEXT, tried INTEGER, due INTEGER,
            failures INTEGER NOT NULL, problem TEXT, account BLOB
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX feed_by_due ON feed (due) WHERE due IS NOT NULL",
        // The episodes of a panel's series, which are asked for one series at a time, and only when it has changed.
        """
        CREATE TABLE panelSeries (
            feed TEXT NOT NULL REFERENCES feed (name) ON DELETE CASCADE, series TEXT NOT NULL, modified TEXT NOT NULL,
            episodes BLOB NOT NULL, PRIMARY KEY (feed, series)
        ) STRICT, WITHOUT ROWID
        """,
        // What the last import of a source that changed something has replaced: the rows that ended with its generation stay
        // until it cannot be undone any more.
        """
        CREATE TABLE undo (
            source INTEGER PRIMARY KEY REFERENCES source (id) ON DELETE CASCADE, generation INTEGER NOT NULL,
            job TEXT NOT NULL, at INTEGER NOT NULL, path TEXT NOT NULL, entries INTEGER NOT NULL, digest INTEGER NOT NULL
        ) STRICT
        """,
        "ALTER TABLE job ADD COLUMN fetches INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE job ADD COLUMN isDryRun INTEGER NOT NULL DEFAULT 0",
        // The digest of what was undone last; see `ImportDigest`.
        "ALTER TABLE source ADD COLUMN undone INTEGER",
        // Whether the household was asked about the source's adult titles.
        "ALTER TABLE source ADD COLUMN hasAsked INTEGER NOT NULL DEFAULT 0",
        // The guides that a playlist names, one to a line. Secret, as they may hold an account.
        "ALTER TABLE source ADD COLUMN guides TEXT",
    ]

    /// Files that callers send, in place of paths that they name.
    static let uploads = [
        // The private file, its length and a digest, so that the same file again is the same job.
        "ALTER TABLE job ADD COLUMN upload TEXT",
        "ALTER TABLE job ADD COLUMN uploadBytes INTEGER",
        "ALTER TABLE job ADD COLUMN uploadDigest INTEGER",
        // How often the job was resumed after the service had ended.
        "ALTER TABLE job ADD COLUMN resumptions INTEGER NOT NULL DEFAULT 0",
        // The time zone in which the times of a guide without one are.
        "ALTER TABLE job ADD COLUMN timeZone TEXT",
        // A path is not read again and again any more. What such a source has brought stays; its file is imported again.
        "DELETE FROM feed WHERE address LIKE '/%'",
    ]

    /// What a household is asked and told of its sources. `hasAsked` was set as soon as adult titles were found, seen or not;
    /// from here on by the answer alone, so that everybody is asked again.
    static let questions = [
        // How many adult titles the last import has found.
        "ALTER TABLE source ADD COLUMN adults INTEGER NOT NULL DEFAULT 0",
        "UPDATE source SET hasAsked = 0",
        // The time zone in which a guide's times without one are; nothing for UTC.
        "ALTER TABLE feed ADD COLUMN timeZone TEXT",
    ]
}
