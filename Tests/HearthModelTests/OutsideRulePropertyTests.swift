import HearthModel
import Testing

/// What rules let through of titles outside of the library, they would let through of the library, whatever it had of them.
struct OutsideRulePropertyTests {
    /// A generator whose numbers follow from its seed (SplitMix64).
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }

    private static let groups = ["Kids", "News", "Late"]
    private static let genres = ["Family", "Horror", "Drama"]
    private static let sources = ["one", "two"]
    private static let ids = ["mv_1", "mv_2"].map(ContentID.init(rawValue:))
    private static let ratings: [ContentRating] = [.g, .pg, .pg13, .unrated, .r, .nc17]

    private static func rule(using numbers: inout Numbers) -> ViewingRule {
        var rule = ViewingRule(Bool.random(using: &numbers) ? .allow : .block)
        for _ in 0..<Int.random(in: 1...2, using: &numbers) {
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0: rule.group = groups.randomElement(using: &numbers)
            case 1: rule.genre = genres.randomElement(using: &numbers)
            case 2: rule.title = ids.randomElement(using: &numbers)
            case 3: rule.words = ["red", "blue"].randomElement(using: &numbers)
            case 4: rule.source = sources.randomElement(using: &numbers)
            case 5: rule.rating = ratings.randomElement(using: &numbers)
            case 6: rule.certificate = "12"
            default: rule.kind = [ContentKind.movie, .series].randomElement(using: &numbers)
            }
        }
        return rule
    }

    private static func some(_ texts: [String], using numbers: inout Numbers) -> [String] {
        texts.filter { _ in Bool.random(using: &numbers) }
    }

    @Test(arguments: [UInt64.random(in: .min ... .max)])
    func `a title that is let through would be, in whatever group, source and rating system it were`(seed: UInt64) {
        var numbers = Numbers(state: seed)
        var (shown, hidden) = (0, 0)
        for _ in 0..<400 {
            let rules = (0..<Int.random(in: 0..<5, using: &numbers)).map { _ in Self.rule(using: &numbers) }
            let otherwise = ViewingDefault.all.randomElement(using: &numbers) ?? .blockAll
            let evaluator = ViewingRuleEvaluator(
                ViewingRuleSet(
                    profile: "p", number: 0, version: 1, rules: ViewingRules(rules, otherwise: otherwise),
                    allowsUnrated: Bool.random(using: &numbers), allowsUnratedChannels: true))
            let audience = Audience(
                rating: Self.ratings.randomElement(using: &numbers) ?? .g,
                isAdult: Int.random(in: 0..<6, using: &numbers) == 0)
            var facts = RuleFacts(
                audience, kind: [ContentKind.movie, .series].randomElement(using: &numbers) ?? .movie, ids: [],
                titles: [["Red Sky", "Blue Sky"].randomElement(using: &numbers) ?? ""])
            facts.genres = Self.some(Self.genres, using: &numbers)
            guard evaluator.allowsOutside(facts) else {
                hidden += 1
                continue
            }
            shown += 1
            for _ in 0..<8 {
                facts.groups = Self.some(Self.groups, using: &numbers)
                facts.sources = Self.some(Self.sources, using: &numbers)
                facts.ids = Self.ids.filter { _ in Bool.random(using: &numbers) }
                facts.certificates = Bool.random(using: &numbers) ? [("12", "FSK")] : []
                #expect(evaluator.decision(facts).isAllowed, "seed \(seed): \(rules.map(\.text)), \(facts)")
            }
        }
        #expect(shown > 10 && hidden > 10, "seed \(seed)")
    }
}
