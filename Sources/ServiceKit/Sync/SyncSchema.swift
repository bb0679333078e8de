/// The tables of a service that keeps devices in step. The service creates them in a migration of its own, and adds
/// triggers that note what has changed in ``touched``.
///
/// The service has a table `profile` with the column `id`: what is kept of a profile goes with it.
package enum SyncSchema {
    /// The statements that create the tables.
    package static let creation = [
        // What has changed since the last drain, once however often: a change that comes again costs a read.
        """
        CREATE TABLE syncTouched (
            profile TEXT NOT NULL,
            kind TEXT NOT NULL,
            key TEXT NOT NULL,
            PRIMARY KEY (profile, kind, key)
        ) STRICT, WITHOUT ROWID
        """,
        // The log: of each thing the last change only. `audience` and `title` decide which policies it is shown to, as
        // far as they were known; `at` is in milliseconds since 1970.
        """
        CREATE TABLE syncLog (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            profile TEXT NOT NULL,
            kind TEXT NOT NULL,
            key TEXT NOT NULL,
            isDeleted INTEGER NOT NULL,
            audience INTEGER,
            title TEXT,
            at INTEGER NOT NULL,
            UNIQUE (profile, kind, key)
        ) STRICT
        """,
        "CREATE INDEX syncLogByProfile ON syncLog (profile, sequence)",
        "CREATE INDEX syncLogByAge ON syncLog (at) WHERE isDeleted = 1",
        // The shard's lives: each restore from a copy begins one, behind the entry `start`.
        """
        CREATE TABLE syncEpoch (
            number INTEGER PRIMARY KEY,
            generation INTEGER NOT NULL UNIQUE,
            start INTEGER NOT NULL
        ) STRICT
        """,
        // The last entry whose tombstone is no longer kept.
        "CREATE TABLE syncExpired (profile TEXT PRIMARY KEY, sequence INTEGER NOT NULL) STRICT, WITHOUT ROWID",
        // Applied operations of devices, with their results in CBOR.
        """
        CREATE TABLE syncOperation (
            profile TEXT NOT NULL,
            device TEXT NOT NULL,
            id TEXT NOT NULL,
            at INTEGER NOT NULL,
            result BLOB NOT NULL,
            PRIMARY KEY (profile, device, id)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX syncOperationByAge ON syncOperation (at)",
        // What the last writer has won, with the dropped change in CBOR.
        """
        CREATE TABLE syncConflict (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            profile TEXT NOT NULL,
            at INTEGER NOT NULL,
            conflict BLOB NOT NULL,
            dropped BLOB NOT NULL,
            reversed INTEGER
        ) STRICT
        """,
        "CREATE INDEX syncConflictByProfile ON syncConflict (profile, row)",
        "CREATE INDEX syncConflictByAge ON syncConflict (at)",
        """
        CREATE TABLE syncDevice (
            profile TEXT NOT NULL,
            device TEXT NOT NULL,
            pulled INTEGER,
            pushed INTEGER,
            pending INTEGER NOT NULL DEFAULT 0,
            error TEXT,
            PRIMARY KEY (profile, device)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TRIGGER syncProfileDeleted AFTER DELETE ON profile BEGIN
            DELETE FROM syncTouched WHERE profile = old.id;
            DELETE FROM syncLog WHERE profile = old.id;
            DELETE FROM syncExpired WHERE profile = old.id;
            DELETE FROM syncOperation WHERE profile = old.id;
            DELETE FROM syncConflict WHERE profile = old.id;
            DELETE FROM syncDevice WHERE profile = old.id;
        END
        """,
    ]
}

/// The limits of sync, with their units.
package enum SyncLimits {
    /// How long tombstones, and the ids of applied operations, are kept, in milliseconds: 90 days.
    package static let keptMilliseconds: Int64 = 90 * 86_400_000
    /// How long conflicts are listed, in milliseconds: 30 days.
    package static let conflictMilliseconds: Int64 = 30 * 86_400_000
    /// Expired rows of one table that a drain removes.
    package static let sweptRows = 500
    /// Changes that one transaction of a drain takes.
    package static let drained = 1_000
    /// Log entries of a page, when a request does not say.
    package static let page: Int32 = 200
    /// The most log entries of a page.
    package static let largestPage: Int32 = 1_000
    /// Profiles of one pull.
    package static let profiles = 20
    /// Bytes of a device's name.
    package static let nameBytes = 100
    /// Characters of an operation's id.
    package static let operationCharacters = 64
    /// Devices of a profile that are kept for its status.
    static let devices = 50
    /// A device that pulls more often is noted once in this time, in milliseconds.
    static let noteMilliseconds: Int64 = 60_000
    /// How often a watched log is looked at while its shard is written to.
    package static let watchInterval = Duration.seconds(2)
    /// The longest kept error text, in characters.
    static let errorCharacters = 300
}
