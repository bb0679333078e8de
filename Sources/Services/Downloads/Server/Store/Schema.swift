internal import GRDB
internal import ServiceKit

/// This service's schema migrations. Released ones are never edited. Times are milliseconds since 1970.
enum DownloadsMigrations {
    static let all: [ShardMigration] = [
        ShardMigration(version: 1, name: "create files, wishes and pieces") { db in
            for statement in files { try db.execute(sql: statement) }
        },
        ShardMigration(version: 2, name: "keep what streams leave out") { db in
            // The number of gaps in the stream's own playlist, and their duration.
            for column in ["gaps", "gapMilliseconds"] {
                try db.execute(sql: "ALTER TABLE file ADD COLUMN \(column) INTEGER NOT NULL DEFAULT 0")
            }
        },
        ShardMigration(version: 3, name: "keep when each profile asked") { db in
            // 0 for requests older than this column: they were made when the file was.
            try db.execute(sql: "ALTER TABLE wish ADD COLUMN asked INTEGER NOT NULL DEFAULT 0")
        },
        ShardMigration(version: 4, name: "keep the settings of profiles") { db in
            // Null for what a profile never changed.
            try db.execute(
                sql: """
                    CREATE TABLE setting (
                        profile TEXT PRIMARY KEY,
                        quotaBytes INTEGER,
                        quality TEXT,
                        deletesWatched INTEGER NOT NULL,
                        expirationDays INTEGER
                    ) STRICT, WITHOUT ROWID
                    """)
        },
    ]

    private static let files = [
        // One file on the disk for all profiles that requested it, in a folder named by its id. `phase` is 0 pending, 1
        // completed, 2 failed; `kind` 0 unknown, 1 a plain file, 2 a stream. `bytes` are durable; `reserved` is the
        // size it may grow to. `signature` identifies a stream's plan, `etag` and `modified` the version of a plain
        // file. `audience` is the bit of its title's rating and mark.
        """
        CREATE TABLE file (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            content TEXT NOT NULL,
            variant TEXT NOT NULL,
            quality TEXT NOT NULL,
            card BLOB NOT NULL,
            audience INTEGER NOT NULL,
            phase INTEGER NOT NULL DEFAULT 0,
            problem TEXT,
            detail TEXT,
            kind INTEGER NOT NULL DEFAULT 0,
            main TEXT,
            bytes INTEGER NOT NULL DEFAULT 0,
            reserved INTEGER NOT NULL,
            total INTEGER,
            signature INTEGER,
            etag TEXT,
            modified TEXT,
            started INTEGER NOT NULL,
            finished INTEGER
        ) STRICT
        """,
        "CREATE INDEX fileByContent ON file (content)",
        "CREATE INDEX filePending ON file (row) WHERE phase = 0",
        // The profiles that requested it.
        """
        CREATE TABLE wish (
            profile TEXT NOT NULL,
            file INTEGER NOT NULL REFERENCES file (row) ON DELETE CASCADE,
            place INTEGER NOT NULL,
            paused INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (profile, file)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX wishByFile ON wish (file)",
        // Its complete and durable pieces.
        """
        CREATE TABLE piece (
            file INTEGER NOT NULL REFERENCES file (row) ON DELETE CASCADE,
            name TEXT NOT NULL,
            bytes INTEGER NOT NULL,
            PRIMARY KEY (file, name)
        ) STRICT, WITHOUT ROWID
        """,
        // Folders of files that no profile requests any more.
        "CREATE TABLE trash (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",
        // Tombstones of deleted profiles, as hashes of their ids: their data are erased, and a token that outlives a
        // profile does not recreate them.
        "CREATE TABLE deletedProfile (hash INTEGER PRIMARY KEY) STRICT",
    ]
}
