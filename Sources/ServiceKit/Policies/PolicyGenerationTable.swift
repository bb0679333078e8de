package import GRDB
package import HearthModel

/// The household's ``Household/PolicyGenerations``: one row in a table of every shard. Profiles increments them, and
/// publishes them to the other services with its events.
package enum PolicyGenerationTable {
    static let migration = ShardMigration(version: 5, name: "create policyGeneration") { db in
        try db.execute(
            sql: """
                CREATE TABLE policyGeneration (
                    one INTEGER PRIMARY KEY CHECK (one = 1),
                    kids INTEGER NOT NULL,
                    adults INTEGER NOT NULL
                ) STRICT;
                """)
    }

    /// The generations stored here.
    package static func read(_ db: Database) throws -> PolicyGenerations {
        // One by one: a value of another type is an error then, while reading a whole row would end the process.
        func generation(_ column: String) throws -> Int64 {
            try Int64.fetchOne(try db.cachedStatement(sql: "SELECT \(column) FROM policyGeneration")) ?? 0
        }
        return PolicyGenerations(kids: try generation("kids"), adults: try generation("adults"))
    }

    /// Stores the generations published by profiles.
    static func set(_ generations: PolicyGenerations, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO policyGeneration VALUES (1, ?, ?)")
            .execute(arguments: [generations.kids, generations.adults])
    }

    /// Increments a generation; for profiles alone.
    ///
    /// - Returns: the generations now in force.
    package static func raise(
        _ which: WritableKeyPath<PolicyGenerations, Int64>, _ db: Database
    ) throws -> PolicyGenerations {
        var generations = try read(db)
        generations[keyPath: which] += 1
        try set(generations, db)
        return generations
    }
}

extension Shard {
    /// The generations, read on the calling thread: blocks, never on the task pool.
    func policyGenerations() throws -> PolicyGenerations { try database.read { try PolicyGenerationTable.read($0) } }
}
