import HearthModel
import Testing

/// The first rule that fits decides, and none can show what is not for kids at all.
struct ViewingRuleTests {
    private static let channel = ContentID(rawValue: "ch_1")

    private static func set(
        _ rules: [ViewingRule], otherwise: ViewingDefault = .blockAll, unrated: Bool = true, channels: Bool = true
    ) -> ViewingRuleEvaluator {
        ViewingRuleEvaluator(
            ViewingRuleSet(
                profile: "p", number: 0, version: 1, rules: ViewingRules(rules, otherwise: otherwise),
                allowsUnrated: unrated, allowsUnratedChannels: channels))
    }

    private static func facts(
        _ rating: ContentRating = .unrated, kind: ContentKind = .channel, groups: [String] = [], genres: [String] = [],
        titles: [String] = ["Sky Kids"], isAdult: Bool = false
    ) -> RuleFacts {
        var facts = RuleFacts(
            Audience(rating: rating, isAdult: isAdult), kind: kind, ids: [channel], titles: titles)
        (facts.groups, facts.genres) = (groups, genres)
        return facts
    }

    private static func rule(_ action: ViewingAction, _ change: (inout ViewingRule) -> Void) -> ViewingRule {
        var rule = ViewingRule(action)
        change(&rule)
        return rule
    }

    @Test func `the first rule that fits decides, then the default`() {
        let rules = [
            ViewingRule(.block, group: "Anime"), ViewingRule(.allow, group: "kids"),
            ViewingRule(.block, genre: "Drama"),
        ]
        func decision(_ groups: [String], _ genres: [String] = []) -> RuleDecision {
            Self.set(rules, otherwise: .allowUnrated).decision(Self.facts(groups: groups, genres: genres))
        }
        #expect(decision(["UK | KIDS & Family"]) == .rule(2, isAllowed: true))
        // By its attributes, and not by their order.
        #expect(decision(["Kids", "Anime"]) == .rule(1, isAllowed: false))
        #expect(decision(["Kids"], ["Drama"]) == .rule(2, isAllowed: true))
        #expect(decision([], ["Drama"]) == .rule(3, isAllowed: false))
        #expect(decision(["Kidsy"]) == .otherwise(isAllowed: true))
        let reversed = Self.set(Array(rules.reversed()), otherwise: .allowUnrated)
        #expect(reversed.decision(Self.facts(groups: ["Kids"], genres: ["Drama"])) == .rule(1, isAllowed: false))
    }

    @Test func `no rule shows what is marked adult, or rated R or NC-17`() {
        let all = Self.set(
            [ViewingRule(.allow, group: "Kids"), Self.rule(.allow) { $0.title = Self.channel }],
            otherwise: .allowUnrated)
        #expect(all.decision(Self.facts(groups: ["Kids"], isAdult: true)) == .adult)
        #expect(all.decision(Self.facts(.g, groups: ["Kids"], isAdult: true)) == .adult)
        for rating in [ContentRating.r, .nc17] {
            #expect(all.decision(Self.facts(rating, groups: ["Kids"])) == .rating)
        }
        for rating in [ContentRating.g, .pg, .pg13, .unrated, ContentRating(rawValue: "PEGI 3")] {
            #expect(all.decision(Self.facts(rating, groups: ["Kids"])) == .rule(1, isAllowed: true))
        }
    }

