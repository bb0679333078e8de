public import HearthModel
public import RPC

extension Catalog {
    /// What rules would show a kids profile: how many titles each lets through or hides, with examples. Nothing changes.
    ///
    /// Titles that the caller may not see are in no count.
    public struct PreviewViewingRules: Request {
        public typealias Response = RulePreview
        public static let safety = CallSafety.readOnly
        public static let access = Catalog.ownerAndAdults

        /// The rules, at most 200.
        public var rules: ViewingRules

        /// The most examples of each rule.
        public static let examples = 5

        /// Makes the request.
        public init(rules: ViewingRules) { self.rules = rules }
    }

    /// Whether a profile may see a title, and what decides: which rule, the default, the rating, or the adult mark.
    public struct ExplainPolicy: Request {
        public typealias Response = PolicyExplanation
        public static let safety = CallSafety.readOnly
        public static let access = Catalog.ownerAndAdults

        /// The profile's id.
        public var profile: String
        /// The title's id.
        public var title: ContentID
        /// The profile's policy, as profiles tells it (`GetEffectivePolicy`). It decides what is explained, and gives no
        /// access. Absent: that of a kids profile.
        public var policy: ViewingPolicy?

        /// Makes the request.
        public init(profile: String, title: ContentID, policy: ViewingPolicy? = nil) {
            (self.profile, self.title, self.policy) = (profile, title, policy)
        }
    }
}

/// The titles by kind.
public struct TitleCounts: Codable, Sendable, Hashable {
    /// Films.
    public var movies: Int64
    /// Series, each with its episodes.
    public var series: Int64
    /// Channels.
    public var channels: Int64
    /// Programmes of the guides that are not over; absent where no rule is about programmes.
    public var programmes: Int64?

    /// Makes counts.
    public init(movies: Int64 = 0, series: Int64 = 0, channels: Int64 = 0) {
        (self.movies, self.series, self.channels) = (movies, series, channels)
    }
}

/// What decides about a title.
public struct PolicyReason: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A rule.
    public static let rule = PolicyReason(rawValue: "rule")
    /// The default of the rules.
    public static let otherwise = PolicyReason(rawValue: "otherwise")
    /// Its rating, or that it has none.
    public static let rating = PolicyReason(rawValue: "rating")
    /// That it is marked adult.
    public static let adultMark = PolicyReason(rawValue: "adultMark")
}

/// What rules would show.
public struct RulePreview: Codable, Sendable, Hashable {
    /// What would be shown in all.
    public var shown: TitleCounts
    /// What would be hidden in all.
    public var hidden: TitleCounts
    /// What each rule decides, in their order; then the default, ratings, and adult marks.
    public var parts: [RulePreviewPart]

    /// Makes a preview.
    public init(shown: TitleCounts, hidden: TitleCounts, parts: [RulePreviewPart]) {
        (self.shown, self.hidden, self.parts) = (shown, hidden, parts)
    }
}

/// What one rule, or another reason, decides.
public struct RulePreviewPart: Codable, Sendable, Hashable {
    /// The reason.
    public var reason: PolicyReason
    /// The rule's number, from 1; absent for other reasons.
    public var rule: Int32?
    /// The rule or reason in words.
    public var text: String
    /// What it shows.
    public var shown: TitleCounts
    /// What it hides.
    public var hidden: TitleCounts
    /// Some of these titles.
    public var examples: [Card]
    /// The titles of some of these programmes; absent without any.
    public var programmes: [String]?

    /// Makes a part.
    public init(
        reason: PolicyReason, rule: Int32? = nil, text: String, shown: TitleCounts, hidden: TitleCounts,
        examples: [Card]
    ) {
        (self.reason, self.rule, self.text) = (reason, rule, text)
        (self.shown, self.hidden, self.examples) = (shown, hidden, examples)
    }
}

/// Why a profile may see a title, or may not.
public struct PolicyExplanation: Codable, Sendable, Hashable {
    /// The title, under its present id.
    public var card: Card
    /// Whether the profile may see it.
    public var isAllowed: Bool
    /// What decides.
    public var reason: PolicyReason
    /// The number of the rule, from 1.
    public var rule: Int32?
    /// The rule or reason in words.
    public var text: String
    /// Whether it is in force: false while the profile's rules are not applied yet.
    public var isApplied: Bool
    /// What decides about the programme that is on now, of a channel; absent without one, and without rules.
    public var programme: ProgrammeExplanation?

    /// Makes an explanation.
    public init(
        card: Card, isAllowed: Bool, reason: PolicyReason, rule: Int32? = nil, text: String, isApplied: Bool
    ) {
        (self.card, self.isAllowed, self.reason) = (card, isAllowed, reason)
        (self.rule, self.text, self.isApplied) = (rule, text, isApplied)
    }
}

/// Why a profile may see a programme, or may not. While it may not, the channel has no programme and no stream for it.
public struct ProgrammeExplanation: Codable, Sendable, Hashable {
    /// The programme's title.
    public var title: String
    /// Whether the profile may see it.
    public var isAllowed: Bool
    /// The number of the rule, from 1; absent when no rule about programmes fits.
    public var rule: Int32?
    /// The rule or reason in words.
    public var text: String

    /// Makes an explanation.
    public init(title: String, isAllowed: Bool, rule: Int32? = nil, text: String) {
        (self.title, self.isAllowed, self.rule, self.text) = (title, isAllowed, rule, text)
    }
}
