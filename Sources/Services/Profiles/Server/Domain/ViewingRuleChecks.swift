internal import CBOR
internal import HearthModel
internal import RPC

/// Validates viewing rules before they are stored.
enum ViewingRuleChecks {
    /// Checks all rules.
    ///
    /// - Throws: INVALID_ARGUMENT for the field `rules`, naming the rule by its number.
    static func check(_ rules: ViewingRules) throws {
        guard ViewingDefault.all.contains(rules.otherwise) else {
            let known = ViewingDefault.all.map(\.rawValue).joined(separator: ", ")
            throw RPCError.invalidArgument("rules.otherwise", "must be one of \(known).")
        }
        guard rules.rules.count <= ProfilesLimits.viewingRules else {
            throw RPCError.invalidArgument("rules", "must be at most \(ProfilesLimits.viewingRules) rules.")
        }
        for (index, rule) in rules.rules.enumerated() {
            if let problem = problem(of: rule) {
                throw RPCError.invalidArgument("rules", "rule \(index + 1): \(problem)")
            }
        }
        let bytes = try CBOREncoder().encode(rules).count
        guard bytes <= ProfilesLimits.viewingRulesBytes else {
            throw RPCError.invalidArgument(
                "rules", "must be at most \(ProfilesLimits.viewingRulesBytes) bytes in all; these are \(bytes).")
        }
    }

    private static func problem(of rule: ViewingRule) -> String? {
        if ![.allow, .block].contains(rule.action) { return "must allow or block." }
        if !rule.hasCondition {
            return "needs a group, genre, title, words, source, rating, certificate, kind or category."
        }
        let texts = [rule.group, rule.genre, rule.words, rule.source, rule.certificate, rule.system, rule.category]
        for text in texts.compactMap(\.self) {
            guard (1...ProfilesLimits.viewingRuleCharacters).contains(text.count),
                text.contains(where: { $0.isLetter || $0.isNumber })
            else {
                return "each text must have a letter or digit, and at most "
                    + "\(ProfilesLimits.viewingRuleCharacters) characters."
            }
        }
        var others = rule
        (others.category, others.words) = (nil, nil)
        if rule.category != nil, others.hasCondition {
            return "a rule about a programme's category has no other condition than words of its title."
        }
        if let title = rule.title, !title.isWellFormed || !title.isOfLibrary {
            return "the title must be an id of the library."
        }
        if let rating = rule.rating, ![.g, .pg, .pg13, .unrated].contains(rating) {
            return "the rating must be G, PG, PG-13 or Unrated: all others are hidden from kids whatever a rule says."
        }
        if let kind = rule.kind, ![.movie, .series, .episode, .channel].contains(kind) {
            return "the kind must be movie, series, episode or channel."
        }
        return nil
    }
}
