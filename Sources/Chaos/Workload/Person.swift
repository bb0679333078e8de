internal import RPC
internal import Synchronization

/// Somebody of the household of a run.
final class Person: Sendable {
    /// Stands in the paths of what is theirs.
    let name: String
    /// The profile.
    let profile: String
    let isKid: Bool
    private let held: Mutex<AccessToken>

    init(name: String, profile: String, isKid: Bool, token: AccessToken) {
        (self.name, self.profile, self.isKid) = (name, profile, isKid)
        held = Mutex(token)
    }

    /// What they call with; renewed while a run lasts longer than a token.
    var token: AccessToken {
        get { held.withLock { $0 } }
        set { held.withLock { $0 = newValue } }
    }
}
