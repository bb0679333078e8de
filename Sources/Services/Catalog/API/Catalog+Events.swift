public import Household
public import RPC

extension Catalog {
    /// What happens to the household's titles, for the services that refer to some: a log that each follows from its own
    /// place.
    ///
    /// What an import changes is told when it is published. A follower without a place in the log gets everything that there
    /// is first, a piece at a time.
    public struct FollowEvents: RPCServerStream {
        public typealias Service = Catalog
        public typealias ResponseItem = CatalogEvent
        public static let method = "FollowEvents"
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles(Sys.operatorRole).orServices(
            "profiles", "playback-state", "downloads", "scheduler")

        /// Makes the request.
        public init() {}
    }
}

/// Something that happened to the household's titles. One of the fields is there, and tells of many titles at once; an
/// event without any is where a publication ends. A reader that does not know a field skips the event, unless it must be
/// understood.
public struct CatalogEvent: Codable, Sendable, Hashable, HouseholdEvent {
    /// Titles that are new or back, or whose cards are others now.
    public var cardsChanged: [Card]?
    /// Titles whose ids were replaced.
    public var cardsMerged: [CardMerged]?
    /// Titles that the library does not have any more. What every source has lost is kept for seven days before it is gone.
    public var contentsGone: [ContentID]?
    /// A piece of all that there is.
    public var snapshot: CatalogSnapshot?
    /// Whether a reader that does not know this event has to stop rather than to skip it.
    public var mustBeUnderstood: Bool?
    /// Which household the snapshot is of, 32 hexadecimal digits: a reader of another one applies nothing. Absent in other events.
    public var identity: String?

    /// Makes an event out of its one field.
    public init(
        cardsChanged: [Card]? = nil, cardsMerged: [CardMerged]? = nil, contentsGone: [ContentID]? = nil,
        snapshot: CatalogSnapshot? = nil, mustBeUnderstood: Bool? = nil, identity: String? = nil
    ) {
        self.cardsChanged = cardsChanged
        self.cardsMerged = cardsMerged
        self.contentsGone = contentsGone
        self.snapshot = snapshot
        self.mustBeUnderstood = mustBeUnderstood
        self.identity = identity
    }

    /// Whether this version knows what happened.
    public var isKnown: Bool {
        cardsChanged != nil || cardsMerged != nil || contentsGone != nil || snapshot != nil
    }
}

/// An id that was replaced: a corrected title, a guide id that was added.
public struct CardMerged: Codable, Sendable, Hashable {
    /// The id that the title had.
    public var from: ContentID
    /// The id that it has.
    public var into: ContentID
    /// The title as it is now; absent when it is not there under that id any more, which a later event tells of.
    public var card: Card?

    /// Names both ids.
    public init(_ from: ContentID, into: ContentID, card: Card?) {
        (self.from, self.into, self.card) = (from, into, card)
    }
}

/// The titles of the library whose ids lie between two others, in the order of their bytes.
public struct CatalogSnapshot: Codable, Sendable, Hashable {
    /// They come after this id; absent: from the first one on.
    public var after: ContentID?
    /// They go up to this id, and with it; absent: to the last one.
    public var through: ContentID?
    /// All titles that there are among these ids.
    public var cards: [Card]
    /// All ids among these that were replaced, by what they are at last.
    public var merged: [CardMerged]

    /// Makes a piece of a snapshot.
    public init(after: ContentID?, through: ContentID?, cards: [Card], merged: [CardMerged]) {
        (self.after, self.through, self.cards, self.merged) = (after, through, cards, merged)
    }
}
