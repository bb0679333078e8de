internal import RPC
internal import Synchronization

/// The quarantine of each household, in memory: calls check it on the socket thread, and health reports it.
///
/// The shards are authoritative; the cache is updated when a shard opens and after each change.
package final class QuarantineCache: Sendable {
    private struct State {
        var households: [String: QuarantineSummary] = [:]
        var isOpening = true
        var onChange: (@Sendable ([String: QuarantineSummary]) -> Void)?
    }

    private let state = Mutex(State())
    /// Whether a call needs a check: shards are being opened, or a profile is in quarantine.
    private let needsCheck = Atomic(true)

    /// Creates an empty cache.
    package init() {}

    /// The status of a caller's profile in a service.
    enum ProfileStatus {
        /// It may call.
        case free
        /// It is in quarantine.
        case quarantined
        /// The household's shard has not been opened yet.
        case unknown
    }

    /// Whether all profiles may call: no shard is being opened, and no profile is in quarantine.
    var isQuiet: Bool { !needsCheck.load(ordering: .relaxed) }

    /// Whether a profile may call.
    func standing(of profile: String, in household: String) -> ProfileStatus {
        state.withLock { state in
            guard let summary = state.households[household] else { return state.isOpening ? .unknown : .free }
            return summary.profiles.contains(profile) ? .quarantined : .free
        }
    }

    /// Sets a household's quarantine summary.
    func note(_ summary: QuarantineSummary, in household: String) {
        let tell = state.withLock { state -> (() -> Void)? in
            let before = state.households.updateValue(summary, forKey: household) ?? QuarantineSummary()
            look(state)
            guard before != summary, let onChange = state.onChange else { return nil }
            return { [households = state.households] in onChange(households) }
        }
        tell?()
    }

    /// Records that all existing shards are open: a household not known here has nothing in quarantine.
    func noteOpened() {
        state.withLock { state in
            state.isOpening = false
            look(state)
        }
    }

    /// Sets the observer of changes, and calls it with the current state.
    func onChange(_ body: @escaping @Sendable ([String: QuarantineSummary]) -> Void) {
        let known = state.withLock { state in
            state.onChange = body
            return state.households
        }
        if known.values.contains(where: { !$0.groups.isEmpty }) { body(known) }
    }

    /// The households with something in quarantine, sorted.
    var households: [String] {
        state.withLock { state in state.households.filter { !$0.value.groups.isEmpty }.keys.sorted() }
    }

    private func look(_ state: borrowing State) {
        let isNeeded = state.isOpening || state.households.values.contains { !$0.profiles.isEmpty }
        needsCheck.store(isNeeded, ordering: .relaxed)
    }
}
