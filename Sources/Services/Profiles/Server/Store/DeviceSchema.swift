internal import GRDB

/// The tables of devices and of pairing codes. Times are milliseconds since 1970 unless said otherwise.
enum DeviceSchema {
    static func create(_ db: Database) throws {
        for statement in devices + pairings { try db.execute(sql: statement) }
    }

    private static let devices = [
        // Tokens are kept as SHA-256. `family` is of the part that all refresh tokens of a device share, `current` and
        // `previous` are of the last two, and `nonce` made the current one of the previous one: see `RefreshFamily`.
        // `rotatedIn` and `rotatedAt` say when, in the terms of `RotationClock`; `refreshed` says it by the wall clock.
        """
        CREATE TABLE device (
            row INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            member TEXT NOT NULL REFERENCES member (id) ON DELETE CASCADE,
            profile TEXT NOT NULL,
            name TEXT NOT NULL,
            platform TEXT NOT NULL,
            capabilities BLOB,
            signedIn INTEGER NOT NULL,
            refreshed INTEGER NOT NULL,
            isDisabled INTEGER NOT NULL,
            signedOut INTEGER,
            family BLOB NOT NULL,
            current BLOB NOT NULL,
            previous BLOB NOT NULL,
            nonce BLOB NOT NULL,
            rotatedIn TEXT NOT NULL,
            rotatedAt INTEGER NOT NULL,
            isShared INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX deviceByMember ON device (member)",
    ]

    private static let pairings = [
        // Codes are kept as SHA-256, the short one with a salt. `member`, `profile` and `device` are those of an approved
        // one. The last three columns are the rest of the code's life, a `PINLock`.
        """
        CREATE TABLE pairing (
            row INTEGER PRIMARY KEY,
            deviceCode BLOB NOT NULL UNIQUE,
            userCode BLOB NOT NULL,
            salt BLOB NOT NULL,
            name TEXT NOT NULL,
            platform TEXT NOT NULL,
            capabilities BLOB,
            state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'denied', 'used')),
            member TEXT,
            profile TEXT,
            device TEXT,
            isShared INTEGER NOT NULL,
            waitMilliseconds INTEGER NOT NULL,
            countedFrom INTEGER NOT NULL,
            clock TEXT NOT NULL
        ) STRICT
        """,
        // Wrong user codes since the lock, another `PINLock`, began. A code is counted before it is compared.
        """
        CREATE TABLE pairingGuesses (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            tries INTEGER NOT NULL,
            waitMilliseconds INTEGER NOT NULL,
            countedFrom INTEGER NOT NULL,
            clock TEXT NOT NULL
        ) STRICT
        """,
    ]
}
