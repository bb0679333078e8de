internal import CatalogAPI
internal import GRDB
internal import HearthModel
internal import RPC

/// Answers ``Catalog/ExplainPolicy``.
struct PolicyExplainer: Sendable {
    private let request: Catalog.ExplainPolicy
    private let title: TitleReader
    /// Seconds since 1970.
    private let now: Int64

    /// Validates the request.
    ///
    /// - Throws: `RPCError` INVALID_ARGUMENT when the id is malformed.
    init(_ request: Catalog.ExplainPolicy, policy: ViewingPolicy, now: Int64) throws {
        (self.request, self.now) = (request, now)
        title = try TitleReader(request.title, policy: policy, field: "title")
    }

    /// Decides as the profile's rules, or its policy, do.
    func run(_ db: Database) throws -> PolicyExplanation {
        let (scope, found) = try title.find(db)
        if let set = try RuleSetTable.find(request.profile, db) {
            return try explanation(found, by: set, scope, db)
        }
        let options = try HouseholdOptions.kidsSeeUnrated(db)
        let policy = request.policy ?? .kids(seesUnrated: options.titles, seesUnratedChannels: options.channels)
        let card = found.card
        guard policy.ruleSet == nil else {
            return PolicyExplanation(
                card: card, isAllowed: false, reason: .otherwise, text: "the profile's rules have not arrived yet",
                isApplied: false)
        }
        if card.isAdult, !policy.allowsAdult {
            return PolicyExplanation(
                card: card, isAllowed: false, reason: .adultMark, text: "it is marked adult", isApplied: true)
        }
        let isAllowed = policy.allows(card)
        let rating = card.rating == .unrated ? "it has no rating" : "it is rated \(card.rating)"
        return PolicyExplanation(
            card: card, isAllowed: isAllowed, reason: .rating,
            text: "\(rating), which the profile may \(isAllowed ? "" : "not ")see", isApplied: true)
    }

    private func explanation(
        _ found: CardReader.Found, by set: ViewingRuleSet, _ scope: ReadScope, _ db: Database
    ) throws -> PolicyExplanation {
        let statement = try db.cachedStatement(
            sql: "SELECT \(RuledTitle.columns) FROM item i CROSS JOIN itemText t ON t.row = i.row WHERE i.row = ?")
        guard let row = try Row.fetchOne(statement, arguments: [found.row]) else { throw TitleReader.notFound }
        var reader = try RuleFactsReader([set], db)
        guard let evaluator = reader.evaluators.first else { throw TitleReader.notFound }
        let decision = evaluator.decision(
            try reader.facts(of: RuledTitle(row), generation: scope.generation, db))
        var explanation = PolicyExplanation(
            card: found.card, isAllowed: decision.isAllowed, reason: decision.reason.code, rule: decision.reason.number,
            text: decision.reason.text(set.rules), isApplied: try RuleSetTable.isEvaluated(set.number, db))
        if found.card.kind == .channel {
            explanation.programme = try ProgrammeRuleReader(set, now: now)
                .explanation(of: found.card.id.rawValue, db, scope)
        }
        return explanation
    }
}
