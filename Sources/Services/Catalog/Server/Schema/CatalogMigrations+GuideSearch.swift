internal import GRDB

extension CatalogMigrations {
    static let programmeDetails = [
        "ALTER TABLE programme ADD COLUMN marks INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE guideTitle ADD COLUMN details TEXT",
    ]

    private static let guideSearch = [
        "CREATE TABLE guideTitle (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE) STRICT",
        """
        CREATE VIRTUAL TABLE guideSearch USING fts5(
            title, content='', tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
        )
        """,
        "ALTER TABLE programme ADD COLUMN titleID INTEGER NOT NULL DEFAULT 0",
    ]

    private static let guideSearchIndexes = [
        "UPDATE programme SET titleID = (SELECT id FROM guideTitle g WHERE g.title = programme.title)",
        "CREATE INDEX programme_by_title ON programme (titleID, start)",
        "CREATE INDEX guideMatch_by_channel ON guideMatch (channel, born, died, item, shift)",
    ]

    /// Creates the index, and adds the existing titles.
    static func makeGuideSearch(_ db: Database) throws {
        for statement in guideSearch { try db.execute(sql: statement) }
        let titles = try String.fetchCursor(db, sql: "SELECT DISTINCT title FROM programme")
        while let title = try titles.next() {
            try db.execute(sql: "INSERT INTO guideTitle (title) VALUES (?)", arguments: [title])
            try db.execute(
                sql: "INSERT INTO guideSearch (rowid, title) VALUES (?, ?)",
                arguments: [db.lastInsertedRowID, SearchText.spaced(title)])
        }
        for statement in guideSearchIndexes { try db.execute(sql: statement) }
    }
}
