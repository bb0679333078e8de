internal import GRDB
internal import ServiceKit

extension CatalogMigrations {
    /// Corrections, and the original titles of moved links.
    static let corrections = [
        """
        CREATE TABLE correction (
            row INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, about TEXT NOT NULL,
            body BLOB NOT NULL, made INTEGER NOT NULL, state INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX correction_open ON correction (state) WHERE state <> 1",
        """
        CREATE TABLE correctionSubject (
            id TEXT NOT NULL, correction INTEGER NOT NULL, isTarget INTEGER NOT NULL, PRIMARY KEY (id, correction)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX correctionSubject_by_correction ON correctionSubject (correction)",
        // The generation of the import that added a link which was moved since; NULL where that is `born`.
        "ALTER TABLE entry ADD COLUMN brought INTEGER",
        // Of a link that a correction has moved: the title and series by its list, and all of the list's data.
        "ALTER TABLE entry ADD COLUMN ownItem TEXT",
        "ALTER TABLE entry ADD COLUMN ownSeries TEXT",
        "ALTER TABLE entry ADD COLUMN own BLOB",
        "CREATE INDEX entry_by_ownItem ON entry (ownItem) WHERE ownItem IS NOT NULL",
        "CREATE INDEX entry_by_ownSeries ON entry (ownSeries) WHERE ownSeries IS NOT NULL",
        // The day of an episode of a daily programme, by which it is identified.
        "ALTER TABLE entry ADD COLUMN airDate TEXT",
    ]

    /// An index of films by collection.
    static let collections = [
        "ALTER TABLE learned ADD COLUMN collection INTEGER",
        "CREATE INDEX learned_by_collection ON learned (collection) WHERE collection IS NOT NULL",
    ]

    /// The intro and credit times of lists, in seconds, and the skip marks of episodes.
    static let marks = [
        "ALTER TABLE entry ADD COLUMN introStart REAL",
        "ALTER TABLE entry ADD COLUMN introEnd REAL",
        "ALTER TABLE entry ADD COLUMN creditStart REAL",
        "ALTER TABLE entry ADD COLUMN skip INTEGER NOT NULL DEFAULT 0",
    ]

    /// Where recaps, teasers and previews are by lists: an `M3UIntroTimes.Parts`.
    static let parts = "ALTER TABLE entry ADD COLUMN parts BLOB"
}
