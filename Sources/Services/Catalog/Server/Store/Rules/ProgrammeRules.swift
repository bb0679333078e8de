internal import CatalogRecognition
internal import GRDB
internal import HearthModel

/// The rules of kids profiles about a programme's category, as they are prepared for many programmes.
///
/// A programme's column has the bits of the sets that let it through, as an item's (``RuleSetBits``), of those sets alone that
/// have such a rule; readers ask for the bit only then (``ReadScope``). The first such rule that fits
/// decides; where none does, the programme is shown as far as its rating allows.
struct ProgrammeRuleJudge: Sendable {
    /// A rule about programmes.
    private struct Rule: Sendable {
        /// The rule's number in its list, from 1.
        let number: Int
        let isAllowing: Bool
        /// The genres that its category is, as ``GenreBits``; 0 for a category that is none.
        let genres: Int64
        /// Folded.
        let category: [UInt8]
        let words: [UInt8]?
    }

    private let sets: [(bit: Int64, rules: [Rule])]
    /// Whether any set has a rule about programmes.
    var isEmpty: Bool { sets.isEmpty }

    /// What decides about a programme.
    struct Facts: Sendable, Hashable {
        var genres: Int64
        var title: String
        /// As ``ProgrammeDetails`` are stored.
        var details: String?
    }

    /// The bits by what a guide repeats.
    private var known: [Facts: Int64] = [:]
    private static let maximumKnown = 16_384

    init(_ sets: [ViewingRuleSet]) {
        self.sets = sets.filter(\.rules.rulesProgrammes).compactMap { set in
            let rules = set.rules.rules.enumerated().compactMap { index, rule -> Rule? in
                guard let category = rule.category else { return nil }
                return Rule(
                    number: index + 1, isAllowing: rule.action == .allow,
                    genres: GenreBits.mask(GenreMapper.genres(in: category)), category: RuleFolding.words(category),
                    words: rule.words.map(RuleFolding.words))
            }
            return RuleSetBits.column(of: set.number).map { ($0, rules) }
        }
    }

    /// The bits of the sets that let a programme through.
    mutating func members(_ audience: Audience, _ facts: Facts) -> Int64 {
        guard !sets.isEmpty, audience.isForRules else { return 0 }
        if let bits = known[facts] { return bits }
        let bits = sets.reduce(0) { bits, set in
            Self.decision(by: set.rules, facts)?.isAllowed ?? true ? bits | set.bit : bits
        }
        if known.count >= Self.maximumKnown { known.removeAll(keepingCapacity: true) }
        known[facts] = bits
        return bits
    }

    /// The rule of the first set that decides about a programme; nil when none fits.
    func decision(_ facts: Facts) -> (rule: Int, isAllowed: Bool)? {
        sets.first.flatMap { Self.decision(by: $0.rules, facts) }
    }

    private static func decision(by rules: [Rule], _ facts: Facts) -> (rule: Int, isAllowed: Bool)? {
        let others = facts.details.map { ProgrammeDetails(text: $0).categories.map(RuleFolding.words) } ?? []
        let title = RuleFolding.words(facts.title)
        let rule = rules.first { rule in
            let isCategory =
                rule.genres != 0 && facts.genres & rule.genres == rule.genres
                || others.contains { RuleFolding.has(rule.category, in: $0) }
            return isCategory && (rule.words.map { RuleFolding.has($0, in: title) } ?? true)
        }
        return rule.map { ($0.number, $0.isAllowing) }
    }
}

/// Evaluates such rules for the stored programmes.
enum ProgrammeRules {
    /// The columns of `programme p` that ``facts(_:from:)`` reads.
    static let columns = """
        p.audience, p.genres, p.title, iif(p.marks & \(ProgrammeFlags.hasDetails.rawValue),
            (SELECT g.details FROM guideTitle g WHERE g.id = p.titleID), NULL)
        """

    /// Writes the members of some sets, in place, in published rows, in staged ones, and in those that an undo brings back.
    ///
    /// - Parameter cleared: the bits that are removed first.
    static func evaluate(_ sets: [ViewingRuleSet], clearing cleared: Int64, _ db: Database) throws {
        var judge = ProgrammeRuleJudge(sets)
        // Without such a rule there is nothing to write but what former ones have left.
        let condition = judge.isEmpty ? "WHERE p.audience & ? <> 0" : "WHERE ? IS NOT NULL"
        var changes: [(row: Int64, audience: Int64)] = []
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT p.row, \(columns) FROM programme p \(condition)"), arguments: [cleared])
        while let row = try rows.next() {
            let audience: Int64 = row[1]
            let now = audience & ~cleared | judge.members(Audience(bit: audience), facts(row, from: 2))
            if now != audience { changes.append((row[0], now)) }
        }
        for change in changes {
            var update = try PositionalStatement(db, "UPDATE programme SET audience = ? WHERE row = ?")
            update.bind(change.audience)
            update.bind(change.row)
            try update.run()
        }
    }

    /// What rules decide by, from the columns behind the audience.
    static func facts(_ row: Row, from index: Int) -> ProgrammeRuleJudge.Facts {
        ProgrammeRuleJudge.Facts(genres: row[index], title: row[index + 1], details: row[index + 2])
    }
}
