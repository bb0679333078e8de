public import Access
public import HearthModel
public import RPC

/// A caller in tests. The household's key signs for each.
public struct TestCaller: Sendable, Hashable {
    /// The household.
    public var household: String
    /// Who signed in.
    public var member: String
    /// The profile that acts.
    public var profile: String
    /// What the caller may do.
    public var role: Role
    /// What the profile may see.
    public var policy: ViewingPolicy
    /// A service that acts for itself; member, profile, role and policy do not count then.
    public var service: String?
    /// The household's plan.
    public var plan = PlanRules.premium
    /// When it ends or ended, in seconds since 1970; nil: it does not end.
    public var planExpires: Int64?
    /// Whether the profile is beyond those of the free plan.
    public var isBeyondFree = false
    /// Whether the profile has parental limits.
    public var hasLimits = false
    /// What the device cannot do.
    public var deviceLacks: [DeviceLack] = []

    /// Describes a person of the household.
    public init(
        household: String = HouseholdName.standard, member: String, profile: String? = nil, role: Role,
        policy: ViewingPolicy
    ) {
        self.household = household
        self.member = member
        self.profile = profile ?? "profile-of-\(member)"
        self.role = role
        self.policy = policy
    }

    /// The owner, who sees everything.
    public static let owner = TestCaller(member: "olga", role: .owner, policy: .everything)
    /// An adult who sees everything.
    public static let adult = TestCaller(member: "adam", role: .adult, policy: .everything)
    /// An adult who hides adult content.
    public static let hidingAdult = TestCaller(member: "hilda", role: .adult, policy: .hidingAdult)
    /// A child with a kids profile that sees unrated titles.
    public static let kids = TestCaller(member: "kim", role: .child, policy: .kids(seesUnrated: true))
    /// A child with a kids profile that sees no unrated titles.
    public static let strictKids = TestCaller(member: "karl", role: .child, policy: .kids(seesUnrated: false))

    /// A service that acts for itself.
    public static func service(_ name: String) -> TestCaller {
        var person = TestCaller(member: "", role: .service, policy: .everything)
        person.service = name
        return person
    }

    /// The same person in another household.
    public func of(_ household: String) -> TestCaller {
        var person = self
        person.household = household
        return person
    }

    /// The same person under another plan.
    public func on(plan: String, until end: Int64? = nil, isBeyondFree: Bool = false) -> TestCaller {
        var person = self
        (person.plan, person.planExpires, person.isBeyondFree) = (plan, end, isBeyondFree)
        return person
    }

    /// The same person with parental limits.
    public var limited: TestCaller {
        var person = self
        person.hasLimits = true
        return person
    }

    /// What this person's token says.
    public func claims(
        lifetime: Duration = AccessLimits.personTokenLifetime, runtime: any Runtime
    ) -> TokenClaims {
        var claims = TokenClaims(
            household: household, subject: member, member: member, profile: profile, role: role, policy: policy,
            plan: plan, lifetime: lifetime, runtime: runtime)
        (claims.planExpires, claims.isBeyondFree) = (planExpires, isBeyondFree ? true : nil)
        claims.hasLimits = hasLimits ? true : nil
        claims.deviceLacks = deviceLacks.isEmpty ? nil : deviceLacks.map(\.rawValue)
        return claims
    }
}
