extension CatalogMigrations {
    /// Columns for ``TitleIndex``.
    static let columns = [
        "ALTER TABLE item ADD COLUMN minutes INTEGER NOT NULL DEFAULT 0",
        // Tenths of a point.
        "ALTER TABLE item ADD COLUMN score INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE item ADD COLUMN popularity INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE item ADD COLUMN qualities INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE item ADD COLUMN languages TEXT",
        """
        UPDATE item SET (minutes, score) = (
            SELECT coalesce(t.minutes, 0), coalesce(CAST(round(t.score * 10) AS INTEGER), 0) FROM itemText t
            WHERE t.row = item.row)
        """,
        // A series has its episodes' values.
        """
        UPDATE item SET (qualities, languages) = (
            SELECT \(QualityBits.sql(lines: "e.quality")), group_concat(DISTINCT e.language) FROM entry e
            WHERE e.item = item.id) WHERE kind <> \(KindBit.series)
        """,
        """
        UPDATE item SET (qualities, languages) = (
            SELECT \(QualityBits.sql(lines: "e.quality")), group_concat(DISTINCT e.language) FROM entry e
            WHERE e.series = item.id) WHERE kind = \(KindBit.series)
        """,
        // Matches TMDB's titles with the library's.
        "CREATE INDEX itemText_by_tmdb ON itemText (tmdb) WHERE tmdb IS NOT NULL",
        // The title index in memory replaces these orders.
        "DROP INDEX item_by_added",
        "DROP INDEX item_by_year",
    ]

    static let days = [
        // The day as a number, 20130815; with only a year 20130000, and 0 when unknown.
        "ALTER TABLE item ADD COLUMN released INTEGER NOT NULL DEFAULT 0",
        """
        UPDATE item SET released = coalesce(
            (SELECT nullif(CAST(replace(t.released, '-', '') AS INTEGER), 0) FROM itemText t
            WHERE t.row = item.row AND t.released GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'), year * 10000)
        """,
    ]

    /// Titles follow when they are recomputed, see ``TitleRebuild``.
    static let radio = [
        "ALTER TABLE entry ADD COLUMN isRadio INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE item ADD COLUMN isRadio INTEGER NOT NULL DEFAULT 0",
        // Radio by its group alone follows with the next import.
        """
        UPDATE entry SET isRadio = 1 WHERE kind = \(KindBit.channel)
        AND (reasons = '\(radioReason)' OR reasons LIKE '\(radioReason)\n%')
        """,
    ]

    /// The reason stored before there was a column.
    private static let radioReason = "kind\tit is a radio station"

    static let whereToWatch = [
        // The household's country, and the last row of `learned` fetched for another one.
        "ALTER TABLE catalog ADD COLUMN region TEXT",
        "ALTER TABLE catalog ADD COLUMN movedThrough INTEGER NOT NULL DEFAULT 0",
        // TMDB's ids of providers, ascending, separated by commas.
        "ALTER TABLE item ADD COLUMN providers TEXT",
        "CREATE TABLE provider (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT",
        """
        CREATE TABLE subscription (
            profile TEXT NOT NULL, provider INTEGER NOT NULL, PRIMARY KEY (profile, provider)
        ) STRICT, WITHOUT ROWID
        """,
    ]
}
