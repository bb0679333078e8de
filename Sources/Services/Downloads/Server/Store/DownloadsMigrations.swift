internal import GRDB
internal import ServiceKit

/// This service's schema, step by step. What was released is never edited. Times are milliseconds since 1970.
enum DownloadsMigrations {
    static let all: [ShardMigration] = [
        ShardMigration(version: 1, name: "create files, wishes and pieces") { db in
            for statement in files { try db.execute(sql: statement) }
        },
        ShardMigration(version: 2, name: "keep what streams leave out") { db in
            // Segments that the stream's own playlist leaves out, and how long they last.
            for column in ["gaps", "gapMilliseconds"] {
                try db.execute(sql: "ALTER TABLE file ADD COLUMN \(column) INTEGER NOT NULL DEFAULT 0")
            }
        },
        ShardMigration(version: 3, name: "keep when each profile asked") { db in
            // 0 for wishes that are older than this column: they were made when the file was.
            try db.execute(sql: "ALTER TABLE wish ADD COLUMN asked INTEGER NOT NULL DEFAULT 0")
        },
    ]

    private static let files = [
        // What is fetched, or is there: one file on the disk for all who asked for it, in a folder that is called as its id.
        // `phase` is 0 pending, 1 completed, 2 failed; `kind` 0 not known yet, 1 a plain file, 2 a stream. `bytes` are
        // durable; `reserved` is what it may come to have. `signature` tells whether a stream's plan is still the same,
        // `etag` and `modified` whether a plain file is. `audience` is the bit of its title's rating and mark.
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
        // Who asked for it.
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
        // What of it is whole and durable on the disk.
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
        // Deleted profiles by a hash of their ids: nothing of them stays, and a token that outlives them does not bring
        // them back.
        "CREATE TABLE deletedProfile (hash INTEGER PRIMARY KEY) STRICT",
    ]
}
