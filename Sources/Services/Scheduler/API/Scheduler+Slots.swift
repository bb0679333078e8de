public import HearthModel
public import RPC

extension Scheduler {
    /// Books a time: once, or again and again by a rule; with a title, or as a placeholder.
    ///
    /// A slot that overlaps another one of a participant is FAILED_PRECONDITION with ``SlotClash``; so is one that has
    /// ended (``SchedulerProblem/Code/inThePast``): a slot in progress can be booked, and a recurring one needs an
    /// occurrence that has not ended.
    public struct BookSlot: Request {
        public typealias Response = ProgrammeSlot
        public static let safety = CallSafety.idempotentByKey

        /// The viewers, 1 to 10 profiles; absent: the caller's only. A kids profile can name only itself.
        public var profiles: [String]?
        /// The start, `YYYY-MM-DDTHH:mm`.
        public var start: String
        /// The duration in minutes, 1 to 720; absent: the title's.
        public var minutes: Int32?
        /// The recurrence rule: FREQ (DAILY to YEARLY), INTERVAL, COUNT, UNTIL, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS
        /// and WKST of RFC 5545. The first occurrence is the rule's first one from `start` on.
        public var rule: String?
        /// The title; absent: a placeholder.
        public var content: ContentID?
        /// How many episodes, 1 to 24; absent: one.
        public var episodes: Int32?
        /// The name, 1 to 60 characters; absent: the title's.
        public var label: String?
        /// Whether only titles that kids may see are allowed.
        public var isFamilyFriendly: Bool?
        /// Whether every other adult must have approved the title.
        public var partnerMustLike: Bool?

        /// Creates the request.
        public init(
            profiles: [String]? = nil, start: String, minutes: Int32? = nil, rule: String? = nil,
            content: ContentID? = nil, episodes: Int32? = nil, label: String? = nil, isFamilyFriendly: Bool? = nil,
            partnerMustLike: Bool? = nil
        ) {
            self.profiles = profiles
            self.start = start
            self.minutes = minutes
            self.rule = rule
            self.content = content
            self.episodes = episodes
            self.label = label
            self.isFamilyFriendly = isFamilyFriendly
            self.partnerMustLike = partnerMustLike
        }

        /// Creates the request for an alternative to a vetoed slot.
        public init(_ alternative: SlotAlternative) {
            self.init(
                profiles: alternative.profiles, start: alternative.start, minutes: alternative.minutes,
                content: alternative.card.id, episodes: alternative.episodes, label: alternative.title,
                isFamilyFriendly: alternative.isFamilyFriendly, partnerMustLike: alternative.partnerMustLike)
        }
    }

    /// Changes the present fields of a slot. A changed generated slot becomes a booked one.
    public struct EditSlot: Request {
        public typealias Response = ProgrammeSlot
        public static let safety = CallSafety.idempotentByKey

        /// The slot.
        public var id: String
        /// The version that the change is based on.
        public var version: Int64
        /// As in ``BookSlot``.
        public var profiles: [String]?
        /// As in ``BookSlot``.
        public var start: String?
        /// As in ``BookSlot``.
        public var minutes: Int32?
        /// As in ``BookSlot``; empty: once.
        public var rule: String?
        /// As in ``BookSlot``.
        public var content: ContentID?
        /// As in ``BookSlot``.
        public var episodes: Int32?
        /// As in ``BookSlot``; empty: the title.
        public var label: String?
        /// As in ``BookSlot``.
        public var isFamilyFriendly: Bool?
        /// As in ``BookSlot``.
        public var partnerMustLike: Bool?

        /// Creates the request; nil leaves a field unchanged.
        public init(id: String, version: Int64) {
            self.id = id
            self.version = version
        }
    }

    /// Removes a slot, or one of the times at which it recurs.
    public struct RemoveSlot: Request {
        public typealias Response = SlotRemoved
        public static let safety = CallSafety.idempotentByKey

        /// The slot.
        public var id: String
        /// The version that was seen.
        public var version: Int64
        /// The day, `YYYY-MM-DD`, of the occurrence to remove; absent: the whole slot.
        public var day: String?

        /// Creates the request.
        public init(id: String, version: Int64, day: String? = nil) {
            self.id = id
            self.version = version
            self.day = day
        }
    }

    /// One slot.
    public struct GetSlot: Request {
        public typealias Response = ProgrammeSlot
        public static let safety = CallSafety.readOnly

        /// The slot.
        public var id: String

        /// Creates the request.
        public init(id: String) { self.id = id }
    }

    /// Vetoes a slot: its time becomes free, the title is not planned for the caller's profile in the next days, and
    /// gets a lower score for a while after. The response has alternatives; booking one accepts it.
    public struct VetoSlot: Request {
        public typealias Response = SlotVetoed
        public static let safety = CallSafety.idempotentByKey
        public static let timeout = Duration.seconds(10)

        /// The slot.
        public var id: String
        /// The version that was seen.
        public var version: Int64
        /// The day, `YYYY-MM-DD`, of a slot that recurs.
        public var day: String?

