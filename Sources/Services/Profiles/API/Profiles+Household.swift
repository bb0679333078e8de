public import Foundation
public import HearthModel
public import RPC

extension Profiles {
    /// The household and its options.
    public struct GetHousehold: Request {
        public typealias Response = HouseholdInfo
        public static let safety = CallSafety.readOnly

        /// Creates the request.
        public init() {}
    }

    /// Changes the household's settings: the present fields, all or none.
    ///
    /// A changed kids policy applies to tokens issued from now on; current tokens expire within 15 minutes.
    public struct SetHouseholdOptions: Request {
        public typealias Response = HouseholdInfo
        // By key: a retry must not undo a later change.
        public static let safety = CallSafety.idempotentByKey
        public static let access = Profiles.owners.orReadOnly()

        /// The household's name, 1 to 80 characters.
        public var name: String?
        /// Its time zone by IANA's name, `Europe/Berlin`.
        public var timeZone: String?
        /// Whether kids profiles see titles without a rating.
        public var kidsSeeUnrated: Bool?
        /// Whether kids profiles see channels and live programmes without a rating, where they see unrated titles.
        public var kidsSeeUnratedChannels: Bool?
        /// The household's PIN, required when one is set and the kids policy is changed.
        public var pin: String?
        /// The country by ISO 3166-1, `DE`; empty removes it.
        public var region: String?
        /// Language, first day of the week, and the like; absent fields stay as they are.
        public var preferences: HouseholdPreferences?

        /// Creates the request; nil leaves an option unchanged.
        public init(
            name: String? = nil, timeZone: String? = nil, kidsSeeUnrated: Bool? = nil,
            kidsSeeUnratedChannels: Bool? = nil, pin: String? = nil, region: String? = nil,
            preferences: HouseholdPreferences? = nil
        ) {
            self.name = name
            self.timeZone = timeZone
            self.kidsSeeUnrated = kidsSeeUnrated
            self.kidsSeeUnratedChannels = kidsSeeUnratedChannels
            self.pin = pin
            self.region = region
            self.preferences = preferences
        }
    }

    /// Sets, changes or removes the household's PIN, which guards adult profiles and the kids policy, or that of one
    /// adult profile, which is entered with it instead.
    ///
    /// The owner needs no current PIN, so that a forgotten one can be replaced. Each PIN has a count of wrong tries and
    /// a lock of its own.
    public struct SetPIN: Request {
        public typealias Response = Empty
        // A wrong current PIN counts, and a changed one does not match a second time.
        public static let safety = CallSafety.unsafe
        public static let access = Profiles.adults.orReadOnly()

        /// The new PIN, 4 to 8 digits; absent removes it.
        public var pin: String?
        /// The current PIN, required from all callers but the owner.
        public var current: String?
        /// The id of the adult profile whose own PIN is meant: the acting one, or for the owner any; absent: the
        /// household's. A kids profile has none (INVALID_ARGUMENT).
        public var profile: String?

        /// Creates the request.
        public init(pin: String?, current: String? = nil, profile: String? = nil) {
            self.pin = pin
            self.current = current
            self.profile = profile
        }
    }
}

/// A household and its options.
public struct HouseholdInfo: Codable, Sendable, Hashable {
    /// Its name in tokens and on the disk.
    public var id: String
    /// Its name.
    public var name: String
    /// Its time zone by IANA's name.
    public var timeZone: String
    /// Whether kids profiles see titles without a rating.
    public var kidsSeeUnrated: Bool
    /// Whether kids profiles see channels and live programmes without a rating, where they see unrated titles. True at
    /// first, as ``kidsSeeUnrated`` is.
    public var kidsSeeUnratedChannels: Bool
    /// Its plan.
    public var plan: Plan
    /// Whether the household's PIN is set: changes of kids profiles ask for it. Which profiles ask for a PIN when they
    /// are entered is in ``ListProfiles``.
    public var hasPIN: Bool
    /// The time of its creation.
    public var created: Date
    /// The household's country by ISO 3166-1; absent until it is set.
    public var region: String?
    /// When adult sessions on shared devices return to the choice of a profile; absent: never.
    public var relock: RelockSettings?
    /// When the household is deleted; absent: it is not to be.
    public var deletion: HouseholdDeletion?
    /// Language, first day of the week, and the like; absent from a server that does not know them.
    public var preferences: HouseholdPreferences?

    /// Describes a household.
    public init(
        id: String, name: String, timeZone: String, kidsSeeUnrated: Bool, kidsSeeUnratedChannels: Bool, plan: Plan,
        hasPIN: Bool, created: Date, region: String? = nil, relock: RelockSettings? = nil,
        deletion: HouseholdDeletion? = nil, preferences: HouseholdPreferences? = nil
    ) {
        self.id = id
        self.name = name
        self.timeZone = timeZone
        self.kidsSeeUnrated = kidsSeeUnrated
        self.kidsSeeUnratedChannels = kidsSeeUnratedChannels
        self.plan = plan
        self.hasPIN = hasPIN
        self.created = created
        self.region = region
        self.relock = relock
        self.deletion = deletion
        self.preferences = preferences
    }
}

/// A household's plan. A self-hosted one has all features.
public struct Plan: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Playback, search, safety and one's own data, for commercial operators.
    public static let free = Plan(rawValue: "free")
    /// Everything.
    public static let premium = Plan(rawValue: "premium")
}
