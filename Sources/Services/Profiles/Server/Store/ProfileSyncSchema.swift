internal import GRDB
internal import ServiceKit

/// The tables and triggers that keep devices in step.
///
/// Triggers note every change in its own transaction, whichever code makes it. They say `ON CONFLICT DO NOTHING`, as the
/// conflict clause of the statement that fires a trigger overrides `OR IGNORE` in it.
enum ProfileSyncSchema {
    static func create(_ db: Database) throws {
        for statement in SyncSchema.creation + stamps + changeTriggers + titleTriggers + existing {
            try db.execute(sql: statement)
        }
    }

    private static let stamps = [
        // When each favourite and setting was last changed by a person, in milliseconds since 1970, and by which operation.
        """
        CREATE TABLE syncStamp (
            profile TEXT NOT NULL,
            kind TEXT NOT NULL,
            key TEXT NOT NULL,
            stamp INTEGER NOT NULL,
            id TEXT NOT NULL,
            device TEXT,
            PRIMARY KEY (profile, kind, key)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX syncStampByKey ON syncStamp (kind, key)",
        "CREATE INDEX syncStampByTime ON syncStamp (stamp)",
        """
        CREATE TRIGGER syncStampDeleted AFTER DELETE ON profile BEGIN
            DELETE FROM syncStamp WHERE profile = old.id;
        END
        """,
    ]

    private static let changeTriggers =
        ["INSERT", "UPDATE", "DELETE"].flatMap { change in
            let row = change == "DELETE" ? "old" : "new"
            return [
                """
                CREATE TRIGGER syncFavourite\(change) AFTER \(change) ON favourite BEGIN
                    INSERT INTO syncTouched SELECT id, 'favourite', \(row).content FROM profile
                        WHERE row = \(row).profile ON CONFLICT DO NOTHING;
                END
                """,
                // When devices were in step is written by each pull: a change of it would never end.
                """
                CREATE TRIGGER syncSetting\(change) AFTER \(change) ON setting WHEN \(row).name <> 'lastCloudSyncDate' BEGIN
                    INSERT INTO syncTouched SELECT id, 'setting', \(row).name FROM profile
                        WHERE row = \(row).profile ON CONFLICT DO NOTHING;
                END
                """,
            ]
        } + [
            // This setting is a column of the profile.
            """
            CREATE TRIGGER syncHidesAdult AFTER UPDATE OF hidesAdult ON profile WHEN old.hidesAdult <> new.hidesAdult BEGIN
                INSERT INTO syncTouched VALUES (new.id, 'setting', 'hideAdultContent') ON CONFLICT DO NOTHING;
            END
            """
        ]

    /// A favourite's title has its first card or another one, or is no longer in the library, or is again.
    private static let titleTriggers = [
        // A card is stored whole: it has changed where the one before is another.
        titleTrigger(
            "Card", "BEFORE INSERT ON card", "new",
            when: "NOT EXISTS (SELECT 1 FROM card WHERE content = new.content AND audience IS new.audience "
                + "AND body = new.body)"),
        titleTrigger("CardChanged", "AFTER UPDATE ON card", "new", when: "old.body <> new.body"),
        titleTrigger("CardDropped", "AFTER DELETE ON card", "old"), titleTrigger("Gone", "AFTER INSERT ON gone", "new"),
        titleTrigger("Back", "AFTER DELETE ON gone", "old"),
    ]

    private static func titleTrigger(_ name: String, _ event: String, _ row: String, when: String? = nil) -> String {
        """
        CREATE TRIGGER sync\(name) \(event)\(when.map { " WHEN \($0)" } ?? "") BEGIN
            INSERT INTO syncTouched SELECT p.id, 'favourite', f.content
                FROM favourite f JOIN profile p ON p.row = f.profile WHERE f.content = \(row).content
                ON CONFLICT DO NOTHING;
        END
        """
    }

    // What there is when the log begins.
    private static let existing = [
        """
        INSERT OR IGNORE INTO syncTouched SELECT p.id, 'favourite', f.content
            FROM favourite f JOIN profile p ON p.row = f.profile
        """,
        """
        INSERT OR IGNORE INTO syncTouched SELECT p.id, 'setting', s.name
            FROM setting s JOIN profile p ON p.row = s.profile
        """,
        "INSERT OR IGNORE INTO syncTouched SELECT id, 'setting', 'hideAdultContent' FROM profile WHERE hidesAdult <> 0",
    ]
}
