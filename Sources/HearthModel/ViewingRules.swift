/// What a kids profile may see, as an ordered list: the first rule that fits a title decides, and the default decides about
/// the rest.
///
/// Rules decide about G, PG, PG-13 and unrated titles. What is marked adult, or rated R or NC-17, is hidden from kids
/// whatever a rule says.
public struct ViewingRules: Codable, Sendable, Hashable {
    /// The rules, the first one first.
    public var rules: [ViewingRule]
    /// What holds where no rule fits.
    public var otherwise: ViewingDefault

    /// The most rules of a profile.
    public static let maximumRules = 200
    /// The most characters of a text of a rule.
    public static let maximumCharacters = 120

    /// Whether a rule decides about programmes.
    public var rulesProgrammes: Bool { rules.contains { $0.category != nil } }

    /// Makes a list.
    public init(_ rules: [ViewingRule] = [], otherwise: ViewingDefault) {
        (self.rules, self.otherwise) = (rules, otherwise)
    }
}

/// What holds where no rule fits.
public struct ViewingDefault: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Titles rated G, PG and PG-13.
    public static let allowRated = ViewingDefault(rawValue: "allowRated")
    /// As without rules: also titles without a rating, unless the household blocks them for kids.
    public static let allowUnrated = ViewingDefault(rawValue: "allowUnrated")
    /// Nothing.
    public static let blockAll = ViewingDefault(rawValue: "blockAll")

    /// The known ones.
    public static let all: [ViewingDefault] = [.allowRated, .allowUnrated, .blockAll]
}

/// What a rule does with the titles that it fits.
public struct ViewingAction: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// They are shown.
    public static let allow = ViewingAction(rawValue: "allow")
    /// They are hidden.
    public static let block = ViewingAction(rawValue: "block")
}

/// A rule: it fits a title that meets all of its conditions, of which there is at least one. Texts are compared without
/// case, accents and punctuation.
public struct ViewingRule: Codable, Sendable, Hashable {
    /// What it does.
    public var action: ViewingAction
    /// Words of a group's name, in this order: "Kids" fits the groups "KIDS" and "UK | Kids & Family". A title has the
    /// groups of all of its links.
    public var group: String?
    /// A genre by TMDB's name.
    public var genre: String?
    /// A title of the library, a channel for example. A series' id fits its episodes as well.
    public var title: ContentID?
    /// Words in the title, or in that of an episode's series, in this order.
    public var words: String?
    /// A source by its name in the household: a title that it has.
    public var source: String?
    /// A rating on the household's scale.
    public var rating: ContentRating?
    /// A certificate, such as "12" or "TV-Y7".
    public var certificate: String?
    /// A rating system, such as "FSK", or its country by ISO 3166-1; with a certificate, that one of this system.
    public var system: String?
    /// A kind; an episode has its series' kind, too.
    public var kind: ContentKind?
    /// A category of a guide's programmes, such as "Horror", as a guide names it or as TMDB's genre. Such a rule decides about
    /// programmes alone, on channels that are shown, and has ``words`` of their titles as its only other condition.
    public var category: String?

    /// Makes a rule without conditions.
    public init(_ action: ViewingAction) { self.action = action }

    /// Makes a rule by words of a group's name.
    public init(_ action: ViewingAction, group: String) {
        self.init(action)
        self.group = group
    }

    /// Makes a rule by genre.
    public init(_ action: ViewingAction, genre: String) {
        self.init(action)
        self.genre = genre
    }

    /// Makes a rule by a programme's category.
    public init(_ action: ViewingAction, category: String) {
        self.init(action)
        self.category = category
    }

    /// Makes a rule by rating.
    public init(_ action: ViewingAction, rating: ContentRating) {
        self.init(action)
        self.rating = rating
    }

    /// The rule in words: "allow group \"Kids\", genre Family".
    public var text: String {
        let quoted: [(String, String?)] = [
            ("group", group), ("genre", genre), ("title", title?.rawValue), ("words", words), ("source", source),
            ("rating", rating?.rawValue), ("system", system), ("certificate", certificate), ("kind", kind?.rawValue),
            ("category", category),
        ]
        let conditions = quoted.compactMap { name, value in value.map { "\(name) \"\($0)\"" } }
        return ([action.rawValue] + [conditions.joined(separator: ", ")]).joined(separator: " ")
    }

    /// Whether it has a condition.
    public var hasCondition: Bool {
        let texts = [
            group, genre, title?.rawValue, words, source, rating?.rawValue, certificate, system, kind?.rawValue,
            category,
        ]
        return texts.contains { $0 != nil }
    }
}

/// The rules of a kids profile with their number, as services are told.
public struct ViewingRuleSet: Codable, Sendable, Hashable {
    /// The profile's id.
    public var profile: String
    /// The number of the set, 0 to 47, in ``ViewingPolicy/ruleSet`` and ``Card/ruleSets``. Each change of the rules has
    /// another one.
    public var number: Int32
    /// The count of the household's changes of rules with this one: later ones have a higher one.
    public var version: Int64
    /// The rules.
    public var rules: ViewingRules
    /// Whether the default ``ViewingDefault/allowUnrated`` admits unrated films and series.
    public var allowsUnrated: Bool
    /// Whether it admits unrated channels.
    public var allowsUnratedChannels: Bool

    /// Makes a set.
    public init(
        profile: String, number: Int32, version: Int64, rules: ViewingRules, allowsUnrated: Bool,
        allowsUnratedChannels: Bool
    ) {
        self.profile = profile
        self.number = number
        self.version = version
        self.rules = rules
        self.allowsUnrated = allowsUnrated
        self.allowsUnratedChannels = allowsUnratedChannels
    }
}
