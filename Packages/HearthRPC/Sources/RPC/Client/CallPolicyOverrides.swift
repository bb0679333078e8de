/// What configuration sets for the calls of a service or of one method; nil values leave the method's declaration in
/// force.
public struct CallPolicyOverride: Sendable, Hashable {
    /// The timeout.
    public var timeout: Duration?
    /// The highest number of attempts, the first one included; 1 never retries.
    public var attempts: Int?
    /// Whether to wait for a connection until the deadline.
    public var waitForReady: Bool?

    /// Makes an override of the given values.
    public init(timeout: Duration? = nil, attempts: Int? = nil, waitForReady: Bool? = nil) {
        (self.timeout, self.attempts, self.waitForReady) = (timeout, attempts, waitForReady)
    }
}

/// Overrides of call policies from configuration, by the name of a service or of one method (`service/method`, as on
/// the wire).
///
/// A method's override takes precedence over its service's, and both over the method's declaration. ``CallOptions`` of
/// the caller take precedence over all of them. A service's timeout applies to its unary methods only: streams need an
/// override of their own.
public struct CallPolicyOverrides: Sendable, Hashable {
    private let said: [String: CallPolicyOverride]

    /// Makes overrides from a dictionary by name.
    public init(_ said: [String: CallPolicyOverride] = [:]) { self.said = said }

    /// No overrides: methods are called as they declare.
    public static let none = CallPolicyOverrides()

    /// The override that applies to calls of a method.
    public func override(of method: MethodDescriptor) -> CallPolicyOverride {
        if said.isEmpty { return CallPolicyOverride() }
        let (own, whole) = (said[method.name], said[method.service])
        return CallPolicyOverride(
            timeout: own?.timeout ?? (method.shape == .unary ? whole?.timeout : nil),
            attempts: own?.attempts ?? whole?.attempts, waitForReady: own?.waitForReady ?? whole?.waitForReady)
    }
}
