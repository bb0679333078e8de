public import HearthModel
public import RPC

extension Catalog {
    /// Streams the changes of the household's titles to services that refer to them: a log that each follower reads
    /// from its own cursor.
    ///
    /// The changes of an import are sent when it is published. A follower without a cursor gets a snapshot of the
    /// library first, in pieces.
    public struct FollowEvents: ServerStream {
        public typealias ResponseItem = CatalogEvent
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles(CallAccess.operatorRole).orServices(
            .profiles, .playbackState, .downloads, .scheduler)

        /// Makes the request.
        public init() {}
    }
}

/// A change of the household's titles. One field is set, and covers many titles; an event without any ends a
/// publication. A reader skips an event with an unknown field, unless it must be understood.
public struct CatalogEvent: Codable, Sendable, Hashable, HouseholdEvent {
    /// Titles that are new or back, or whose cards have changed.
    public var cardsChanged: [Card]?
    /// Titles whose ids were replaced.
    public var cardsMerged: [CardMerged]?
    /// Titles that were removed from the library. A title that every source has lost is kept for seven days first.
    public var contentsGone: [ContentID]?
    /// A piece of the snapshot.
    public var snapshot: CatalogSnapshot?
    /// Whether a reader that does not know this event must stop rather than skip it.
    public var mustBeUnderstood: Bool?
    /// The household of the snapshot, 32 hexadecimal digits: a reader of another household applies nothing. Absent in
    /// other events.
    public var identity: String?
    /// Rule sets of kids profiles were evaluated, or have ended. The cards of their members follow.
    public var ruleSets: RuleSetsEvaluated?

    /// Makes an event with one field.
    public init(
        cardsChanged: [Card]? = nil, cardsMerged: [CardMerged]? = nil, contentsGone: [ContentID]? = nil,
        snapshot: CatalogSnapshot? = nil, mustBeUnderstood: Bool? = nil, identity: String? = nil,
        ruleSets: RuleSetsEvaluated? = nil
    ) {
        self.cardsChanged = cardsChanged
        self.cardsMerged = cardsMerged
        self.contentsGone = contentsGone
        self.snapshot = snapshot
        self.mustBeUnderstood = mustBeUnderstood
        self.identity = identity
        self.ruleSets = ruleSets
    }

    /// Whether this version knows the event.
    public var isKnown: Bool {
        cardsChanged != nil || cardsMerged != nil || contentsGone != nil || snapshot != nil
            || ruleSets != nil
    }
}

/// An id that was replaced: by a correction, or an added guide id.
public struct CardMerged: Codable, Sendable, Hashable {
    /// The old id.
    public var from: ContentID
    /// The new id.
    public var into: ContentID
    /// The title's present card; absent when it is no longer under that id, which a later event reports.
    public var card: Card?

    /// Makes a replacement.
    public init(_ from: ContentID, into: ContentID, card: Card?) {
        (self.from, self.into, self.card) = (from, into, card)
    }
}

/// The titles of the library in a range of ids, in the order of their bytes.
public struct CatalogSnapshot: Codable, Sendable, Hashable {
    /// The exclusive start of the range; absent: from the first id on.
    public var after: ContentID?
    /// The inclusive end of the range; absent: up to the last id.
    public var through: ContentID?
    /// All titles in the range.
    public var cards: [Card]
    /// All replaced ids in the range, with their final ids.
    public var merged: [CardMerged]
    /// In the first piece: the last change of kids profiles' rules by which the titles are evaluated
    /// (``RuleSetsEvaluated/version``).
    public var rulesEvaluated: Int64?

    /// Makes a piece of a snapshot.
    public init(
        after: ContentID?, through: ContentID?, cards: [Card], merged: [CardMerged], rulesEvaluated: Int64? = nil
    ) {
        (self.after, self.through, self.cards, self.merged) = (after, through, cards, merged)
        self.rulesEvaluated = rulesEvaluated
    }
}

/// An evaluation of the rule sets of kids profiles (`ViewingRules`).
public struct RuleSetsEvaluated: Codable, Sendable, Hashable {
    /// The sets of which earlier cards say nothing any more, as bits of ``Card/ruleSets``: those that have ended, and those
    /// that are new.
    public var left: Int64
    /// The version (`ViewingRuleSet`) of the last change of rules that is evaluated.
    public var version: Int64

    /// Makes the event.
    public init(left: Int64, version: Int64) { (self.left, self.version) = (left, version) }
}
