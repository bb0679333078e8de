internal import RPC
internal import Synchronization

/// Limits how many wrong tokens of invitations are looked up, for all callers together: callers without a token of
/// their own cannot be told apart.
///
/// No number of tries finds 192 bits; the limit keeps them from taking the shards' time.
final class InvitationGuesses: Sendable {
    private struct State {
        var left = ProfilesLimits.invitationGuesses
        var filled: MonotonicInstant
    }

    private let runtime: any Runtime
    private let state: Mutex<State>

    init(runtime: any Runtime) {
        self.runtime = runtime
        state = Mutex(State(filled: runtime.now))
    }

    /// Counts a try as a wrong one, before it is looked up: tries at the same moment are all counted.
    ///
    /// - Throws: ``ProfilesError/tooManyGuesses(retryAfter:)``.
    func count() throws(ProfilesError) {
        let now = runtime.now
        let isAllowed = state.withLock { state in
            let interval = ProfilesLimits.invitationGuessInterval
            while state.left < ProfilesLimits.invitationGuesses, state.filled.duration(to: now) >= interval {
                state.left += 1
                state.filled = state.filled.advanced(by: interval)
            }
            if state.left == ProfilesLimits.invitationGuesses { state.filled = now }
            guard state.left > 0 else { return false }
            state.left -= 1
            return true
        }
        if !isAllowed { throw .tooManyGuesses(retryAfter: ProfilesLimits.invitationGuessInterval) }
    }

    /// Takes back a try that was right.
    func takeBack() {
        state.withLock { $0.left = min($0.left + 1, ProfilesLimits.invitationGuesses) }
    }
}
