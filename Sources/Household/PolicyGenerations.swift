/// How often a household has changed what its profiles may see: tokens that were made before hold no longer.
///
/// Profiles counts kids' and adults' changes apart, so that a child's new rule does not sign adults out, and tells both numbers with
/// its events.
public struct PolicyGenerations: Codable, Sendable, Hashable {
    /// Changes for kids profiles.
    public var kids: Int64
    /// Changes for adult profiles.
    public var adults: Int64

    /// Makes a pair of numbers; both are 0 before the first change.
    public init(kids: Int64 = 0, adults: Int64 = 0) { (self.kids, self.adults) = (kids, adults) }

    /// The number that counts for a caller: callers that act as a kids profile have the role child.
    public func generation(for role: Role) -> Int64 { role == .child ? kids : adults }

    /// Whether what a caller may see was decided before these changes. A token that does not say is of before any change;
    /// services act under no policy.
    public func isOutdated(_ viewer: Viewer) -> Bool {
        viewer.service == nil && (viewer.policyGeneration ?? 0) < generation(for: viewer.role)
    }
}
