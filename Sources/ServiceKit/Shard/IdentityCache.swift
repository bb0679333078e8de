internal import HearthModel
internal import Synchronization

/// The identities of the households that a service has opened. Every call looks one up, so the first few are compared
/// linearly, which costs a tenth of hashing a name; a machine seldom has more.
final class IdentityCache: Sendable {
    private struct State {
        var few: [(household: String, identity: HouseholdIdentity)] = []
        var rest: [String: HouseholdIdentity] = [:]
    }

    private let state = Mutex(State())
    private static let fewCount = 8

    subscript(household: String) -> HouseholdIdentity? {
        get {
            state.withLock { state in
                for known in state.few where known.household == household { return known.identity }
                return state.rest.isEmpty ? nil : state.rest[household]
            }
        }
        set {
            state.withLock { state in
                state.rest[household] = nil
                state.few.removeAll { $0.household == household }
                guard let newValue else { return }
                if state.few.count < Self.fewCount {
                    state.few.append((household, newValue))
                } else {
                    state.rest[household] = newValue
                }
            }
        }
    }
}
