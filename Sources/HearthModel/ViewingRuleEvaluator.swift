internal import TextFolding

/// What rules need to know of a title.
package struct RuleFacts: Sendable {
    package var audience: Audience
    package var kind: ContentKind
    /// Its id, and that of an episode's series.
    package var ids: [ContentID]
    /// Its title, and that of an episode's series.
    package var titles: [String]
    package var groups: [String]
    /// By TMDB's names; of an episode also its series'.
    package var genres: [String]
    /// The names of the sources that have it.
    package var sources: [String]
    /// Its certificates, each with the system or country where that is known.
    package var certificates: [(text: String, system: String)]

    /// Makes the facts of a title.
    package init(_ audience: Audience, kind: ContentKind, ids: [ContentID], titles: [String]) {
        (self.audience, self.kind, self.ids, self.titles) = (audience, kind, ids, titles)
        (groups, genres, sources, certificates) = ([], [], [], [])
    }
}

/// Why a title is shown to a kids profile with rules, or hidden from it.
package enum RuleDecision: Hashable, Sendable {
    /// The rule of that number, counted from 1, decided.
    case rule(Int, isAllowed: Bool)
    /// No rule fits.
    case otherwise(isAllowed: Bool)
    /// It is marked adult.
    case adult
    /// It is rated R or NC-17.
    case rating

    /// Whether the title is shown.
    package var isAllowed: Bool {
        switch self {
        case .rule(_, let isAllowed), .otherwise(let isAllowed): isAllowed
        case .adult, .rating: false
        }
    }
}

/// Decides by a rule set, prepared for many titles.
package struct ViewingRuleEvaluator: Sendable {
    /// The set.
    package let ruleSet: ViewingRuleSet
    private let rules: [PreparedRule]
    /// Whether any rule is about sources, which are the dearest to find.
    package var needsSources: Bool { rules.contains { $0.source != nil } }
    /// Whether any rule is about certificates.
    package var needsCertificates: Bool { rules.contains { $0.certificate != nil || $0.system != nil } }
    /// Whether any rule is about words in titles.
    package var needsTitles: Bool { rules.contains { $0.words != nil } }

    /// Prepares a set.
    package init(_ ruleSet: ViewingRuleSet) {
        self.ruleSet = ruleSet
        rules = ruleSet.rules.rules.map(PreparedRule.init)
    }

    /// Decides about a title: the first rule that fits, else the default.
    package func decision(_ title: FoldedFacts) -> RuleDecision {
        let facts = title.facts
        if facts.audience.isAdult { return .adult }
        guard facts.audience.isForRules else { return .rating }
        for (index, rule) in rules.enumerated() where rule.fits(title) {
            // A rule of a newer version blocks.
            return .rule(index + 1, isAllowed: rule.isAllowing)
        }
        return .otherwise(isAllowed: defaultAllows(facts))
    }

    /// Whether a title outside of the library is shown: only where the rules can judge it, by its rating, genre, kind and title.
    ///
    /// Of such a title it is not known in which group, source and rating system it would be, nor whether it is one that a rule
    /// names. So a rule about these lets none through, and one that blocks by them blocks whatever its other conditions fit.
    /// A title without a rating needs a rule that lets it through: the default is about titles that sources list.
    package func allowsOutside(_ facts: RuleFacts) -> Bool {
        guard facts.audience.isForRules else { return false }
        var folding = RuleFolding()
        let title = folding.fold(facts)
        for rule in rules where rule.fitsKnown(title) {
            if !rule.isOfLibrary { return rule.isAllowing }
            if !rule.isAllowing { return false }
        }
        return facts.audience.rating != .unrated && defaultAllows(facts)
    }

    private func defaultAllows(_ facts: RuleFacts) -> Bool {
        let isUnrated = facts.audience.rating == .unrated
        return switch ruleSet.rules.otherwise {
        case .allowRated: !isUnrated
        case .allowUnrated: !isUnrated || (facts.kind == .channel ? allowsUnratedChannels : ruleSet.allowsUnrated)
        default: false
        }
    }

    /// As ``ViewingPolicy/allows(rating:isAdult:kind:)``: channels are unrated titles, too.
    private var allowsUnratedChannels: Bool { ruleSet.allowsUnrated && ruleSet.allowsUnratedChannels }

    /// The same for facts that are used once.
    package func decision(_ facts: RuleFacts) -> RuleDecision {
        var folding = RuleFolding()
        return decision(folding.fold(facts))
    }
}

/// A rule with folded texts.
private struct PreparedRule: Sendable {
    let isAllowing: Bool
    let group: [UInt8]?
    let genre: [UInt8]?
    let title: ContentID?
    let words: [UInt8]?
    let source: [UInt8]?
    let rating: ContentRating?
    let certificate: [UInt8]?
    let system: [UInt8]?
    let kind: ContentKind?
    /// Whether it decides about programmes alone.
    let isOfProgrammes: Bool

    init(_ rule: ViewingRule) {
        isOfProgrammes = rule.category != nil
        isAllowing = rule.action == .allow
        group = rule.group.map(RuleFolding.words)
        genre = rule.genre.map(RuleFolding.words)
        title = rule.title
        words = rule.words.map(RuleFolding.words)
        source = rule.source.map(RuleFolding.words)
        rating = rule.rating
        certificate = rule.certificate.map { FoldedText($0).compact }
        system = rule.system.map(RuleFolding.system)
        kind = rule.kind
    }

    /// Whether a condition is about what titles have in the library alone.
    var isOfLibrary: Bool {
        title != nil || group != nil || source != nil || certificate != nil || system != nil
    }

    func fits(_ title: FoldedFacts) -> Bool {
        let facts = title.facts
        guard fitsKnown(title) else { return false }
        if let own = self.title, !facts.ids.contains(own) { return false }
        if let group, !title.groups.contains(where: { RuleFolding.has(group, in: $0) }) { return false }
        if let source, !title.sources.contains(source) { return false }
        if certificate != nil || system != nil { return hasCertificate(facts) }
        return true
    }

    /// Whether it fits a title by what is known of titles outside of the library, too.
    func fitsKnown(_ title: FoldedFacts) -> Bool {
        let facts = title.facts
        if isOfProgrammes { return false }
        if let rating, facts.audience.rating != rating { return false }
        if let kind, facts.kind != kind, !(kind == .series && facts.kind == .episode) { return false }
        if let genre, !title.genres.contains(genre) { return false }
        if let words, !title.titles.contains(where: { RuleFolding.has(words, in: $0) }) { return false }
        return true
    }

    private func hasCertificate(_ facts: RuleFacts) -> Bool {
        facts.certificates.contains { one in
            let (text, own) = (FoldedText(one.text).compact, RuleFolding.system(one.system))
            guard let system else { return text == certificate }
            if own == system { return certificate.map { $0 == text } ?? true }
            // "FSK 12", in one text.
            let names = RuleFolding.names(ofSystem: system)
            guard let certificate else { return names.contains { text.starts(with: $0) } }
            return names.contains { $0 + certificate == text }
        }
    }
}
