internal import GRDB

/// Finds programmes of a channel that a viewer may not see.
enum RestrictedProgrammes {
    /// Whether any programme of a channel in a time range is outside the read scope, by the guide's rating.
    ///
    /// Guides overlap: a long programme runs on during and after a short one within it. So every programme counts, and
    /// not only the one that started last. Of several with the same start the last one counts, as everywhere.
    ///
    /// - Parameters:
    ///   - from: the start of the range, in seconds since 1970.
    ///   - until: the exclusive end of the range.
    static func isAny(
        on item: String, from: Int64, until: Int64, _ db: Database, _ scope: ReadScope
    ) throws -> Bool {
        let statement = try db.cachedStatement(sql: sql)
        let arguments = scope.arguments.merging([
            "item": item, "from": from, "until": until, "earliest": from - ProgrammeReader.longestSeconds,
        ]) { $1 }.filter { $0.key != "audience" }
        return try Bool.fetchOne(statement, arguments: StatementArguments(arguments)) ?? false
    }

    /// The statement, also for the tests of its plan.
    static let sql = """
        SELECT EXISTS (SELECT 1 FROM guideMatch m CROSS JOIN programme p
            WHERE m.item = :item AND \(ReadScope.holds("m")) AND p.channel = m.channel
            AND p.start >= :earliest - m.shift AND p.start < :until - m.shift AND p.stop > :from - m.shift
            AND \(ReadScope.holds("p")) AND NOT \(ReadScope.programmeAudienceCondition("p"))
            AND NOT \(ProgrammeReader.isReplaced("p")))
        """
}
