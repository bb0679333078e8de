/// How often a household has changed what its profiles may see: tokens issued before are outdated.
///
/// Profiles counts changes for kids and for adults separately, so that a child's new rule does not sign adults out, and
/// publishes both numbers with its events.
public struct PolicyGenerations: Codable, Sendable, Hashable {
    /// Changes for kids profiles.
    public var kids: Int64
    /// Changes for adult profiles.
    public var adults: Int64

    /// Makes a pair of numbers; both are 0 before the first change.
    public init(kids: Int64 = 0, adults: Int64 = 0) { (self.kids, self.adults) = (kids, adults) }

    /// The number for a caller's role: callers that act as a kids profile have the role child.
    public func generation(for role: Role) -> Int64 { role == .child ? kids : adults }

    /// Whether a viewer's policy was decided before these changes. A token without a generation counts as issued before
    /// any change; services act under no policy.
    public func isOutdated(_ viewer: Viewer) -> Bool {
        viewer.service == nil && (viewer.policyGeneration ?? 0) < generation(for: viewer.role)
    }
}
