internal import GRDB
internal import ServiceKit

/// The tables and triggers that keep devices in step.
///
/// Triggers note every change in its own transaction, whichever code makes it. They say `ON CONFLICT DO NOTHING`, as the
/// conflict clause of the statement that fires a trigger overrides `OR IGNORE` in it. Sessions are noted by their rows
/// alone: of a session that plays, only the first report after a drain writes a row.
enum PlaybackSyncSchema {
    static func create(_ db: Database) throws {
        for statement in SyncSchema.creation + tables + sessionTriggers + markTriggers + queueTriggers + titleTriggers {
            try db.execute(sql: statement)
        }
        for statement in existing { try db.execute(sql: statement) }
    }

    private static let tables = [
        "CREATE TABLE syncSession (session INTEGER PRIMARY KEY) STRICT",
        // The sessions that devices have opened offline, by the devices' own ids.
        """
        CREATE TABLE offlineSession (
            profile INTEGER NOT NULL REFERENCES profile (row) ON DELETE CASCADE,
            device TEXT NOT NULL,
            local TEXT NOT NULL,
            session INTEGER NOT NULL REFERENCES session (row) ON DELETE CASCADE,
            PRIMARY KEY (profile, device, local)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX offlineSessionBySession ON offlineSession (session)",
        // Tombstones of removed history, by scope: what was played up to the time does not come back.
        """
        CREATE TABLE removedHistory (
            profile INTEGER NOT NULL REFERENCES profile (row) ON DELETE CASCADE,
            scope TEXT NOT NULL,
            stamp INTEGER NOT NULL,
            PRIMARY KEY (profile, scope)
        ) STRICT, WITHOUT ROWID
        """,
        // A queue before its kept edits, and after all of them; both in CBOR. `number` counts the service's own edits.
        """
        CREATE TABLE queueHistory (
            profile INTEGER PRIMARY KEY REFERENCES profile (row) ON DELETE CASCADE,
            base BLOB NOT NULL,
            baseStamp INTEGER NOT NULL,
            list BLOB NOT NULL,
            number INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE queueEdit (
            profile INTEGER NOT NULL REFERENCES profile (row) ON DELETE CASCADE,
            stamp INTEGER NOT NULL,
            id TEXT NOT NULL,
            content TEXT NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (profile, stamp, id)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE UNIQUE INDEX queueEditByID ON queueEdit (profile, id)",
    ]

    private static let sessionTriggers = [
        """
        CREATE TRIGGER syncPoint AFTER UPDATE ON point BEGIN
            INSERT INTO syncSession VALUES (new.session) ON CONFLICT DO NOTHING;
        END
        """,
        """
        CREATE TRIGGER syncViewing AFTER INSERT ON viewing BEGIN
            INSERT INTO syncSession VALUES (new.session) ON CONFLICT DO NOTHING;
        END
        """,
        // Before the session goes, of which the entry's id is made.
        """
        CREATE TRIGGER syncViewingRemoved BEFORE DELETE ON viewing BEGIN
            INSERT INTO syncTouched
                SELECT f.id, 'history', printf('%x-%x-%x', old.session, old.opened, p.nonce)
                FROM profile f, point p WHERE f.row = old.profile AND p.session = old.session ON CONFLICT DO NOTHING;
            INSERT INTO syncTouched SELECT f.id, 'progress', c.id FROM profile f, content c
                WHERE f.row = old.profile AND c.row = old.content ON CONFLICT DO NOTHING;
        END
        """,
        """
        CREATE TRIGGER syncViewingMoved AFTER UPDATE OF content ON viewing BEGIN
            INSERT INTO syncSession VALUES (new.session) ON CONFLICT DO NOTHING;
            INSERT INTO syncTouched SELECT f.id, 'progress', c.id FROM profile f, content c
                WHERE f.row = old.profile AND c.row = old.content ON CONFLICT DO NOTHING;
        END
        """,
    ]

    private static let markTriggers = ["INSERT", "UPDATE", "DELETE"].map { change in
        let row = change == "DELETE" ? "old" : "new"
        return """
            CREATE TRIGGER syncMark\(change) AFTER \(change) ON mark BEGIN
                INSERT INTO syncTouched SELECT f.id, 'mark', c.id FROM profile f, content c
                    WHERE f.row = \(row).profile AND c.row = \(row).content ON CONFLICT DO NOTHING;
                INSERT INTO syncTouched SELECT f.id, 'progress', c.id FROM profile f, content c
                    WHERE f.row = \(row).profile AND c.row = \(row).content ON CONFLICT DO NOTHING;
            END
            """
    }

    private static let queueTriggers = ["INSERT", "UPDATE", "DELETE"].map { change in
        """
        CREATE TRIGGER syncQueue\(change) AFTER \(change) ON queued BEGIN
            INSERT INTO syncTouched SELECT id, 'queue', '' FROM profile
                WHERE row = \(change == "DELETE" ? "old" : "new").profile ON CONFLICT DO NOTHING;
        END
        """
    }

    // A title's first card, or another rating: viewers see it from now on that did not before.
    private static let titleTriggers = [
        """
        CREATE TRIGGER syncTitle AFTER UPDATE OF audience ON content WHEN old.audience IS NOT new.audience BEGIN
            INSERT INTO syncSession SELECT session FROM viewing WHERE content = new.row ON CONFLICT DO NOTHING;
            INSERT INTO syncTouched SELECT f.id, 'mark', new.id FROM mark m JOIN profile f ON f.row = m.profile
                WHERE m.content = new.row ON CONFLICT DO NOTHING;
            INSERT INTO syncTouched SELECT f.id, 'progress', new.id
                FROM mark m JOIN profile f ON f.row = m.profile WHERE m.content = new.row ON CONFLICT DO NOTHING;
            INSERT INTO syncTouched SELECT f.id, 'queue', '' FROM queued q JOIN profile f ON f.row = q.profile
                WHERE q.content = new.row ON CONFLICT DO NOTHING;
        END
        """
    ]

    // What there is when the log begins.
    private static let existing = [
        "INSERT OR IGNORE INTO syncSession SELECT session FROM point",
        """
        INSERT OR IGNORE INTO syncTouched SELECT f.id, 'mark', c.id FROM mark m JOIN profile f ON f.row = m.profile
            JOIN content c ON c.row = m.content
        """,
        """
        INSERT OR IGNORE INTO syncTouched SELECT f.id, 'progress', c.id FROM mark m JOIN profile f ON f.row = m.profile
            JOIN content c ON c.row = m.content
        """,
        """
        INSERT OR IGNORE INTO syncTouched SELECT DISTINCT f.id, 'queue', ''
            FROM queued q JOIN profile f ON f.row = q.profile
        """,
        // Whether profiles sync is known from the next snapshot of all settings on.
        "DELETE FROM inbox WHERE source = 'profiles'",
    ]
}