        /// Creates the request.
        public init(id: String, version: Int64, day: String? = nil) {
            self.id = id
            self.version = version
            self.day = day
        }
    }
}

/// A slot.
public struct ProgrammeSlot: Codable, Sendable, Hashable {
    /// Its id.
    public var id: String
    /// Grows with every change.
    public var version: Int64
    /// How it came about.
    public var kind: SlotKind
    /// The viewers, sorted.
    public var profiles: [String]
    /// The start, or the first one of a recurring slot: `YYYY-MM-DDTHH:mm`.
    public var start: String
    /// The duration in minutes.
    public var minutes: Int32
    /// The recurrence rule (RFC 5545).
    public var rule: String?
    /// The removed days of the rule.
    public var exceptions: [String]
    /// The title; absent for a placeholder, and for a title that the caller may not see.
    public var card: Card?
    /// Whether the library still has the title; a removed title keeps its slot, and comes back with its ID.
    public var isAvailable: Bool
    /// How many episodes.
    public var episodes: Int32
    /// The displayed text: name or title, `TV` for a placeholder, `Taken` for a title that the caller may not see.
    public var title: String
    /// Whether only titles that kids may see are allowed.
    public var isFamilyFriendly: Bool
    /// Whether every other adult must have approved the title.
    public var partnerMustLike: Bool
    /// Why the generator chose it, the weightiest reason first. Reasons from a profile's progress, queue or favourites
    /// are shown to that profile only, before the others.
    public var reasons: [String]

    /// Describes a slot.
    public init(
        id: String, version: Int64, kind: SlotKind, profiles: [String], start: String, minutes: Int32, rule: String?,
        exceptions: [String], card: Card?, isAvailable: Bool, episodes: Int32, title: String, isFamilyFriendly: Bool,
        partnerMustLike: Bool, reasons: [String]
    ) {
        self.id = id
        self.version = version
        self.kind = kind
        self.profiles = profiles
        self.start = start
        self.minutes = minutes
        self.rule = rule
        self.exceptions = exceptions
        self.card = card
        self.isAvailable = isAvailable
        self.episodes = episodes
        self.title = title
        self.isFamilyFriendly = isFamilyFriendly
        self.partnerMustLike = partnerMustLike
        self.reasons = reasons
    }
}

/// How a slot came about.
public struct SlotKind: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A booked title.
    public static let booked = SlotKind(rawValue: "booked")
    /// A booked title that recurs.
    public static let recurring = SlotKind(rawValue: "recurring")
    /// The generator has planned it.
    public static let generated = SlotKind(rawValue: "generated")
    /// A reserved time without a title.
    public static let placeholder = SlotKind(rawValue: "placeholder")
}

/// The result of removing a slot.
public struct SlotRemoved: Codable, Sendable, Hashable {
    /// The slot after the change; absent when it was removed.
    public var slot: ProgrammeSlot?

    /// Describes a removal.
    public init(slot: ProgrammeSlot?) { self.slot = slot }
}

/// The result of a veto.
public struct SlotVetoed: Codable, Sendable, Hashable {
    /// When the time is that is free now, `YYYY-MM-DDTHH:mm`.
    public var start: String
    /// The alternatives, the best first: those that fit the free time; when these are fewer than three, also longer
    /// ones, up to the next slot.
    public var alternatives: [SlotAlternative]
    /// Why there are fewer than three; absent where there are not.
    public var shortage: String?
    /// Services that did not return their candidates.
    public var missing: [String]

    /// Describes a veto.
    public init(start: String, alternatives: [SlotAlternative], shortage: String?, missing: [String]) {
        self.start = start
        self.alternatives = alternatives
        self.shortage = shortage
        self.missing = missing
    }
}

/// An alternative to a vetoed slot.
public struct SlotAlternative: Codable, Sendable, Hashable {
    /// The film, or the first episode.
    public var card: Card
    /// How many episodes.
    public var episodes: Int32
    /// The film's or the series' title.
    public var title: String
    /// The viewers, sorted.
    public var profiles: [String]
    /// The start, `YYYY-MM-DDTHH:mm`.
    public var start: String
    /// The duration in minutes.
    public var minutes: Int32
    /// Whether only titles that kids may see are allowed there.
    public var isFamilyFriendly: Bool
    /// Whether every other adult must have approved the title there.
    public var partnerMustLike: Bool
    /// The reasons for it, the weightiest first.
    public var reasons: [String]
    /// Its score.
    public var points: Int64

    /// Describes an alternative.
    public init(
        card: Card, episodes: Int32, title: String, profiles: [String], start: String, minutes: Int32,
        isFamilyFriendly: Bool, partnerMustLike: Bool, reasons: [String], points: Int64
    ) {
        self.card = card
        self.episodes = episodes
        self.title = title
        self.profiles = profiles
        self.start = start
        self.minutes = minutes
        self.isFamilyFriendly = isFamilyFriendly
        self.partnerMustLike = partnerMustLike
        self.reasons = reasons
        self.points = points
    }
}
