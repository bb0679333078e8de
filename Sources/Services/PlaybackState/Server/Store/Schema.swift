internal import GRDB
internal import ServiceKit

/// This service's schema, by migration. Released migrations are never edited. Times are milliseconds since 1970, except
/// hybrid timestamps of the household's clock (see ``HybridTimestamp``).
enum PlaybackMigrations {
    static let all: [ShardMigration] = [
        ShardMigration(version: 1, name: "create profiles, contents and sessions") { db in
            for statement in sessions { try db.execute(sql: statement) }
        },
        ShardMigration(version: 2, name: "create marks") { db in
            for statement in marks { try db.execute(sql: statement) }
        },
        ShardMigration(version: 3, name: "create the queue") { db in
            for statement in queue { try db.execute(sql: statement) }
        },
        ShardMigration(version: 4, name: "release titles that are back") { db in
            for statement in quarantine { try db.execute(sql: statement) }
        },
        ShardMigration(version: 5, name: "order the reports of a session by their numbers") { db in
            // The number of the last report, which `stamp` to `duration` are of; 0 where its player sends none.
            try db.execute(sql: "ALTER TABLE point ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0")
        },
        ShardMigration(version: 6, name: "keep the settings of profiles") { db in
            for statement in settings { try db.execute(sql: statement) }
        },
        ShardMigration(version: 7, name: "count screen time") { db in
            for statement in ScreenTimeTable.creation { try db.execute(sql: statement) }
        },
        ShardMigration(version: 8, name: "keep history as long as the household wants it") { db in
            // 0: for good.
            try db.execute(sql: "ALTER TABLE household ADD COLUMN historyDays INTEGER NOT NULL DEFAULT 0")
        },
        ShardMigration(version: 9, name: "keep how next episodes are found") { db in
            for statement in NextUpRuleTable.creation { try db.execute(sql: statement) }
        },
        ShardMigration(version: 10, name: "keep connection slots") { db in
            for statement in SlotTable.creation { try db.execute(sql: statement) }
        },
        ShardMigration(version: 11, name: "keep what is never suggested, recent streams and granted minutes") { db in
            for statement in NeverSuggestedTable.creation + RecentStreamTable.creation + ScreenTimeGrantTable.creation {
                try db.execute(sql: statement)
            }
            // Profiles starts over with a snapshot: settings that were not followed before are in it.
            try db.execute(sql: "DELETE FROM inbox WHERE source = 'profiles'")
        },
        ShardMigration(version: 12, name: "keep statistics") { db in
            for statement in StatisticsTable.creation { try db.execute(sql: statement) }
        },
        ShardMigration(version: 13, name: "keep what carries a work") { db in
            for statement in CarrierTable.creation { try db.execute(sql: statement) }
            try CarrierTable.noteAll(db)
        },
        ShardMigration(version: 14, name: "remember what plays: hints, links and tracks") { db in
            let statements = PlayingTable.creation + VariantRecordTable.creation + TrackTable.creation
            for statement in statements { try db.execute(sql: statement) }
            // Profiles sends a snapshot then, with the settings that are followed from now on.
            try db.execute(sql: "DELETE FROM inbox WHERE source = 'profiles'")
        },
        ShardMigration(version: 15, name: "keep devices in step") { db in try PlaybackSyncSchema.create(db) },
        ShardMigration(version: 16, name: "keep when titles were last watched") { db in
            for statement in LatestTable.creation { try db.execute(sql: statement) }
            // For the sessions of a device that was offline: which of them is the last.
            try db.execute(sql: "CREATE INDEX sessionByDevice ON session (device, opened)")
        },
        ShardMigration(version: 17, name: "keep the languages of profiles and of the household") { db in
            for statement in LanguageTable.creation { try db.execute(sql: statement) }
        },
        ShardMigration(version: 18, name: "keep who has joined sessions") { db in
            for statement in CompanionTable.creation { try db.execute(sql: statement) }
        },
        ShardMigration(version: 19, name: "count how something to watch is found") { db in
            for statement in DiscoveryTable.creation { try db.execute(sql: statement) }
        },
    ]

    private static let settings = [
        // Of settings that a profile has ever changed; 0 and 1 for off and on.
        """
        CREATE TABLE setting (
            profile TEXT NOT NULL,
            name TEXT NOT NULL,
            value INTEGER NOT NULL,
            PRIMARY KEY (profile, name)
        ) STRICT, WITHOUT ROWID
        """,
        // What downloads is still to be told; see `WatchedNoticeTable`.
        """
        CREATE TABLE watchedNotice (
            profile TEXT NOT NULL,
            content TEXT NOT NULL,
            stamp INTEGER NOT NULL,
            PRIMARY KEY (profile, content)
        ) STRICT, WITHOUT ROWID
        """,
    ]

