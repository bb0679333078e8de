extension CatalogMigrations {
    /// Whether a set has rules about programmes. Sets from before have none.
    static let programmeRules = "ALTER TABLE ruleSet ADD COLUMN rulesProgrammes INTEGER NOT NULL DEFAULT 0"

    /// The rules of kids profiles, as last sent by profiles.
    static let ruleSets = [
        // `body` is a ViewingRuleSet in CBOR. A set that is not evaluated has no members yet.
        """
        CREATE TABLE ruleSet (
            profile TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE, version INTEGER NOT NULL,
            isEvaluated INTEGER NOT NULL, body BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        // The bits in `item.audience` of sets that have ended and are still to be cleared.
        "ALTER TABLE catalog ADD COLUMN endedRuleSets INTEGER NOT NULL DEFAULT 0",
        // The last change of rules that is known here, and the last one by which the titles are evaluated.
        "ALTER TABLE catalog ADD COLUMN ruleVersion INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE catalog ADD COLUMN ruleVersionEvaluated INTEGER NOT NULL DEFAULT 0",
        // Counts changes of the sets and of their members, by which caches are outdated.
        "ALTER TABLE catalog ADD COLUMN ruleRevision INTEGER NOT NULL DEFAULT 0",
        // The household's options for kids without rules.
        "ALTER TABLE catalog ADD COLUMN kidsSeeUnrated INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE catalog ADD COLUMN kidsSeeUnratedChannels INTEGER NOT NULL DEFAULT 1",
    ]
}
