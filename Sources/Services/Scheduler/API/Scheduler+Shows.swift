public import HearthModel
public import RPC

extension Scheduler {
    /// Sets the caller's opinion of a film or series: the present fields.
    public struct SetShow: Request {
        public typealias Response = ProgrammeShow
        // By key: a retry must not undo a later answer.
        public static let safety = CallSafety.idempotentByKey

        /// The film or series.
        public var content: ContentID
        /// Whether the caller's profile would watch it.
        public var approval: Approval?
        /// Whether many episodes in a row are fine.
        public var isBingeable: Bool?
        /// Whether it is in the maybe pool: titles that a viewer might agree to.
        public var isMaybe: Bool?
        /// Its moods: free words, at most 12.
        public var moods: [String]?

        /// Creates the request; nil leaves a field unchanged.
        public init(
            content: ContentID, approval: Approval? = nil, isBingeable: Bool? = nil, isMaybe: Bool? = nil,
            moods: [String]? = nil
        ) {
            self.content = content
            self.approval = approval
            self.isBingeable = isBingeable
            self.isMaybe = isMaybe
            self.moods = moods
        }
    }

    /// The shows with an opinion, by title.
    public struct ListShows: Request {
        public typealias Response = ShowList
        public static let safety = CallSafety.readOnly

        /// Whether to list only the maybe pool.
        public var onlyMaybe: Bool?

        /// Creates the request.
        public init(onlyMaybe: Bool? = nil) { self.onlyMaybe = onlyMaybe }
    }
}

extension Scheduler {
    /// The words for moods: the suggested ones, and those that shows of the household have.
    public struct ListMoods: Request {
        public typealias Response = MoodList
        public static let safety = CallSafety.readOnly

        /// Creates the request.
        public init() {}
    }
}

/// Words for moods.
public struct MoodList: Codable, Sendable, Hashable {
    /// The words, by how many shows have them, and then in the order of the alphabet.
    public var moods: [Mood]

    /// Lists words.
    public init(moods: [Mood]) { self.moods = moods }
}

/// A word for moods.
public struct Mood: Codable, Sendable, Hashable {
    /// The word.
    public var word: String
    /// How many shows have it that the caller may see.
    public var shows: Int32
    /// Whether it is one of the twelve suggested words.
    public var isSuggested: Bool

    /// Describes a word.
    public init(word: String, shows: Int32, isSuggested: Bool) {
        (self.word, self.shows, self.isSuggested) = (word, shows, isSuggested)
    }
}

/// Whether a profile would watch a show.
public enum Approval: String, Codable, Sendable, CaseIterable {
    /// They would.
    case yes
    /// They would not: it is planned nowhere where they watch.
    case no
    /// No answer.
    case unknown
}

/// A film or series as the household sees it.
public struct ProgrammeShow: Codable, Sendable, Hashable {
    /// The film or series.
    public var card: Card
    /// The profiles that approved it, sorted.
    public var approvedBy: [String]
    /// The profiles that rejected it, sorted.
    public var refusedBy: [String]
    /// The profiles whose recent veto keeps it out of their plans, sorted.
    public var vetoedBy: [String]
    /// Whether many episodes in a row are fine.
    public var isBingeable: Bool
    /// Whether it is in the maybe pool.
    public var isMaybe: Bool
    /// Its moods, sorted.
    public var moods: [String]
    /// The profiles that match on it by the household's match rule (`HouseholdPreferences.matchRule`), sorted: any two or more
    /// that have approved it, or, where the rule is all, all that have said anything. Absent: there is no match.
    public var matchedBy: [String]?

    /// The suggested words for moods.
    public static let suggestedMoods = [
        "calm", "cosy", "dark", "epic", "exciting", "feel-good", "funny", "moving", "romantic", "scary", "smart",
        "weird",
    ]

    /// Describes a show.
    public init(
        card: Card, approvedBy: [String], refusedBy: [String], vetoedBy: [String], isBingeable: Bool, isMaybe: Bool,
        moods: [String]
    ) {
        self.card = card
        self.approvedBy = approvedBy
        self.refusedBy = refusedBy
        self.vetoedBy = vetoedBy
        self.isBingeable = isBingeable
        self.isMaybe = isMaybe
        self.moods = moods
    }
}

/// Shows of the household.
public struct ShowList: Codable, Sendable, Hashable {
    /// The shows, by title.
    public var shows: [ProgrammeShow]

    /// Lists shows.
    public init(shows: [ProgrammeShow]) { self.shows = shows }
}
