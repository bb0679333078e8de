public import HearthModel
public import RPC

/// The claims of a token: all that a service needs for its decision, so that it calls no other service.
public struct TokenClaims: Codable, Sendable, Hashable {
    /// The household that the bearer belongs to; its calls touch no other.
    public var household: String
    /// The household's ``Household/HouseholdIdentity`` as text; nil when the signer does not know it.
    public var identity: String?
    /// The authenticated subject: a member's id, or `service:<name>`. Idempotency keys belong to it.
    public var subject: String
    /// The member who signed in; nil for a service.
    public var member: String?
    /// The acting profile; nil for a service.
    public var profile: String?
    /// The bearer's rights.
    public var role: Role
    /// What the profile may see.
    public var policy: ViewingPolicy
    /// The generation of the policies of such profiles when ``policy`` was decided (``Household/PolicyGenerations``);
    /// nil for a service, and from signers that do not count.
    public var policyGeneration: Int64?
    /// The household's plan, `free` or `premium`.
    public var plan: String?
    /// The service's name when it acts on its own behalf.
    public var service: String?
    /// When the token was issued, in seconds since 1970.
    public var issued: Int64
    /// When it expires, in seconds since 1970.
    public var expires: Int64
    /// The token's unique id.
    public var id: String
    /// The device that is signed in, by id; nil for a service, and for a person who signed in without one.
    public var device: String?
    /// When ``plan`` ends, or ended when it is free again, in seconds since 1970: the token grants no feature of it from
    /// then on. Nil: it does not end, as from signers that do not know ends.
    public var planExpires: Int64?
    /// Whether the profile is beyond those of the free plan: it only reads while no other plan holds. Nil: it is not.
    public var isBeyondFree: Bool?
    /// When the session of an adult profile on a shared device returns to the choice of a profile, in seconds since 1970:
    /// the token is refused from then on. Nil for never, as in tokens of older builds.
    public var relocksAt: Int64?
    /// Whether the profile has parental limits, which services ask playback-state about before they give access to media.
    /// Nil: it has none, as in tokens of older builds.
    public var hasLimits: Bool?
    /// What the device cannot do, by the names of ``HearthModel/DeviceLack``. Nil: nothing that it has said.
    public var deviceLacks: [String]?

    /// Makes claims of a token that is valid from now on.
    ///
    /// - Parameter lifetime: how long it is valid, at most ``AccessLimits/longestTokenLifetime``.
    public init(
        household: String, identity: HouseholdIdentity? = nil, subject: String, member: String? = nil,
        profile: String? = nil, role: Role, policy: ViewingPolicy, policyGeneration: Int64? = nil, plan: String? = nil,
        service: String? = nil, lifetime: Duration = AccessLimits.personTokenLifetime, device: String? = nil,
        runtime: any Runtime, relocksAt: Int64? = nil
    ) {
        self.household = household
        self.identity = identity?.text
        self.subject = subject
        self.member = member
        self.profile = profile
        self.role = role
        self.policy = policy
        self.policyGeneration = policyGeneration
        self.plan = plan
        self.service = service
        issued = runtime.wallTime.wholeSecondsSince1970
        expires = issued + lifetime.components.seconds
        id = runtime.randomBytes(Self.idBytes).hexadecimal
        self.device = device
        self.relocksAt = relocksAt
    }

    private static let idBytes = 12

    /// The names in the token: RFC 7519's where it has one, our own for the rest.
    private enum CodingKeys: String, CodingKey {
        case household, identity, member, profile, role, policy, policyGeneration, plan, service, relocksAt
        case subject = "sub"
        case issued = "iat"
        case expires = "exp"
        case id = "jti"
        case device, planExpires, isBeyondFree, hasLimits, deviceLacks
    }
}

extension TokenClaims {
    /// When the token expires.
    public var expiry: WallTime { WallTime(nanosecondsSince1970: expires.multipliedOrMaximum(by: 1_000_000_000)) }

    /// When the session relocks; nil for never.
    var relock: WallTime? {
        relocksAt.map { WallTime(nanosecondsSince1970: $0.multipliedOrMaximum(by: 1_000_000_000)) }
    }

    /// The caller as services see it.
    public var viewer: Viewer {
        Viewer(
            household: household, subject: subject, profile: profile, role: role, policy: policy, plan: plan,
            service: service, identity: identity.flatMap { HouseholdIdentity($0) }, policyGeneration: policyGeneration,
            device: device, planExpires: planExpires, isBeyondFree: isBeyondFree ?? false,
            relocksAt: relocksAt, hasLimits: hasLimits ?? false,
            deviceLacks: (deviceLacks ?? []).map(DeviceLack.init(rawValue:)))
    }

    /// The subject of a service's own tokens.
    static func subject(ofService name: String) -> String { "service:\(name)" }
}

extension WallTime {
    /// Whole seconds since 1970, rounded down.
    var wholeSecondsSince1970: Int64 {
        let (seconds, rest) = nanosecondsSince1970.quotientAndRemainder(dividingBy: 1_000_000_000)
        return rest < 0 ? seconds - 1 : seconds
    }
}

extension Int64 {
    /// The product, or the largest number on overflow: for times from untrusted tokens.
    fileprivate func multipliedOrMaximum(by factor: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? (self < 0 ? .min : .max) : product
    }
}
