internal import RPC
internal import Synchronization

/// A person of a run's household.
final class Person: Sendable {
    /// The name, used in the paths of the person's objects.
    let name: String
    /// The profile.
    let profile: String
    let isKid: Bool
    private let held: Mutex<AccessToken>

    init(name: String, profile: String, isKid: Bool, token: AccessToken) {
        (self.name, self.profile, self.isKid) = (name, profile, isKid)
        held = Mutex(token)
    }

    /// The token for calls; renewed in runs longer than its lifetime.
    var token: AccessToken {
        get { held.withLock { $0 } }
        set { held.withLock { $0 = newValue } }
    }
}
