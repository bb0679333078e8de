public import Foundation
public import HearthModel
public import RPC

extension PlaybackState {
    /// The connection slots of the sources' accounts, and the sessions that hold them. Titles that the caller may not see
    /// are left out; their slots are not.
    ///
    /// A session that plays a link of a source holds a slot of its account until it ends; sessions on the same stream share
    /// one, and a finished download takes none. ``Play`` fails with ``PlaybackProblem/Code/noFreeSlot`` where none is free,
    /// or ends another session, as the household's ``SlotRule`` says.
    public struct ListSlots: Request {
        public typealias Response = SlotList
        public static let safety = CallSafety.readOnly

        /// Creates the request.
        public init() {}
    }
}

/// The slots of the sources' accounts.
public struct SlotList: Codable, Sendable, Hashable {
    /// What happens when no slot is free.
    public var rule: SlotRule
    /// The accounts that something was played from in the last 30 days, by source.
    public var accounts: [AccountSlots]

    /// Creates the list.
    public init(rule: SlotRule, accounts: [AccountSlots]) { (self.rule, self.accounts) = (rule, accounts) }
}

/// The slots of a source's account.
public struct AccountSlots: Codable, Sendable, Hashable {
    /// The source's name.
    public var source: String
    /// How many streams it opens at once, as of the last title that was played; absent: not known, or any number.
    public var maximum: Int32?
    /// How many are in use. Several ``holders`` may share one.
    public var used: Int32
    /// The sessions that hold them, the oldest first.
    public var holders: [SlotHolder]

    /// Describes an account.
    public init(source: String, maximum: Int32?, used: Int32, holders: [SlotHolder]) {
        (self.source, self.maximum, self.used, self.holders) = (source, maximum, used, holders)
    }
}

/// A session that holds a slot.
public struct SlotHolder: Codable, Sendable, Hashable {
    /// The profile that opened it.
    public var profile: String
    /// The device that plays.
    public var device: String
    /// The title; absent where the caller may not see it.
    public var content: ContentID?
    /// The title's card, likewise; absent also until the catalog has answered.
    public var card: Card?
    /// Since when it has held its slot; a session that reconnects goes on with the time of the former one.
    public var since: Date
    /// Whether its player has not reported for so long that the slot is free for another; absent: it reports.
    public var isSilent: Bool?

    /// Describes a holder.
    public init(
        profile: String, device: String, content: ContentID? = nil, card: Card? = nil, since: Date,
        isSilent: Bool? = nil
    ) {
        (self.profile, self.device, self.content, self.card) = (profile, device, content, card)
        (self.since, self.isSilent) = (since, isSilent)
    }
}

/// The detail of ``PlaybackProblem/Code/noFreeSlot``: the sessions that hold the account's slots.
public struct NoFreeSlot: RPCDetail, Hashable {
    public static let typeName = "hearth.playback.NoFreeSlot"

    /// The source's name.
    public var source: String
    /// How many streams its account opens at once.
    public var maximum: Int32
    /// The sessions that hold them, the oldest first; titles as far as the caller may see them.
    public var holders: [SlotHolder]

    /// Names the holders.
    public init(source: String, maximum: Int32, holders: [SlotHolder]) {
        (self.source, self.maximum, self.holders) = (source, maximum, holders)
    }
}
