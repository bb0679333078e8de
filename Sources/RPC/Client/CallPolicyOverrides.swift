/// What configuration says about the calls of a service or of one method; what it leaves out is as the method declares it.
public struct CallPolicyOverride: Sendable, Hashable {
    /// How long to wait at most.
    public var timeout: Duration?
    /// How often to try at most, the first time included; 1 never retries.
    public var attempts: Int?
    /// Whether to wait for a connection until the deadline.
    public var waitForReady: Bool?

    /// Makes an override that says what is given.
    public init(timeout: Duration? = nil, attempts: Int? = nil, waitForReady: Bool? = nil) {
        (self.timeout, self.attempts, self.waitForReady) = (timeout, attempts, waitForReady)
    }
}

/// What configuration says about calls, by the name of a service or of one of its methods (`service/method`, as on the wire).
///
/// What is said of a method goes before what is said of its service, and both before what the method declares. What a
/// caller says in its ``CallOptions`` goes before all of it. A service's timeout is for its methods with one answer: streams
/// go on, unless one is named.
public struct CallPolicyOverrides: Sendable, Hashable {
    private let said: [String: CallPolicyOverride]

    /// Takes what is said, by name.
    public init(_ said: [String: CallPolicyOverride] = [:]) { self.said = said }

    /// Nothing is said: methods are called as they declare.
    public static let none = CallPolicyOverrides()

    /// What is said about calls of a method.
    public func override(of method: MethodDescriptor) -> CallPolicyOverride {
        if said.isEmpty { return CallPolicyOverride() }
        let (own, whole) = (said[method.name], said[method.service])
        return CallPolicyOverride(
            timeout: own?.timeout ?? (method.shape == .unary ? whole?.timeout : nil),
            attempts: own?.attempts ?? whole?.attempts, waitForReady: own?.waitForReady ?? whole?.waitForReady)
    }
}
