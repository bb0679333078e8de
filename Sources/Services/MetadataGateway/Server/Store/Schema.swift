internal import GRDB
internal import ServiceKit

/// This service's schema, by migration. Released migrations are never edited. Times are milliseconds since 1970.
enum MetadataGatewayMigrations {
    static let all: [ShardMigration] = [
        ShardMigration(version: 1, name: "create answers and images") { db in
            for statement in tables { try db.execute(sql: statement) }
        },
        ShardMigration(version: 2, name: "bound answers, and remember pictures that are not there") { db in
            for statement in bounds { try db.execute(sql: statement) }
        },
        ShardMigration(version: 3, name: "note pictures of what is for adults alone") { db in
            try db.execute(
                sql: "CREATE TABLE markedPicture (path TEXT PRIMARY KEY NOT NULL, noted INTEGER NOT NULL) STRICT")
            try db.execute(sql: "CREATE INDEX markedPictureByAge ON markedPicture (noted)")
        },
        ShardMigration(version: 4, name: "keep the rules of kids profiles") { db in
            try db.execute(sql: RuleSetTable.schema)
            // Profiles sends a snapshot then, with the rules that there are.
            try db.execute(sql: "DELETE FROM inbox WHERE source = 'profiles'")
        },
    ]

    private static let tables = [
        // `question` is the path with its query, without the key. `status` is 200, or 404 for a negative entry.
        """
        CREATE TABLE answer (
            question TEXT PRIMARY KEY NOT NULL,
            status INTEGER NOT NULL,
            body BLOB NOT NULL,
            etag TEXT,
            fetched INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX answerByAge ON answer (fetched)",
        """
        CREATE TABLE image (
            question TEXT PRIMARY KEY NOT NULL,
            type TEXT NOT NULL,
            body BLOB NOT NULL,
            bytes INTEGER NOT NULL,
            fetched INTEGER NOT NULL,
            used INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX imageByUse ON image (used, bytes)",
        "CREATE INDEX imageByAge ON image (fetched)",
    ]

    private static let bounds = [
        "ALTER TABLE answer ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE answer ADD COLUMN used INTEGER NOT NULL DEFAULT 0",
        "UPDATE answer SET bytes = length(question) + length(body), used = fetched",
        "CREATE INDEX answerByUse ON answer (used, bytes)",
        "ALTER TABLE image ADD COLUMN status INTEGER NOT NULL DEFAULT 200",
    ]
}
