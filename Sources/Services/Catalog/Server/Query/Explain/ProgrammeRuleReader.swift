internal import CatalogAPI
internal import GRDB
internal import HearthModel

/// Tells what rules about programmes decide, for previews and explanations.
struct ProgrammeRuleReader: Sendable {
    private let rules: ViewingRules
    private let judge: ProgrammeRuleJudge
    /// Seconds since 1970.
    private let now: Int64

    init(_ set: ViewingRuleSet, now: Int64) {
        (rules, judge, self.now) = (set.rules, ProgrammeRuleJudge([set]), now)
    }

    /// What was decided about programmes: in all, and by each rule about them.
    struct Tally: Sendable {
        /// Programmes shown and hidden, by the number of the rule; 0 for those that no rule fits.
        var counts: [Int: (shown: Int64, hidden: Int64)] = [:]
        var examples: [Int: [String]] = [:]
    }

    /// Counts the programmes that are not over; nil when no rule is about programmes.
    func tally(_ db: Database, _ scope: ReadScope) throws -> Tally? {
        guard !judge.isEmpty else { return nil }
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: Self.sql),
            arguments: ["generation": scope.generation, "programmes": scope.audience.programmes, "now": now])
        var tally = Tally()
        while let row = try rows.next() {
            let facts = ProgrammeRules.facts(row, from: 1)
            let decision = judge.decision(facts)
            let isShown = Audience(bit: row[0]).isForRules && decision?.isAllowed != false
            let rule = decision?.rule ?? 0
            let count = tally.counts[rule] ?? (0, 0)
            tally.counts[rule] = (count.shown + (isShown ? 1 : 0), count.hidden + (isShown ? 0 : 1))
            if decision != nil {
                let known = tally.examples[rule] ?? []
                if known.count < Catalog.PreviewViewingRules.examples, !known.contains(facts.title) {
                    tally.examples[rule] = known + [facts.title]
                }
            }
        }
        return tally
    }

    /// The programmes of the snapshot that are not over, also for the tests of its plan.
    static let sql = """
        SELECT \(ProgrammeRules.columns) FROM programme p
        WHERE p.stop > :now AND \(ReadScope.visibleProgrammeCondition("p"))
        """

    /// What decides about the programme that is on a channel now; nil without one.
    func explanation(of channel: String, _ db: Database, _ scope: ReadScope) throws -> ProgrammeExplanation? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(ProgrammeRules.columns) FROM guideMatch m CROSS JOIN programme p
                WHERE m.item = :item AND \(ReadScope.holds("m")) AND p.channel = m.channel
                AND \(ProgrammeReader.isOn("p", at: ":now - m.shift")) AND \(ReadScope.programmeAudienceCondition("p"))
                ORDER BY p.start DESC LIMIT 1
                """)
        let row = try Row.fetchOne(
            statement,
            arguments: [
                "item": channel, "now": now, "generation": scope.generation, "programmes": scope.audience.programmes,
            ])
        guard let row else { return nil }
        let (audience, facts) = (Audience(bit: row[0]), ProgrammeRules.facts(row, from: 1))
        guard audience.isForRules else {
            let reason: RuleReason = audience.isAdult ? .adult : .rating
            return ProgrammeExplanation(title: facts.title, isAllowed: false, text: reason.text(rules))
        }
        guard let decision = judge.decision(facts) else {
            return ProgrammeExplanation(title: facts.title, isAllowed: true, text: "no rule about programmes fits")
        }
        return ProgrammeExplanation(
            title: facts.title, isAllowed: decision.isAllowed, rule: Int32(decision.rule),
            text: RuleReason.rule(decision.rule).text(rules))
    }
}
