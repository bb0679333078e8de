extension CatalogMigrations {
    /// The undoable imports of a source, and its undone ones.
    static let undoHistory = [
        // Imports with the rows that they replaced: rows that ended with their generations stay until the undo expires.
        // `ended` is the number of these rows.
        """
        CREATE TABLE undoable (
            source INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE, generation INTEGER NOT NULL,
            job TEXT NOT NULL, at INTEGER NOT NULL, path TEXT NOT NULL, entries INTEGER NOT NULL, digest INTEGER NOT NULL,
            ended INTEGER NOT NULL, PRIMARY KEY (source, generation)
        ) STRICT, WITHOUT ROWID
        """,
        """
        INSERT INTO undoable SELECT source, generation, job, at, path, entries, digest,
            (SELECT count(*) FROM entry WHERE died = generation AND died < 9223372036854775807)
            + (SELECT count(*) FROM programme WHERE died = generation AND died < 9223372036854775807) FROM undo
        """,
        "DROP TABLE undo",
        // The digests of imports undone since a source's last import; see `ImportDigest`.
        """
        CREATE TABLE undone (
            source INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE, digest INTEGER NOT NULL,
            PRIMARY KEY (source, digest)
        ) STRICT, WITHOUT ROWID
        """,
        "INSERT INTO undone SELECT id, undone FROM source WHERE undone IS NOT NULL",
        "ALTER TABLE source DROP COLUMN undone",
        // The original generation of a programme that an undo has restored; otherwise it is `born`.
        "ALTER TABLE programme ADD COLUMN brought INTEGER",
    ]

    /// When titles were added that an import has ended at once, or whose date it has changed. Milliseconds since 1970.
    static let undoDates = """
        CREATE TABLE undoDate (
            generation INTEGER NOT NULL, id TEXT NOT NULL, added INTEGER NOT NULL, PRIMARY KEY (generation, id)
        ) STRICT, WITHOUT ROWID
        """
}
