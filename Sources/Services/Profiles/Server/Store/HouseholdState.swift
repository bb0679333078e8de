internal import HearthModel
internal import ProfilesAPI
internal import RPC

/// A household with all of its members and profiles: a few rows, read as a whole, for the rules.
struct HouseholdState: Sendable {
    var household: HouseholdRow
    var members: [MemberRow]
    /// The oldest first.
    var profiles: [ProfileRow]
    var hasPIN: Bool
    /// The generation of the policies: tokens of earlier generations are rejected.
    var policyGenerations = PolicyGenerations()
    /// What was bought for it in the store.
    var purchases: [Purchase] = []
    /// When shared devices relock; nil for never.
    var relock: RelockSettings?
    /// That it is to be deleted, and when.
    var deletion: HouseholdDeletion?

    /// The member who manages the household; every household has one from its creation.
    var owner: MemberRow? { members.first { $0.role == .owner } }

    func member(_ id: String) -> MemberRow? { members.first { $0.id == id } }

    func profile(_ id: String) -> ProfileRow? { profiles.first { $0.id == id } }

    /// The profile of that id, or else of that name without regard to case.
    func profile(idOrName text: String) -> ProfileRow? {
        profile(text) ?? profiles.first { $0.nameKey == NameRules.key(text) }
    }

    func profile(of member: MemberRow) -> ProfileRow? { profiles.first { $0.member == member.id } }
}

/// A household's options.
struct HouseholdRow: Sendable, Hashable {
    var name: String
    var timeZone: String
    var kidsSeeUnrated: Bool
    var kidsSeeUnratedChannels: Bool
    var plan: Plan
    /// Milliseconds since 1970.
    var created: Int64
    /// The country it is in, ISO 3166-1.
    var region: String?
    /// Language, first day of the week, and the like.
    var preferences = HouseholdPreferences()
}

/// A household member, who signs in.
struct MemberRow: Sendable, Hashable {
    var id: String
    var name: String
    var role: Role
    /// Milliseconds since 1970.
    var created: Int64
    /// Since when the member is disabled, in milliseconds since 1970; nil: enabled.
    var disabled: Int64?
}

/// A viewer's profile.
struct ProfileRow: Sendable, Hashable {
    var id: String
    var name: String
    var kind: ProfileKind
    var hidesAdult: Bool
    /// The member whose own it is.
    var member: String?
    /// Milliseconds since 1970.
    var created: Int64
    /// Whether it has a PIN of its own.
    var hasPIN = false
    /// The number of its rule set; nil without rules.
    var ruleSet: Int32?
    /// Whether it has parental limits.
    var hasLimits = false

    var nameKey: String { NameRules.key(name) }
}
