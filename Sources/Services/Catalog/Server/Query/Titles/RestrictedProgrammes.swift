internal import GRDB

/// What the guide says of a channel that a viewer may not see.
enum RestrictedProgrammes {
    /// Whether anything of a channel in a range of time is not for the lens, by the guide's rating.
    ///
    /// Guides overlap: while a short programme stands within a long one, and after it, the long one goes on. So every programme
    /// counts, and not the one that began last. Of several that begin together the last one counts, as everywhere.
    ///
    /// - Parameters:
    ///   - from: where the range begins, in seconds since 1970.
    ///   - until: where it ends, which is not in it.
    static func isAny(
        on item: String, from: Int64, until: Int64, _ db: Database, _ lens: ReadScope
    ) throws -> Bool {
        let statement = try db.cachedStatement(sql: sql)
        let arguments = lens.arguments.merging([
            "item": item, "from": from, "until": until, "earliest": from - ProgrammeReader.longestSeconds,
        ]) { $1 }.filter { $0.key != "audience" }
        return try Bool.fetchOne(statement, arguments: StatementArguments(arguments)) ?? false
    }

    /// The statement, also for the tests of its plan.
    static let sql = """
        SELECT EXISTS (SELECT 1 FROM guideMatch m CROSS JOIN programme p
            WHERE m.item = :item AND \(ReadScope.holds("m")) AND p.channel = m.channel
            AND p.start >= :earliest - m.shift AND p.start < :until - m.shift AND p.stop > :from - m.shift
            AND \(ReadScope.holds("p")) AND NOT \(ReadScope.liveAudienceCondition("p"))
            AND NOT \(ProgrammeReader.isReplaced("p")))
        """
}
