internal import GRDB
internal import ServiceKit

/// This service's schema, by migration. Released migrations are never edited. Moments are seconds since 1970, days are
/// days since then, and times of day minutes since midnight.
enum SchedulerMigrations {
    static let all: [ShardMigration] = [
        ShardMigration(version: 1, name: "create windows, slots and shows") { db in
            for statement in statements { try db.execute(sql: statement) }
        },
        ShardMigration(version: 2, name: "keep private reasons apart") { db in
            for statement in privateReasons { try db.execute(sql: statement) }
        },
        ShardMigration(version: 3, name: "keep the rule sets of kids profiles") { db in
            for statement in RuleSetTable.schema { try db.execute(sql: statement) }
        },
        ShardMigration(version: 4, name: "begin weeks where the household does") { db in
            try db.execute(sql: "ALTER TABLE settings ADD COLUMN firstDay INTEGER NOT NULL DEFAULT 1")
        },
        ShardMigration(version: 5, name: "keep the household's match rule") { db in
            try db.execute(sql: "ALTER TABLE settings ADD COLUMN matchRule TEXT")
            // Profiles sends a snapshot then, with the rule.
            try db.execute(sql: "DELETE FROM inbox WHERE source = 'profiles'")
        },
    ]

    private static let statements = [
        // One row: the household's settings from profiles.
        """
        CREATE TABLE settings (
            row INTEGER PRIMARY KEY CHECK (row = 1), name TEXT NOT NULL, timeZone TEXT NOT NULL,
            kidsSeeUnrated INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE viewingWindow (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            weekday INTEGER NOT NULL,
            start INTEGER NOT NULL,
            finish INTEGER NOT NULL,
            label TEXT,
            isFamilyFriendly INTEGER NOT NULL,
            partnerMustLike INTEGER NOT NULL,
            version INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE windowProfile (
            item INTEGER NOT NULL REFERENCES viewingWindow (row) ON DELETE CASCADE, profile TEXT NOT NULL,
            PRIMARY KEY (item, profile)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX windowByProfile ON windowProfile (profile)",
        // Numbers are never used again: the lower one was there first.
        """
        CREATE TABLE slot (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            day INTEGER NOT NULL,
            start INTEGER NOT NULL,
            minutes INTEGER NOT NULL,
            origin TEXT NOT NULL,
            rule TEXT,
            exceptions TEXT NOT NULL,
            content TEXT,
            episodes INTEGER NOT NULL,
            label TEXT,
            isFamilyFriendly INTEGER NOT NULL,
            partnerMustLike INTEGER NOT NULL,
            reasons TEXT NOT NULL,
            version INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX slotByDay ON slot (day) WHERE rule IS NULL",
        "CREATE INDEX slotByContent ON slot (content) WHERE content IS NOT NULL",
        "CREATE INDEX slotByRule ON slot (row) WHERE rule IS NOT NULL",
        """
        CREATE TABLE slotProfile (
            item INTEGER NOT NULL REFERENCES slot (row) ON DELETE CASCADE, profile TEXT NOT NULL,
            PRIMARY KEY (item, profile)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX slotByProfile ON slotProfile (profile)",
        // The cards of slots and shows; of a removed title nothing else is left.
        "CREATE TABLE card (content TEXT PRIMARY KEY, body BLOB NOT NULL, isGone INTEGER NOT NULL) STRICT, WITHOUT ROWID",
        """
        CREATE TABLE show (
            content TEXT PRIMARY KEY, isBingeable INTEGER NOT NULL, isMaybe INTEGER NOT NULL, moods TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE approval (
            content TEXT NOT NULL, profile TEXT NOT NULL, isYes INTEGER NOT NULL, PRIMARY KEY (content, profile)
        ) STRICT, WITHOUT ROWID
        """,
        // Only the last one counts.
        """
        CREATE TABLE veto (
            content TEXT NOT NULL, profile TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (content, profile)
        ) STRICT, WITHOUT ROWID
        """,
        // Tombstones: a token that outlives its profile does not create it again.
        "CREATE TABLE deletedProfile (mark INTEGER PRIMARY KEY) STRICT",
    ]

    private static let privateReasons = [
        """
        CREATE TABLE privateReason (
            item INTEGER NOT NULL REFERENCES slot (row) ON DELETE CASCADE, profile TEXT NOT NULL, text TEXT NOT NULL,
            PRIMARY KEY (item, profile)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX privateReasonByProfile ON privateReason (profile)",
        // Their owners were not recorded.
        """
        UPDATE slot SET reasons = replace(replace(replace(reasons, 'you have begun it', ''), 'it is in your queue', ''),
            'it is one of your favourites', '')
        """,
    ]
}
