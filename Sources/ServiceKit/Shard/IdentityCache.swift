internal import HearthModel

/// The identities of the households that a service has opened. Every call looks one up, so the first few are compared
/// linearly, which costs a tenth of hashing a name; a machine seldom has more.
struct IdentityCache: Sendable {
    private var few: [(household: String, identity: HouseholdIdentity)] = []
    private var rest: [String: HouseholdIdentity] = [:]
    private static let fewCount = 8

    subscript(household: String) -> HouseholdIdentity? {
        get {
            for known in few where known.household == household { return known.identity }
            return rest.isEmpty ? nil : rest[household]
        }
        set {
            rest[household] = nil
            few.removeAll { $0.household == household }
            guard let newValue else { return }
            if few.count < Self.fewCount { few.append((household, newValue)) } else { rest[household] = newValue }
        }
    }
}
