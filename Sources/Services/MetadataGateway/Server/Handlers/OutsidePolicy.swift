internal import GRDB
internal import HearthModel
internal import ServiceKit

/// What a caller may see of TMDB's titles: by its policy, or by the rules of its kids profile where these can judge them.
struct OutsidePolicy: Sendable {
    private let viewer: Viewer
    /// The rules of a profile whose policy is a rule set; nil also while they have not arrived.
    private let rules: ViewingRuleEvaluator?

    /// Reads the caller's rules.
    init(of viewer: Viewer, in shards: ShardDirectory) async throws {
        self.viewer = viewer
        guard let number = viewer.policy.ruleSet, let profile = viewer.profile else {
            rules = nil
            return
        }
        let set = try await shards.shard(for: viewer.household).read { try RuleSetTable.find(number, of: profile, $0) }
        rules = set.map { ViewingRuleEvaluator($0) }
    }

    /// Whether titles are filtered, so that their details are needed.
    var isRestricted: Bool { !viewer.policy.allowsEverything }

    /// A card as the caller may see it; nil when it may not. What rules let through has the bit of their set, by which the
    /// policy admits it (``Card/ruleSets``).
    func shown(_ card: Card) -> Card? {
        if viewer.service != nil { return card }
        guard let number = viewer.policy.ruleSet else { return viewer.policy.allows(card) ? card : nil }
        var facts = RuleFacts(Audience(of: card), kind: card.kind, ids: [], titles: [card.title])
        facts.genres = card.genres
        guard let rules, rules.allowsOutside(facts), let bits = RuleSetBits.column(of: number) else { return nil }
        var card = card
        card.ruleSets = RuleSetBits.sets(inColumn: bits)
        return card
    }
}
