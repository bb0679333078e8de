internal import GRDB
internal import ServiceKit

/// This service's schema, by migration. Released migrations are never edited. Times are milliseconds since 1970.
enum ReadingListMigrations {
    static let all: [ShardMigration] = [
        ShardMigration(version: 1, name: "create readers, links, tags and rules") { db in
            for statement in links { try db.execute(sql: statement) }
        },
        ShardMigration(version: 2, name: "create imports") { db in
            for statement in imports { try db.execute(sql: statement) }
        },
        ShardMigration(version: 3, name: "remember deleted profiles") { db in
            // Tombstones: a token that outlives its profile does not create it again.
            try db.execute(sql: "CREATE TABLE deletedProfile (mark INTEGER PRIMARY KEY) STRICT")
        },
        ShardMigration(version: 4, name: "import what callers send, and no paths") { db in
            // The private file and its digest, so that importing the same file again returns the same job. `path` is
            // its original name.
            try db.execute(sql: "ALTER TABLE linkImport ADD COLUMN upload TEXT")
            try db.execute(sql: "ALTER TABLE linkImport ADD COLUMN digest INTEGER")
        },
    ]

    private static let links = [
        // `links` counts links that are not deleted, so that no save has to.
        """
        CREATE TABLE reader (
            row INTEGER PRIMARY KEY, profile TEXT NOT NULL UNIQUE, links INTEGER NOT NULL DEFAULT 0
        ) STRICT
        """,
        // `chips` has the bits of the content types and of the star. A deleted link stays for a while, only in the
        // index of deletions.
        """
        CREATE TABLE link (
            row INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            reader INTEGER NOT NULL REFERENCES reader (row) ON DELETE CASCADE,
            canonical TEXT NOT NULL,
            url TEXT NOT NULL,
            resolvedURL TEXT,
            title TEXT,
            description TEXT,
            note TEXT,
            domain TEXT NOT NULL,
            isRead INTEGER NOT NULL,
            chips INTEGER NOT NULL,
            typesFrom INTEGER NOT NULL,
            sortTitle TEXT NOT NULL,
            added INTEGER NOT NULL,
            updated INTEGER NOT NULL,
            readAt INTEGER,
            source TEXT,
            deleted INTEGER,
            deletion TEXT
        ) STRICT
        """,
        "CREATE UNIQUE INDEX linkByURL ON link (reader, canonical) WHERE deleted IS NULL",
        "CREATE INDEX linkByUpdate ON link (reader, isRead, updated, row) WHERE deleted IS NULL",
        "CREATE INDEX linkByAge ON link (reader, isRead, added, row) WHERE deleted IS NULL",
        "CREATE INDEX linkByTitle ON link (reader, isRead, sortTitle, row) WHERE deleted IS NULL",
        "CREATE INDEX linkByDomain ON link (reader, isRead, domain, added, row, chips) WHERE deleted IS NULL",
        "CREATE INDEX linkByChips ON link (reader, isRead, chips) WHERE deleted IS NULL",
        "CREATE INDEX linkByDeletion ON link (reader, deletion) WHERE deleted IS NOT NULL",
        "CREATE INDEX linkByDeletionAge ON link (deleted) WHERE deleted IS NOT NULL",
        """
        CREATE TABLE tag (
            link INTEGER NOT NULL REFERENCES link (row) ON DELETE CASCADE,
            key TEXT NOT NULL,
            tag TEXT NOT NULL,
            PRIMARY KEY (link, key)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX tagByKey ON tag (key, link)",
        """
        CREATE TABLE siteRule (
            reader INTEGER NOT NULL REFERENCES reader (row) ON DELETE CASCADE,
            domain TEXT NOT NULL,
            types INTEGER NOT NULL,
            PRIMARY KEY (reader, domain)
        ) STRICT, WITHOUT ROWID
        """,
        // Maintained by the store's own statements: triggers may not touch virtual tables here. Contentless: the
        // indexed text differs slightly from the displayed one.
        """
        CREATE VIRTUAL TABLE linkSearch USING fts5(
            title, description, url, note, content='',
            tokenize='unicode61 remove_diacritics 2', prefix='2 3'
        )
        """,
    ]

    private static let imports = [
        // Only the job's cursor is stored here, committed with the links of each chunk: after a crash the import
        // resumes there.
        """
        CREATE TABLE linkImport (
            row INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            reader INTEGER NOT NULL REFERENCES reader (row) ON DELETE CASCADE,
            path TEXT NOT NULL,
            format TEXT,
            state TEXT NOT NULL,
            created INTEGER NOT NULL,
            ended INTEGER,
            size INTEGER NOT NULL DEFAULT 0,
            modified INTEGER,
            doneBytes INTEGER NOT NULL DEFAULT 0,
            entries INTEGER NOT NULL DEFAULT 0,
            added INTEGER NOT NULL DEFAULT 0,
            duplicate INTEGER NOT NULL DEFAULT 0,
            refused INTEGER NOT NULL DEFAULT 0,
            milliseconds INTEGER NOT NULL DEFAULT 0,
            refusals BLOB,
            problem TEXT
        ) STRICT
        """,
        "CREATE INDEX linkImportOpen ON linkImport (row) WHERE ended IS NULL",
        "CREATE INDEX linkImportByReader ON linkImport (reader)",
    ]
}
