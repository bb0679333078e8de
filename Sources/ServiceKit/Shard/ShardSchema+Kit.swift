extension ShardSchema {
    /// The tables that every shard has. A released migration is never edited.
    static let kitMigrations: [ShardMigration] = [
        IdempotencyTable.migration, OutboxTable.migration, HouseholdIdentityTable.migration,
        QuarantineTable.migration, PolicyGenerationTable.migration,
    ]
}
