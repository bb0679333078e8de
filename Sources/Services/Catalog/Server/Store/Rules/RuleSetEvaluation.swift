internal import GRDB
internal import HearthModel
internal import ServiceKit

/// Evaluates rule sets for all titles, and clears the members of those that have ended: one write, with the event for
/// followers.
enum RuleSetEvaluation {
    /// Does what is pending.
    ///
    /// Members are written in place, in published rows and in staged ones: no policy reads the bit of a set before its
    /// rules, and with them its number, are in force.
    static func run(in shard: Shard, _ db: Database) throws {
        guard try RuleSetTable.isPending(db) else { return }
        let sets = try RuleSetTable.all(pending: true, db)
        let numbers = RuleSetBits.column(of: sets.map(\.number))
        let cleared = try RuleSetTable.ended(db) | numbers
        let generation = try ReadScope(db, policy: .everything).generation
        if cleared != 0 {
            try write(members(RuleFactsReader(sets, db), clearing: cleared, generation, db), db)
            try ProgrammeRules.evaluate(sets, clearing: cleared, db)
            try recount(generation, db)
        }
        let version = try RuleSetTable.noteEvaluated(db)
        let last = try Int64.fetchOne(db, sql: "SELECT max(row) FROM item") ?? 0
        var entry = PublicationEntry(generation: generation, rowsAfter: 0, rowsThrough: last)
        entry.rules = PublicationEntry.Rules(cleared: cleared, evaluated: numbers, version: version)
        try shard.outbox.append(entry, db)
    }

    /// A row and its new column.
    private typealias Change = (row: Int64, audience: Int64)

    private static func members(
        _ reader: RuleFactsReader, clearing cleared: Int64, _ published: Int64, _ db: Database
    ) throws -> [Change] {
        var (reader, changes) = (reader, [Change]())
        var titles = try PositionalStatement(db, sql)
        titles.bind(published)
        while try titles.step() {
            let audience: Int64 = titles[3]
            let title = RuledTitle(
                id: titles[5], kind: titles[2], audience: Audience(bit: audience), genres: titles[4],
                series: titles[6], title: titles[7], seriesTitle: titles[8],
                groups: RuledTitle.groups(titles[9]), certification: titles[10])
            let members = try reader.members(of: title, generation: max(published, titles[1]), db)
            let now = audience & ~cleared | members
            if now != audience { changes.append((titles[0], now)) }
        }
        return changes
    }

    /// The published titles and the staged ones, also for the tests of its plan.
    static let sql = """
        SELECT \(RuledTitle.columns) FROM item i CROSS JOIN itemText t ON t.row = i.row
        WHERE i.died > ? ORDER BY i.row
        """

    private static func write(_ changes: [Change], _ db: Database) throws {
        for change in changes {
            var update = try PositionalStatement(db, "UPDATE item SET audience = ? WHERE row = ?")
            update.bind(change.audience)
            update.bind(change.row)
            try update.run()
        }
    }

    /// The sources' numbers of titles by audience.
    private static func recount(_ generation: Int64, _ db: Database) throws {
        let sources = try Int64.fetchAll(db, sql: "SELECT DISTINCT source FROM tally")
        let tallies = try sources.flatMap { try SourceStore.tally($0, generation: generation, db) }
        try SourceStore.replaceTitleCounts(of: sources, tallies, db)
    }

    /// Evaluates again what a publication may have outdated, in its write: rules that changed while its titles were
    /// computed, and titles that rules name by an id that it has replaced.
    ///
    /// - Parameter revision: that of the rules at the publication's first title; nil without titles.
    static func follow(publication generation: Int64, since revision: Int64?, in shard: Shard, _ db: Database) throws {
        let sets = try RuleSetTable.all(db)
        guard !sets.isEmpty else { return }
        let named = Set(sets.flatMap { $0.rules.rules.compactMap { $0.title?.rawValue } })
        let hasChanged = try revision.map { try $0 != RuleSetTable.revision(db) } ?? false
        let isRenamed = try !named.isEmpty && AliasTable.isAny(in: generation, db)
        guard hasChanged || isRenamed else { return }
        try RuleSetTable.reset(db)
        try run(in: shard, db)
    }
}
