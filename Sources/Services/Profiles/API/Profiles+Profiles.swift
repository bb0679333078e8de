public import Foundation
public import HearthModel
public import RPC

extension Profiles {
    /// Every profile of the household, the oldest first.
    public struct ListProfiles: Request {
        public typealias Response = ProfileList
        public static let safety = CallSafety.readOnly

        /// Creates the request.
        public init() {}
    }

    /// Creates a profile without a member, such as a child's or a guest's. At most 10 in a household; more than 2 need
    /// the premium plan.
    public struct CreateProfile: Request {
        public typealias Response = Profile
        public static let safety = CallSafety.idempotentByKey
        public static let access = Profiles.adults

        /// The name, 1 to 80 characters, unique in the household.
        public var name: String
        /// Adult or kids.
        public var kind: ProfileKind

        /// Creates the request.
        public init(name: String, kind: ProfileKind) {
            self.name = name
            self.kind = kind
        }
    }

    /// Renames a profile. Adults may rename their own, kids' and guests' profiles, the owner any.
    public struct RenameProfile: Request {
        public typealias Response = Profile
        // By key: a retry must not undo a later rename.
        public static let safety = CallSafety.idempotentByKey
        public static let access = Profiles.adults

        /// The profile's id.
        public var profile: String
        /// Its new name, 1 to 80 characters, unlike any other here.
        public var name: String
        /// The household's PIN, where one is set and the profile is a kids one.
        public var pin: String?

        /// Creates the request.
        public init(profile: String, name: String, pin: String? = nil) {
            self.profile = profile
            self.name = name
            self.pin = pin
        }
    }

    /// Restores a quarantined profile under its old ID: other services release its data.
    ///
    /// Its name and kind are lost and must be given again; its favourites are lost. A deleted profile cannot be
    /// restored. ALREADY_EXISTS where the profile is listed.
    public struct RestoreProfile: Request {
        public typealias Response = Profile
        public static let safety = CallSafety.idempotentByKey
        public static let access = Profiles.owners

        /// Its old id.
        public var profile: String
        /// The new name, 1 to 80 characters, unique in the household.
        public var name: String
        /// Adult or kids; absent: kids, which sees less.
        public var kind: ProfileKind?

        /// Creates the request.
        public init(profile: String, name: String, kind: ProfileKind? = nil) {
            (self.profile, self.name, self.kind) = (profile, name, kind)
        }
    }

    /// Deletes a profile with everything that it owns. The owner's own and the last adult one stay.
    public struct DeleteProfile: Request {
        public typealias Response = Empty
        // A tombstone is permanent: a retry changes nothing.
        public static let safety = CallSafety.idempotent
        public static let access = Profiles.adults.orReadOnly()

        /// The profile's id.
        public var profile: String
        /// The household's PIN, where one is set and the profile is a kids one.
        public var pin: String?
        /// Whether the profile may be an unlisted one, whose data other services quarantine: they get its tombstone and
        /// erase the data. For the owner only; absent: no.
        public var alsoUnlisted: Bool?

        /// Creates the request.
        public init(profile: String, pin: String? = nil, alsoUnlisted: Bool? = nil) {
            self.profile = profile
            self.pin = pin
            self.alsoUnlisted = alsoUnlisted
        }
    }
}

/// A viewer's profile: a member's own, or a child's or guest's.
public struct Profile: Codable, Sendable, Hashable {
    /// Its id, which never changes and is never used again.
    public var id: String
    /// Its name.
    public var name: String
    /// Adult or kids.
    public var kind: ProfileKind
    /// The member whose own it is; absent for a child's or guest's.
    public var member: String?
    /// The time of its creation.
    public var created: Date
    /// Whether an adult's hides adult content from itself; absent: it does not.
    public var hidesAdult: Bool?
    /// Whether an adult's has a PIN of its own; absent: it has none.
    public var hasPIN: Bool?
    /// Whether switching to it asks the caller for a PIN, its own or the household's; absent where it does not, and
    /// outside of ``ListProfiles``.
    public var asksPIN: Bool?

    /// Describes a profile.
    public init(id: String, name: String, kind: ProfileKind, member: String?, created: Date) {
        self.id = id
        self.name = name
        self.kind = kind
        self.member = member
        self.created = created
    }
}

/// A profile's kind, which decides its policy.
public struct ProfileKind: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Sees everything, unless it hides adult content from itself.
    public static let adult = ProfileKind(rawValue: "adult")
    /// Sees titles for kids only.
    public static let kids = ProfileKind(rawValue: "kids")
}

/// The profiles of a household.
public struct ProfileList: Codable, Sendable, Hashable {
    /// The profiles, the oldest first.
    public var profiles: [Profile]
    /// How many the household may have under its plan.
    public var limit: Int32

    /// Lists profiles.
    public init(profiles: [Profile], limit: Int32) {
        self.profiles = profiles
        self.limit = limit
    }
}
