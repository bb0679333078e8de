internal import GRDB
internal import ProfilesAPI

/// The rows of purchases, and the notifications about them that were applied.
enum PurchaseTable {
    /// Times are milliseconds since 1970. `signed` is the latest period's, `renewalSigned` that of what the store said of
    /// the next one.
    static let statements = [
        """
        CREATE TABLE purchase (
            original TEXT PRIMARY KEY,
            id TEXT NOT NULL,
            product TEXT NOT NULL,
            purchased INTEGER NOT NULL,
            expires INTEGER NOT NULL,
            signed INTEGER NOT NULL,
            revoked INTEGER,
            isTrial INTEGER NOT NULL,
            isFamilyShared INTEGER NOT NULL,
            account TEXT,
            hadTrial INTEGER NOT NULL,
            renewalSigned INTEGER,
            willRenew INTEGER,
            graceEnds INTEGER,
            ended INTEGER,
            notified INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        // The last ones, in the order in which they came.
        "CREATE TABLE storeNotification (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT",
    ]

    /// Every purchase of the household, by its id.
    static func all(_ db: Database) throws -> [Purchase] {
        let sql = """
            SELECT original, id, product, purchased, expires, signed, revoked, isTrial, isFamilyShared, account,
                hadTrial, renewalSigned, willRenew, graceEnds, ended, notified
            FROM purchase ORDER BY original
            """
        return try Row.fetchAll(try db.cachedStatement(sql: sql)).map { row in
            let latest = StoreTransaction(
                id: row[1], original: row[0], product: row[2], purchased: row[3], expires: row[4], signed: row[5],
                revoked: row[6], isTrial: row[7], isFamilyShared: row[8], account: row[9])
            let renewal = (row[11] as Int64?).map {
                StoreRenewal(signed: $0, willRenew: row[12] ?? true, graceEnds: row[13])
            }
            return Purchase(latest: latest, hadTrial: row[10], renewal: renewal, ended: row[14], notified: row[15])
        }
    }

    /// Whether the household has a purchase.
    static func has(_ original: String, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT count(*) FROM purchase WHERE original = ?")
        return try Bool.fetchOne(statement, arguments: [original]) ?? false
    }

    /// Stores a purchase in place of what was known of it.
    static func put(_ purchase: Purchase, _ db: Database) throws {
        let (latest, renewal) = (purchase.latest, purchase.renewal)
        let sql = "INSERT OR REPLACE INTO purchase VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        try db.cachedStatement(sql: sql).execute(arguments: [
            latest.original, latest.id, latest.product, latest.purchased, latest.expires, latest.signed, latest.revoked,
            latest.isTrial, latest.isFamilyShared, latest.account, purchase.hadTrial, renewal?.signed,
            renewal?.willRenew, renewal?.graceEnds, purchase.ended, purchase.notified,
        ])
    }

    /// Notes a notification.
    ///
    /// - Returns: false when it was noted before.
    static func note(notification id: String, _ db: Database) throws -> Bool {
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO storeNotification (id) VALUES (?)").execute(arguments: [id])
        guard db.changesCount > 0 else { return false }
        let sql = "DELETE FROM storeNotification WHERE row <= (SELECT max(row) FROM storeNotification) - ?"
        try db.cachedStatement(sql: sql).execute(arguments: [ProfilesLimits.storeNotifications])
        return true
    }
}