    private static let sessions = [
        "CREATE TABLE profile (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT",
        // Tombstones of deleted profiles, as hashes of their IDs: a token that outlives a profile does not restore it.
        "CREATE TABLE deletedProfile (hash INTEGER PRIMARY KEY) STRICT",
        // The referenced titles with their cards. `audience` is the bit of the rating and adult flag, null without a
        // card. `gone`: the library has removed it.
        """
        CREATE TABLE content (
            row INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            kind TEXT,
            series TEXT,
            audience INTEGER,
            gone INTEGER NOT NULL DEFAULT 0,
            card BLOB
        ) STRICT
        """,
        "CREATE INDEX contentBySeries ON content (series) WHERE series IS NOT NULL",
        // The immutable part of a session.
        """
        CREATE TABLE session (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            content INTEGER NOT NULL REFERENCES content (row),
            variant TEXT NOT NULL,
            device TEXT NOT NULL,
            opened INTEGER NOT NULL,
            started INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX sessionByContent ON session (content, variant)",
        // The part that every report changes: kept small, so that the sessions of a whole household share a page or
        // two. `stamp` to `duration` are the latest report, `ceiling` is the progress that makes older peaks
        // superfluous, `percent` is 0 where time counts instead of progress.
        """
        CREATE TABLE point (
            session INTEGER PRIMARY KEY REFERENCES session (row) ON DELETE CASCADE,
            nonce INTEGER NOT NULL,
            owner INTEGER NOT NULL REFERENCES profile (row),
            percent INTEGER NOT NULL,
            stamp INTEGER NOT NULL DEFAULT 0,
            progress REAL NOT NULL DEFAULT 0,
            position REAL NOT NULL DEFAULT 0,
            duration REAL NOT NULL DEFAULT 0,
            ceiling REAL NOT NULL DEFAULT 2,
            state INTEGER NOT NULL DEFAULT 1,
            ended INTEGER NOT NULL DEFAULT 0
        ) STRICT
        """,
        "CREATE INDEX pointOpen ON point (owner) WHERE ended = 0",
        "CREATE INDEX pointByOwner ON point (owner)",
        // Earlier reports of a session that no later one has passed; most sessions have none.
        """
        CREATE TABLE peak (
            session INTEGER NOT NULL REFERENCES point (session) ON DELETE CASCADE,
            stamp INTEGER NOT NULL,
            progress REAL NOT NULL,
            position REAL NOT NULL,
            duration REAL NOT NULL,
            PRIMARY KEY (session, stamp)
        ) STRICT, WITHOUT ROWID
        """,
        // The profiles that a session counts for. `content` and `opened` repeat the session's, for the two indexes.
        """
        CREATE TABLE viewing (
            profile INTEGER NOT NULL REFERENCES profile (row),
            content INTEGER NOT NULL REFERENCES content (row),
            session INTEGER NOT NULL REFERENCES session (row) ON DELETE CASCADE,
            opened INTEGER NOT NULL,
            PRIMARY KEY (profile, content, session)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX viewingByTime ON viewing (profile, opened, session)",
        "CREATE INDEX viewingBySession ON viewing (session)",
        "CREATE INDEX viewingByContent ON viewing (content)",
    ]

    private static let marks = [
        // The times of a profile's latest marks of a title; 0 for never.
        """
        CREATE TABLE mark (
            profile INTEGER NOT NULL REFERENCES profile (row),
            content INTEGER NOT NULL REFERENCES content (row),
            watched INTEGER NOT NULL DEFAULT 0,
            reset INTEGER NOT NULL DEFAULT 0,
            cleared INTEGER NOT NULL DEFAULT 0,
            hidden INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (profile, content)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX markByContent ON mark (content)",
    ]

    private static let quarantine = [
        // Any new card: it marks the title as available again.
        """
        CREATE TRIGGER contentBack AFTER UPDATE OF gone ON content WHEN old.gone <> 0 AND new.gone = 0 BEGIN
            DELETE FROM quarantine WHERE kind = 'title' AND id = new.id;
        END
        """,
        """
        CREATE TRIGGER contentRemoved AFTER DELETE ON content BEGIN
            DELETE FROM quarantine WHERE kind = 'title' AND id = old.id;
        END
        """,
    ]

    private static let queue = [
        """
        CREATE TABLE queued (
            profile INTEGER NOT NULL REFERENCES profile (row),
            content INTEGER NOT NULL REFERENCES content (row),
            position INTEGER NOT NULL,
            added INTEGER NOT NULL,
            auto INTEGER NOT NULL,
            PRIMARY KEY (profile, content)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX queuedByContent ON queued (content)",
    ]
}
