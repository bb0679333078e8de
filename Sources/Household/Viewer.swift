/// Who calls: read off a verified token, never off a request.
public struct Viewer: Sendable, Hashable {
    /// The household, `[a-z0-9-]{1,40}`.
    public var household: String
    /// The token's subject: a member, a profile or a service. Idempotency keys belong to it.
    public var subject: String
    /// The profile that acts; nil for a service that acts for itself.
    public var profile: String?
    /// What the caller may do.
    public var role: Role
    /// What the profile may see. Services that act for themselves see everything and show it to nobody.
    public var policy: ViewingPolicy
    /// The household's plan, `free` or `premium`; nil when the token does not say, which counts as free.
    public var plan: String?
    /// The service's name when it acts for itself.
    public var service: String?
    /// Which household that is; nil when the token does not say, as those of older builds.
    public var identity: HouseholdIdentity?
    /// How often the policies of such profiles had changed when ``policy`` was decided (``PolicyGenerations``); nil when the token
    /// does not say.
    public var policyGeneration: Int64?

    /// Makes a viewer.
    public init(
        household: String, subject: String, profile: String?, role: Role, policy: ViewingPolicy, plan: String? = nil,
        service: String? = nil, identity: HouseholdIdentity? = nil, policyGeneration: Int64? = nil
    ) {
        self.household = household
        self.subject = subject
        self.profile = profile
        self.role = role
        self.policy = policy
        self.plan = plan
        self.service = service
        self.identity = identity
        self.policyGeneration = policyGeneration
    }

    /// Whether it sees what has no card yet, and so no rating: adults alone do.
    public var seesUnclassified: Bool { role != .child && policy.allows(rating: .r, isAdult: false, kind: .movie) }
}

/// What a caller may do.
public struct Role: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Everything in the household, and running it.
    public static let owner = Role(rawValue: "owner")
    /// Everything but running the household.
    public static let adult = Role(rawValue: "adult")
    /// Watching and reading within the policy.
    public static let child = Role(rawValue: "child")
    /// A service that acts for itself.
    public static let service = Role(rawValue: "service")
    /// Looking into processes and stopping them; the owner has it too.
    public static let `operator` = Role(rawValue: "operator")
}

/// A household's name.
public enum HouseholdName {
    /// The household of a box that was never told another.
    public static let standard = "home"
    /// The longest name, in characters.
    public static let maximumLength = 40

    /// Names that the data directory needs for something else: it keeps the keys beside the households.
    public static let reserved: Set<String> = ["keys"]
    /// What a name is, for messages.
    public static let rule = "1 to \(maximumLength) of a-z, 0-9 and -, but not \"keys\""

    /// Whether a name is one: 1 to 40 of `a-z`, `0-9` and `-`, and not ``reserved``. Nothing else ever becomes part of a
    /// path.
    public static func isValid(_ name: String) -> Bool {
        (1...maximumLength).contains(name.utf8.count) && !reserved.contains(name)
            && name.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
    }
}
