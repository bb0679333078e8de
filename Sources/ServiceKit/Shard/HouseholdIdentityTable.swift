internal import GRDB
internal import HearthModel

/// The household that a shard belongs to: one row in a table of every shard, absent until the shard has learned it.
enum HouseholdIdentityTable {
    static let migration = ShardMigration(version: 3, name: "create householdIdentity") { db in
        try db.execute(
            sql: """
                CREATE TABLE householdIdentity (
                    one INTEGER PRIMARY KEY CHECK (one = 1),
                    identity TEXT NOT NULL CHECK (length(identity) = \(HouseholdIdentity.digits))
                ) STRICT;
                """)
    }

    /// The first version of the kit's tables that includes this one.
    static let kitVersion = 3

    static func read(_ db: Database) throws -> HouseholdIdentity? {
        let statement = try db.cachedStatement(sql: "SELECT identity FROM householdIdentity")
        return try String.fetchOne(statement).flatMap { HouseholdIdentity($0) }
    }

    /// Writes the identity unless the shard has one.
    ///
    /// - Returns: the shard's identity now.
    static func adopt(_ identity: HouseholdIdentity, _ db: Database) throws -> HouseholdIdentity {
        if let own = try read(db) { return own }
        try db.execute(sql: "INSERT INTO householdIdentity VALUES (1, ?)", arguments: [identity.text])
        return identity
    }
}
