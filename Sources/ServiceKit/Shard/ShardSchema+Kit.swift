extension ShardSchema {
    /// The tables that every shard has. A migration that was released is never edited.
    static let kitMigrations: [ShardMigration] = [
        IdempotencyTable.migration, OutboxTable.migration, HouseholdIdentityTable.migration,
        QuarantineTable.migration, PolicyGenerationTable.migration,
    ]
}
