/// Which callers may call a method. Declared with the method; an authenticating interceptor enforces it.
public struct CallAccess: Sendable, Hashable {
    /// Whether a call needs a token at all.
    public var needsToken: Bool
    /// The roles that may call; empty means that any role may.
    public var roles: Set<String>
    /// The services that may call on their own behalf, by name.
    public var services: Set<String>
    /// For a method without tokens: the roles that get details. Other callers, and callers without a token, get an
    /// answer without details (``ServerCall/withholdsDetails``); empty means that there are none to withhold.
    public var detailRoles: Set<String> = []
    /// What a person's token must grant beyond a role, such as a feature of a plan; nil: nothing. An interceptor that knows
    /// what the name means enforces it. Services on their own behalf need none.
    public var entitlement: String?
    /// Whether callers whose tokens only let them read may call it although it changes something.
    public var permitsReadOnly = false

    /// Makes a rule.
    public init(needsToken: Bool = true, roles: Set<String> = [], services: Set<String> = []) {
        self.needsToken = needsToken
        self.roles = roles
        self.services = services
    }

    /// No token needed: only for answers without personal data.
    public static let anyone = CallAccess(needsToken: false)
    /// Any person's token.
    public static let caller = CallAccess()

    /// The role of those who may inspect a process and stop it. A server admits their calls when it admits no others.
    public static let operatorRole = "operator"

    /// The same, with details for these roles only.
    public func withDetails(for roles: String...) -> CallAccess {
        var access = self
        access.detailRoles.formUnion(roles)
        return access
    }

    /// Only tokens with one of these roles.
    public static func roles(_ roles: String...) -> CallAccess { CallAccess(roles: Set(roles)) }

    /// Also these services, on their own behalf.
    public func orServices(_ names: String...) -> CallAccess {
        var access = self
        access.services.formUnion(names)
        return access
    }

    /// Only tokens that grant this entitlement.
    public func needing(entitlement: String) -> CallAccess {
        var access = self
        access.entitlement = entitlement
        return access
    }

    /// Also callers whose tokens only let them read, although the method changes something.
    public func orReadOnly() -> CallAccess {
        var access = self
        access.permitsReadOnly = true
        return access
    }
}