    @Test func `the defaults: what is rated, as the household has it, or nothing`() {
        func allowed(_ otherwise: ViewingDefault, _ rating: ContentRating, _ kind: ContentKind, _ unrated: Bool) -> Bool
        {
            Self.set([], otherwise: otherwise, unrated: unrated, channels: false)
                .decision(Self.facts(rating, kind: kind)).isAllowed
        }
        for kind in [ContentKind.movie, .channel] {
            #expect(allowed(.allowRated, .pg13, kind, true) && !allowed(.allowRated, .unrated, kind, true))
            #expect(!allowed(.blockAll, .g, kind, true))
            // Of a later version.
            #expect(!allowed(ViewingDefault(rawValue: "allowAll"), .g, kind, true))
            // As without rules.
            for unrated in [true, false] {
                let policy = ViewingPolicy.kids(seesUnrated: unrated, seesUnratedChannels: false)
                for rating in ContentRating.all {
                    #expect(
                        allowed(.allowUnrated, rating, kind, unrated)
                            == policy.allows(rating: rating, isAdult: false, kind: kind), "\(kind) \(rating)")
                }
            }
        }
        #expect(
            !Self.set([ViewingRule(ViewingAction(rawValue: "shade"), group: "a")]).decision(Self.facts(.g)).isAllowed)
    }

    @Test func `all conditions of a rule must be met; words are whole words in their order`() {
        func fits(_ change: (inout ViewingRule) -> Void, _ facts: RuleFacts = Self.facts()) -> Bool {
            Self.set([Self.rule(.allow, change)]).decision(facts).isAllowed
        }
        #expect(fits { $0.words = "SKY kids" } && fits { $0.words = "kids" })
        #expect(!fits { $0.words = "kids sky" } && !fits { $0.words = "kid" })
        #expect(fits { ($0.words, $0.kind) = ("kids", .channel) } && !fits { ($0.words, $0.kind) = ("kids", .movie) })
        #expect(fits { $0.title = Self.channel } && !fits { $0.title = ContentID(rawValue: "ch_2") })
        let episode = Self.facts(kind: .episode, titles: ["Pilot", "Peppa Pig"])
        #expect(fits({ $0.kind = .series }, episode) && fits({ $0.words = "peppa" }, episode))
        var listed = Self.facts()
        listed.sources = ["My List"]
        #expect(fits({ $0.source = "my list" }, listed) && !fits({ $0.source = "list" }, listed))
    }

    @Test(
        arguments: [
            ("12", "FSK", "12", "DE", true), ("12", "FSK", "FSK 12", "", true), ("12", "FSK", "12", "FR", false),
            ("12", nil, "12", "FR", true), (nil, "BBFC", "U", "GB", true), (nil, "GB", "U", "BBFC", true),
            (nil, "BBFC", "U", "US", false), ("TV-Y7", nil, "TV-Y7", "", true), ("12", "FSK", "FSK 16", "", false),
        ] as [(String?, String?, String, String, Bool)])
    func `a certificate is of its system, by its name or its country`(
        certificate: String?, system: String?, text: String, own: String, isFit: Bool
    ) {
        var facts = Self.facts()
        facts.certificates = [(text, own)]
        let rule = Self.rule(.allow) { ($0.certificate, $0.system) = (certificate, system) }
        #expect(Self.set([rule]).decision(facts).isAllowed == isFit)
    }

    @Test func `a policy with a rule set admits its members alone, by column and by card`() {
        let policy = ViewingPolicy.kids(ruleSet: 47)
        var card = Card(id: ContentID(rawValue: "mv_1"), kind: .movie, title: "A", rating: .pg)
        #expect(!policy.allows(card) && card.audienceColumn & policy.audienceMask.titles == 0)
        card.ruleSets = 1 << 47 | 1
        #expect(policy.allows(card) && card.audienceColumn & policy.audienceMask.titles != 0)
        #expect(Audience(bit: card.audienceColumn) == Audience(of: card) && card.audienceColumn > 0)
        #expect(!ViewingPolicy.kids(ruleSet: 46).allows(card))
        #expect(card.leaving(ruleSets: 1 << 47).ruleSets == 1 && card.leaving(ruleSets: -1).ruleSets == nil)
        // Whatever a card says of sets.
        for (rating, isAdult) in [(ContentRating.r, false), (.nc17, false), (.g, true)] {
            (card.rating, card.isAdult) = (rating, isAdult)
            #expect(!policy.allows(card) && card.audienceColumn & policy.audienceMask.titles == 0)
        }
        for number in [Int32(-1), 48, .max, .min] {
            (card.rating, card.isAdult, card.ruleSets) = (.g, false, -1)
            #expect(!ViewingPolicy.kids(ruleSet: number).allows(card))
            #expect(ViewingPolicy.kids(ruleSet: number).audienceMask.titles == 0)
        }
        // A service that knows no rules shows nothing.
        var former = policy
        former.ruleSet = nil
        #expect(former.audienceMask == AudienceMask(titles: 0, live: 0))
        #expect(!policy.allowsEverything && policy.audienceMask.live & Audience.mask == 0)
        #expect(policy.audienceMask.programmes == ViewingPolicy.kids(seesUnrated: true).audienceMask.live)
    }

    @Test func `the children's preset shows children's groups, genres and ratings, and nothing else`() throws {
        let preset = try #require(ViewingPreset.named("Children"))
        let rules = ViewingRuleEvaluator(
            ViewingRuleSet(
                profile: "p", number: 0, version: 1, rules: preset.rules, allowsUnrated: true,
                allowsUnratedChannels: true))
        func isShown(_ facts: RuleFacts) -> Bool { rules.decision(facts).isAllowed }
        for group in ["Kids", "UK | KIDS", "Kinder", "Für Kinder", "Jeunesse", "Niños", "Дети", "Kids & Family"] {
            #expect(isShown(Self.facts(groups: [group])), "\(group)")
        }
        for group in ["News", "Anime", "Movies", "Kidsploitation", ""] {
            #expect(!isShown(Self.facts(groups: [group])), "\(group)")
        }
        #expect(isShown(Self.facts(.g)) && !isShown(Self.facts(.pg13)) && isShown(Self.facts(genres: ["Family"])))
        #expect(isShown(Self.facts(.pg, genres: ["Crime", "Animation"])))
        #expect(!isShown(Self.facts(groups: ["Kids"], genres: ["Horror"])))
        #expect(!isShown(Self.facts(.pg, genres: ["Horror"])))
        for preset in ViewingPreset.all { #expect(preset.rules.rules.count <= ViewingRules.maximumRules) }
    }
}
