/// The caller: taken from a verified token, never from a request.
public struct Viewer: Sendable, Hashable {
    /// The household, `[a-z0-9-]{1,40}`.
    public var household: String
    /// The token's subject: a member, a profile or a service. Idempotency keys belong to it.
    public var subject: String
    /// The acting profile; nil for a service on its own behalf.
    public var profile: String?
    /// The caller's rights.
    public var role: Role
    /// What the profile may see. Services on their own behalf see everything and show it to no viewer.
    public var policy: ViewingPolicy
    /// The household's plan, `free` or `premium`; nil when the token has none, which counts as free.
    public var plan: String?
    /// The service's name when it acts on its own behalf.
    public var service: String?
    /// The household's identity; nil when the token has none, as those of older builds.
    public var identity: HouseholdIdentity?
    /// The generation of the policies of such profiles when ``policy`` was decided (``PolicyGenerations``); nil when
    /// the token has none.
    public var policyGeneration: Int64?
    /// The device that is signed in, by id; nil when the token has none.
    public var device: String?
    /// When ``plan`` ends, in seconds since 1970, or when the last one ended; nil when it does not end.
    public var planExpires: Int64?
    /// Whether the profile is beyond those of the free plan (``isReadOnly(at:)``).
    public var isBeyondFree: Bool
    /// When the session returns to the choice of a profile, in seconds since 1970; nil for never.
    public var relocksAt: Int64?
    /// Whether the profile has parental limits: playback-state decides what it may open, and when.
    public var hasLimits: Bool
    /// What the device cannot do.
    public var deviceLacks: [DeviceLack]

    /// Makes a viewer.
    public init(
        household: String, subject: String, profile: String?, role: Role, policy: ViewingPolicy, plan: String? = nil,
        service: String? = nil, identity: HouseholdIdentity? = nil, policyGeneration: Int64? = nil,
        device: String? = nil, planExpires: Int64? = nil, isBeyondFree: Bool = false, relocksAt: Int64? = nil,
        hasLimits: Bool = false, deviceLacks: [DeviceLack] = []
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
        self.device = device
        self.planExpires = planExpires
        self.isBeyondFree = isBeyondFree
        self.relocksAt = relocksAt
        self.hasLimits = hasLimits
        self.deviceLacks = deviceLacks
    }

    /// Whether it sees titles without a card, and so without a rating: only adults do.
    public var seesUnclassified: Bool { role != .child && policy.allows(rating: .r, isAdult: false, kind: .movie) }
}

/// A caller's rights.
public struct Role: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Everything in the household, and operating it.
    public static let owner = Role(rawValue: "owner")
    /// Everything but operating the household.
    public static let adult = Role(rawValue: "adult")
    /// Watching and reading within the policy.
    public static let child = Role(rawValue: "child")
    /// A service on its own behalf.
    public static let service = Role(rawValue: "service")
    /// Inspecting processes and stopping them; the owner has it too.
    public static let `operator` = Role(rawValue: "operator")
}

/// A household's name.
public enum HouseholdName {
    /// The default household of a box.
    public static let standard = "home"
    /// The longest name, in characters.
    public static let maximumLength = 40

    /// Names reserved by the data directory: it has the keys and the logs beside the households.
    public static let reserved: Set<String> = ["keys", "logs"]
    /// The rule of names, for messages.
    public static let rule = "1 to \(maximumLength) of a-z, 0-9 and -, but not \"keys\" or \"logs\""

    /// Whether a name is valid: 1 to 40 of `a-z`, `0-9` and `-`, and not ``reserved``. Only valid names become part of
    /// a path.
    public static func isValid(_ name: String) -> Bool {
        (1...maximumLength).contains(name.utf8.count) && !reserved.contains(name)
            && name.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
    }
}
