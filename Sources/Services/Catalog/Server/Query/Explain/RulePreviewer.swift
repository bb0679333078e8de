internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC

/// Answers ``Catalog/PreviewViewingRules``: decides about every title, and counts.
struct RulePreviewer: Sendable {
    private let rules: ViewingRules
    private let policy: ViewingPolicy
    /// Seconds since 1970.
    private let now: Int64

    /// What one reason decides.
    private struct Tally {
        var (shown, hidden) = (TitleCounts(), TitleCounts())
        var examples: [Int64] = []
    }

    /// Validates the rules.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT with the field's name.
    init(_ request: Catalog.PreviewViewingRules, policy: ViewingPolicy, now: Int64) throws {
        guard request.rules.rules.count <= ViewingRules.maximumRules else {
            throw RPCError.invalidArgument("rules", "must be at most \(ViewingRules.maximumRules) rules")
        }
        (rules, self.policy, self.now) = (request.rules, policy, now)
    }

    /// Counts the titles that the caller may see.
    func run(_ db: Database) throws -> RulePreview {
        let scope = try ReadScope(db, policy: policy)
        let (unrated, channels) = try HouseholdOptions.kidsSeeUnrated(db)
        let set = ViewingRuleSet(
            profile: "", number: 0, version: 0, rules: rules, allowsUnrated: unrated, allowsUnratedChannels: channels)
        var reader = try RuleFactsReader([set], db)
        guard let evaluator = reader.evaluators.first else { throw RPCError(.internal, "No rules.", executed: .yes) }
        var tallies: [RuleReason: Tally] = [:]
        let titles = try Row.fetchCursor(
            db.cachedStatement(sql: Self.sql), arguments: StatementArguments(scope.arguments))
        while let row = try titles.next() {
            let title = RuledTitle(row)
            let decision = evaluator.decision(try reader.facts(of: title, generation: scope.generation, db))
            var tally = tallies[decision.reason] ?? Tally()
            if decision.isAllowed { tally.shown.count(title.kind) } else { tally.hidden.count(title.kind) }
            if tally.examples.count < Catalog.PreviewViewingRules.examples { tally.examples.append(row[0]) }
            tallies[decision.reason] = tally
        }
        var preview = try preview(tallies, db, scope)
        if let programmes = try ProgrammeRuleReader(set, now: now).tally(db, scope) {
            Self.add(programmes, to: &preview)
        }
        return preview
    }

    private static func add(_ programmes: ProgrammeRuleReader.Tally, to preview: inout RulePreview) {
        preview.shown.programmes = programmes.counts.values.reduce(0) { $0 + $1.shown }
        preview.hidden.programmes = programmes.counts.values.reduce(0) { $0 + $1.hidden }
        for index in preview.parts.indices {
            guard let rule = preview.parts[index].rule.map({ Int($0) }), let count = programmes.counts[rule] else {
                continue
            }
            (preview.parts[index].shown.programmes, preview.parts[index].hidden.programmes) = (
                count.shown, count.hidden
            )
            preview.parts[index].programmes = programmes.examples[rule]
        }
    }

    private func preview(
        _ tallies: [RuleReason: Tally], _ db: Database, _ scope: ReadScope
    ) throws -> RulePreview {
        var preview = RulePreview(shown: TitleCounts(), hidden: TitleCounts(), parts: [])
        let reasons = (1...max(1, rules.rules.count)).prefix(rules.rules.count).map { RuleReason.rule($0) }
        for reason in reasons + [.otherwise, .rating, .adult] {
            let tally = tallies[reason] ?? Tally()
            preview.shown.add(tally.shown)
            preview.hidden.add(tally.hidden)
            let examples = try tally.examples.compactMap { row in
                try Row.fetchOne(
                    db.cachedStatement(sql: SearchPage.sql), arguments: ["row": row, "generation": scope.generation]
                ).map { CardReader.found($0, in: scope).card }
            }
            preview.parts.append(
                RulePreviewPart(
                    reason: reason.code, rule: reason.number, text: reason.text(rules), shown: tally.shown,
                    hidden: tally.hidden, examples: examples))
        }
        return preview
    }

    /// The films, series and channels of the snapshot, also for the tests of its plan.
    static let sql = """
        SELECT \(RuledTitle.columns) FROM item i CROSS JOIN itemText t ON t.row = i.row
        WHERE i.kind <> \(KindBit.episode) AND \(ReadScope.sees("i")) ORDER BY i.row
        """
}

/// A decision's reason, whatever it decides.
enum RuleReason: Hashable, Sendable {
    case rule(Int)
    case otherwise, rating, adult

    var code: PolicyReason {
        switch self {
        case .rule: .rule
        case .otherwise: .otherwise
        case .rating: .rating
        case .adult: .adultMark
        }
    }

    /// The rule's number.
    var number: Int32? { if case .rule(let number) = self { Int32(number) } else { nil } }

    /// The reason in words.
    func text(_ rules: ViewingRules) -> String {
        switch self {
        case .rule(let number):
            rules.rules.indices.contains(number - 1) ? rules.rules[number - 1].text : "rule \(number)"
        case .otherwise: "no rule fits; the default is \(rules.otherwise)"
        case .rating: "it is rated R or NC-17, which kids never see"
        case .adult: "it is marked adult, which kids never see"
        }
    }
}

extension RuleDecision {
    /// Its reason.
    var reason: RuleReason {
        switch self {
        case .rule(let number, _): .rule(number)
        case .otherwise: .otherwise
        case .adult: .adult
        case .rating: .rating
        }
    }
}

extension TitleCounts {
    fileprivate mutating func count(_ kind: Int64) {
        switch kind {
        case KindBit.movie: movies += 1
        case KindBit.series: series += 1
        default: channels += 1
        }
    }

    fileprivate mutating func add(_ other: TitleCounts) {
        movies += other.movies
        series += other.series
        channels += other.channels
    }
}
