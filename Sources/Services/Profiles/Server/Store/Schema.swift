internal import GRDB
internal import ServiceKit

/// This service's schema, by migration. Released migrations are never edited. Times are milliseconds since 1970.
enum ProfilesMigrations {
    static let all: [ShardMigration] = [
        ShardMigration(version: 1, name: "create household, members and profiles") { db in
            for statement in people { try db.execute(sql: statement) }
        },
        ShardMigration(version: 2, name: "create the PIN") { db in
            for statement in pin { try db.execute(sql: statement) }
        },
        ShardMigration(version: 3, name: "create favourites and cards") { db in
            for statement in favourites { try db.execute(sql: statement) }
        },
        ShardMigration(version: 4, name: "note titles that are gone") { db in
            // Referenced titles that the library has removed.
            try db.execute(sql: "CREATE TABLE gone (content TEXT PRIMARY KEY) STRICT, WITHOUT ROWID")
        },
        ShardMigration(version: 5, name: "note how old cards from outside are") { db in
            // When TMDB gave it; nothing for the library's.
            try db.execute(sql: "ALTER TABLE card ADD COLUMN fetched INTEGER")
        },
        ShardMigration(version: 6, name: "keep where the household is") { db in
            try db.execute(sql: "ALTER TABLE household ADD COLUMN region TEXT")
        },
        ShardMigration(version: 7, name: "count the PIN's lock by a monotonic clock") { db in
            for statement in monotonicLock { try db.execute(sql: statement) }
        },
        ShardMigration(version: 8, name: "find cards by their numbers at TMDB") { db in
            // As the id that a title has outside of the library, `tmdb:movie:348`.
            try db.execute(sql: "ALTER TABLE card ADD COLUMN number TEXT")
            try db.execute(sql: "CREATE INDEX cardByNumber ON card (number) WHERE number IS NOT NULL")
            try CardTable.fillNumbers(db)
        },
        ShardMigration(version: 9, name: "create the profiles' settings") { db in
            // Of settings that were ever changed; hideAdultContent is profile.hidesAdult. The value is a SettingValue in
            // CBOR; none: no value.
            try db.execute(
                sql: """
                    CREATE TABLE setting (
                        profile INTEGER NOT NULL REFERENCES profile (row) ON DELETE CASCADE,
                        name TEXT NOT NULL,
                        value BLOB,
                        PRIMARY KEY (profile, name)
                    ) STRICT, WITHOUT ROWID
                    """)
        },
        ShardMigration(version: 10, name: "create profiles' own PINs") { db in
            try db.execute(sql: PINTable.ofProfiles)
        },
        ShardMigration(version: 11, name: "create invitations, and note disabled members") { db in
            for statement in MemberTable.disabling + InvitationTable.creation { try db.execute(sql: statement) }
        },
        ShardMigration(version: 12, name: "create devices and pairing codes") { db in try DeviceSchema.create(db) },
        ShardMigration(version: 13, name: "create the rules of kids profiles") { db in
            for statement in ViewingRuleTable.schema { try db.execute(sql: statement) }
        },
        ShardMigration(version: 14, name: "create purchases") { db in
            for statement in PurchaseTable.statements { try db.execute(sql: statement) }
        },
        ShardMigration(version: 15, name: "create parental limits") { db in
            try db.execute(sql: LimitTable.creation)
        },
        ShardMigration(version: 16, name: "keep when shared devices relock") { db in
            try db.execute(sql: RelockTable.creation)
        },
        ShardMigration(version: 17, name: "create accounts at Apple") { db in try AppleTable.create(db) },
        ShardMigration(version: 18, name: "note that the household is to be deleted") { db in
            try db.execute(sql: HouseholdDeletionTable.creation)
        },
        ShardMigration(version: 19, name: "keep the household's preferences") { db in
            // HouseholdPreferences in CBOR; none: nothing is set.
            try db.execute(sql: "ALTER TABLE household ADD COLUMN preferences BLOB")
        },
        ShardMigration(version: 20, name: "keep what is to be revoked at Apple") { db in
            try AppleTable.addTokens(db)
        },
        ShardMigration(version: 21, name: "keep devices in step") { db in try ProfileSyncSchema.create(db) },
    ]

    private static let people = [
        // A shard is one household's, so there is one row.
        """
        CREATE TABLE household (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            name TEXT NOT NULL,
            timeZone TEXT NOT NULL,
            kidsSeeUnrated INTEGER NOT NULL,
            kidsSeeUnratedChannels INTEGER NOT NULL,
            plan TEXT NOT NULL,
            created INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE member (
            row INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            role TEXT NOT NULL CHECK (role IN ('owner', 'adult', 'child')),
            created INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE UNIQUE INDEX memberOwner ON member (role) WHERE role = 'owner'",
        // `nameKey` is the case-folded name, which must be unique.
        """
        CREATE TABLE profile (
            row INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            nameKey TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL CHECK (kind IN ('adult', 'kids')),
            hidesAdult INTEGER NOT NULL,
            member TEXT UNIQUE REFERENCES member (id),
            created INTEGER NOT NULL
        ) STRICT
        """,
        // Tombstones of deleted profiles: deletion is idempotent, and other services get them.
        "CREATE TABLE deletedProfile (id TEXT PRIMARY KEY, deleted INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    ]

    private static let pin = [
        // The hash's cost parameters are stored with it, so that they can be raised for new PINs. `tries` is counted
        // before a PIN is compared.
        """
        CREATE TABLE pin (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            hash BLOB NOT NULL,
            salt BLOB NOT NULL,
            rounds INTEGER NOT NULL,
            blockSize INTEGER NOT NULL,
            parallelism INTEGER NOT NULL,
            tries INTEGER NOT NULL,
            lockedUntil INTEGER NOT NULL
        ) STRICT
        """
    ]

    private static let monotonicLock = [
        // The rest of the lock at a reading of the monotonic clock, in milliseconds, and that clock's identity: see
        // `PINClock`.
        "ALTER TABLE pin ADD COLUMN waitMilliseconds INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE pin ADD COLUMN countedFrom INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE pin ADD COLUMN clock TEXT NOT NULL DEFAULT ''",
        // `lockedUntil` used the wall clock and is not trustworthy: an existing lock waits its whole time again, from
        // the service's start.
        """
        UPDATE pin SET countedFrom = -1,
            waitMilliseconds = CASE WHEN tries < 5 THEN 0 ELSE min(30000 << min(tries - 5, 20), 86400000) END
        """,
        "ALTER TABLE pin DROP COLUMN lockedUntil",
    ]

    private static let favourites = [
        """
        CREATE TABLE favourite (
            profile INTEGER NOT NULL REFERENCES profile (row) ON DELETE CASCADE,
            content TEXT NOT NULL,
            added INTEGER NOT NULL,
            PRIMARY KEY (profile, content)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX favouriteByAge ON favourite (profile, added, content)",
        "CREATE INDEX favouriteByContent ON favourite (content)",
        // One card for all references to a title. `audience` is the bit of its rating and adult mark.
        """
        CREATE TABLE card (
            content TEXT PRIMARY KEY,
            kind TEXT NOT NULL,
            sortTitle TEXT NOT NULL,
            audience INTEGER NOT NULL,
            body BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
    ]
}
