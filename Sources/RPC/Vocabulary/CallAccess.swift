/// Who may call a method. Declared with the method; an authenticating interceptor holds callers to it.
public struct CallAccess: Sendable, Hashable {
    /// Whether a call needs a token at all.
    public var needsToken: Bool
    /// The roles that may call; empty means that any role may.
    public var roles: Set<String>
    /// The services that may call for themselves, by name. None may unless it is named.
    public var services: Set<String>

    /// Makes a rule.
    public init(needsToken: Bool = true, roles: Set<String> = [], services: Set<String> = []) {
        self.needsToken = needsToken
        self.roles = roles
        self.services = services
    }

    /// No token needed: only for what tells nothing about anybody.
    public static let anyone = CallAccess(needsToken: false)
    /// Any person's token.
    public static let caller = CallAccess()

    /// Only tokens with one of these roles.
    public static func roles(_ roles: String...) -> CallAccess { CallAccess(roles: Set(roles)) }

    /// Also these services, for themselves.
    public func orServices(_ names: String...) -> CallAccess {
        CallAccess(needsToken: needsToken, roles: roles, services: services.union(names))
    }
}
