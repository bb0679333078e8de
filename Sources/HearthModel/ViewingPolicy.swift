/// What a profile may see. Decided once, by profiles; it travels in the token, and every service applies it in its own
/// queries: results, totals, facets, guide, suggestions.
public struct ViewingPolicy: Codable, Sendable, Hashable {
    /// The admitted ratings, ``ContentRating/unrated`` among them or not. Without effect where ``ruleSet`` is present.
    public var ratings: [ContentRating]
    /// Whether titles that are marked adult are admitted, whatever their rating.
    public var allowsAdult: Bool
    /// `false` when channels and live programmes without a rating are not admitted, even where other unrated titles
    /// are. Absent (as in tokens of older versions) or `true`, they are admitted as other unrated titles are.
    public var allowsUnratedChannels: Bool?
    /// The number of the rule set that decides (``ViewingRules``), 0 to 47: the library's titles in that set are admitted
    /// (``Card/ruleSets``), of which none is marked adult or rated R or NC-17. Absent: no rules.
    public var ruleSet: Int32?

    /// Makes a policy.
    public init(
        ratings: [ContentRating], allowsAdult: Bool, allowsUnratedChannels: Bool? = nil, ruleSet: Int32? = nil
    ) {
        self.ratings = ratings
        self.allowsAdult = allowsAdult
        self.allowsUnratedChannels = allowsUnratedChannels
        self.ruleSet = ruleSet
    }

    /// A kids profile: G, PG, PG-13, and unrated titles unless the household blocks them, all or those of channels
    /// only; never adult ones.
    public static func kids(seesUnrated: Bool, seesUnratedChannels: Bool = true) -> ViewingPolicy {
        ViewingPolicy(
            ratings: [.g, .pg, .pg13] + (seesUnrated ? [.unrated] : []), allowsAdult: false,
            allowsUnratedChannels: seesUnratedChannels ? nil : false)
    }

    /// A kids profile with rules of its own: the members of a rule set, which has G, PG, PG-13 and unrated titles at
    /// most; never adult ones. It admits no rating, so that a service of an older version, which knows no rules, shows
    /// nothing.
    public static func kids(ruleSet: Int32) -> ViewingPolicy {
        ViewingPolicy(ratings: [], allowsAdult: false, ruleSet: ruleSet)
    }

    /// The ratings that rules decide about.
    static let ruledRatings: [ContentRating] = [.g, .pg, .pg13, .unrated]

    /// An adult profile that hides adult content: all but NC-17 and what is marked adult.
    public static let hidingAdult = ViewingPolicy(ratings: [.g, .pg, .pg13, .r, .unrated], allowsAdult: false)

    /// An adult profile: everything.
    public static let everything = ViewingPolicy(ratings: ContentRating.all, allowsAdult: true)

    /// Whether a title may be seen by its rating and mark. An unknown rating counts as unrated. Where a rule set decides,
    /// a title must be in it as well: see ``allows(_:)``.
    ///
    /// - Parameter kind: the title's kind; a programme of a guide counts as its channel.
    public func allows(rating: ContentRating, isAdult: Bool, kind: ContentKind) -> Bool {
        if ruleSet != nil { return Audience(rating: rating, isAdult: isAdult).isForRules }
        if isAdult && !allowsAdult { return false }
        let known = ContentRating.all.contains(rating) ? rating : .unrated
        if known == .unrated, kind == .channel, allowsUnratedChannels == false { return false }
        return ratings.contains(known)
    }

    /// Whether a card's title may be seen. Titles outside the library are in no rule set.
    public func allows(_ card: Card) -> Bool {
        guard allows(rating: card.rating, isAdult: card.isAdult, kind: card.kind) else { return false }
        return ruleSet.map { RuleSetBits.contains($0, in: card.ruleSets) } ?? true
    }

    /// Whether it admits everything, so that stores can omit the filter.
    public var allowsEverything: Bool {
        ruleSet == nil && allowsAdult && allowsUnratedChannels != false
            && ContentRating.all.allSatisfy(ratings.contains)
    }
}
