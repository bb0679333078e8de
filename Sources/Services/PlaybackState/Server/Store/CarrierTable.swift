internal import CBOR
internal import Foundation
internal import GRDB
internal import HearthModel

/// What carries a work: the titles of the library under which profiles have watched it, now and before.
///
/// Watched state belongs to the work. The library's ids come from titles' names, so that another spelling in another list
/// is another id; TMDB's number says that it is the same work. And what was joined keeps what it brought along, so that it
/// has it again when it is a title of its own again.
enum CarrierTable {
    /// The tables.
    static let creation = [
        // The number of referenced titles at TMDB, as `tmdb:movie:348`.
        """
        CREATE TABLE workOf (
            content INTEGER PRIMARY KEY REFERENCES content (row) ON DELETE CASCADE,
            work TEXT NOT NULL
        ) STRICT
        """,
        "CREATE INDEX workOfByWork ON workOf (work)",
        // Further titles of the library with such a number, to which nothing here refers.
        """
        CREATE TABLE carrier (
            work TEXT NOT NULL,
            content TEXT NOT NULL,
            card BLOB NOT NULL,
            PRIMARY KEY (work, content)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX carrierByContent ON carrier (content)",
        // The title's id under which a session was played, where that id was replaced since.
        """
        CREATE TABLE formerSession (
            session INTEGER PRIMARY KEY REFERENCES session (row) ON DELETE CASCADE,
            content TEXT NOT NULL
        ) STRICT
        """,
        "CREATE INDEX formerSessionByContent ON formerSession (content)",
        // The marks of a replaced id, as they were then, and the title that has them now.
        """
        CREATE TABLE formerMark (
            content TEXT NOT NULL,
            profile INTEGER NOT NULL REFERENCES profile (row) ON DELETE CASCADE,
            successor INTEGER NOT NULL REFERENCES content (row) ON DELETE CASCADE,
            watched INTEGER NOT NULL,
            reset INTEGER NOT NULL,
            cleared INTEGER NOT NULL,
            hidden INTEGER NOT NULL,
            PRIMARY KEY (content, profile)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX formerMarkByProfile ON formerMark (profile)",
        "CREATE INDEX formerMarkBySuccessor ON formerMark (successor)",
    ]

    /// Notes the works of the titles that an older version has stored.
    static func noteAll(_ db: Database) throws {
        let rows = try Row.fetchCursor(db, sql: "SELECT row, card FROM content WHERE card IS NOT NULL")
        while let row = try rows.next() {
            if let card = try ContentTable.decode(row[1]) { try note(card, row[0], db) }
        }
    }

    /// Notes the work of a referenced title.
    static func note(_ card: Card, _ row: Int64, _ db: Database) throws {
        guard card.id.isOfLibrary, let work = TMDBID(of: card)?.content else {
            try db.cachedStatement(sql: "DELETE FROM workOf WHERE content = ?").execute(arguments: [row])
            return
        }
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO workOf VALUES (?, ?)")
            .execute(arguments: [row, work.rawValue])
        try db.cachedStatement(sql: "DELETE FROM carrier WHERE content = ?").execute(arguments: [card.id.rawValue])
    }

    // MARK: Works

    /// The referenced titles of a work: those that the library has lost, or those that it has. None in quarantine, whose
    /// places in queues wait for it.
    static func titles(of work: ContentID, isGone: Bool, but id: ContentID, _ db: Database) throws -> [ContentID] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT c.id FROM workOf w JOIN content c ON c.row = w.content
                WHERE w.work = ? AND c.gone = ? AND c.id <> ?
                AND NOT EXISTS (SELECT 1 FROM quarantine q WHERE q.kind = 'title' AND q.id = c.id) ORDER BY c.id
                """)
        return try String.fetchAll(statement, arguments: [work.rawValue, isGone, id.rawValue])
            .map(ContentID.init(rawValue:))
    }

    /// The work of a referenced title.
    static func work(of row: Int64, _ db: Database) throws -> ContentID? {
        let statement = try db.cachedStatement(sql: "SELECT work FROM workOf WHERE content = ?")
        return try String.fetchOne(statement, arguments: [row]).map(ContentID.init(rawValue:))
    }

    /// Keeps the card of a title to which nothing refers, and which may carry a work on.
    static func keep(_ card: Card, of work: ContentID, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO carrier VALUES (?, ?, ?)")
            .execute(arguments: [work.rawValue, card.id.rawValue, Data(try CBOREncoder().encode(card))])
    }

    /// The first kept card of a work.
    static func kept(of work: ContentID, but id: ContentID, _ db: Database) throws -> Card? {
        let statement = try db.cachedStatement(
            sql: "SELECT card FROM carrier WHERE work = ? AND content <> ? ORDER BY content LIMIT 1")
        return try ContentTable.decode(try Data.fetchOne(statement, arguments: [work.rawValue, id.rawValue]))
    }

    /// Forgets a title that may carry a work on.
    static func drop(_ id: ContentID, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM carrier WHERE content = ?").execute(arguments: [id.rawValue])
    }

    // MARK: Replaced ids

    /// Remembers what a title brings along before its id is replaced.
    static func remember(_ old: ContentID, _ row: Int64, into successor: Int64, _ db: Database) throws {
        guard old.isOfLibrary else { return }
        // The first id of a session is the one under which it was played.
        try db.execute(
            sql: "INSERT OR IGNORE INTO formerSession SELECT row, ?2 FROM session WHERE content = ?1",
            arguments: [row, old.rawValue])
        try db.execute(
            sql: "UPDATE formerMark SET successor = ?2 WHERE successor = ?1", arguments: [row, successor])
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO formerMark
                SELECT ?2, profile, ?3, watched, reset, cleared, hidden FROM mark WHERE content = ?1
                """, arguments: [row, old.rawValue, successor])
    }

    /// A session that was played under another id than it has now.
    struct Former {
        var session: Int64
        var content: Int64
    }

    /// The sessions that were played under an id and are now under another.
    static func sessions(playedAs id: ContentID, _ db: Database) throws -> [Former] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT f.session, s.content FROM formerSession f JOIN session s ON s.row = f.session
                WHERE f.content = ? ORDER BY f.session
                """)
        return try Row.fetchAll(statement, arguments: [id.rawValue]).map { Former(session: $0[0], content: $0[1]) }
    }

    /// Moves a session back to the title under whose id it was played.
    static func move(_ session: Int64, back title: Int64, _ db: Database) throws {
        for sql in [
            "UPDATE session SET content = ?2 WHERE row = ?1", "UPDATE viewing SET content = ?2 WHERE session = ?1",
            "DELETE FROM formerSession WHERE session = ?1 AND ?2 = ?2",
        ] { try db.cachedStatement(sql: sql).execute(arguments: [session, title]) }
    }

    /// Gives a title the marks back that its id had, where it had any.
    static func restoreMarks(of id: ContentID, to title: @autoclosure () throws -> Int64, _ db: Database) throws {
        let has = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM formerMark WHERE content = ?)")
        guard try Bool.fetchOne(has, arguments: [id.rawValue]) ?? false else { return }
        try db.execute(
            sql: """
                INSERT INTO mark SELECT profile, ?2, watched, reset, cleared, hidden FROM formerMark WHERE content = ?1
                ON CONFLICT DO UPDATE SET watched = max(watched, excluded.watched), reset = max(reset, excluded.reset),
                    cleared = max(cleared, excluded.cleared), hidden = max(hidden, excluded.hidden)
                """, arguments: [id.rawValue, try title()])
        try db.execute(sql: "DELETE FROM formerMark WHERE content = ?", arguments: [id.rawValue])
    }

    /// Forgets the marks that titles of a profile had under other ids: its history of them was removed.
    static func forget(_ contents: some Sequence<Int64>, of profile: Int64, _ db: Database) throws {
        let statement = try db.cachedStatement(sql: "DELETE FROM formerMark WHERE profile = ? AND successor = ?")
        for content in contents { try statement.execute(arguments: [profile, content]) }
    }
}
