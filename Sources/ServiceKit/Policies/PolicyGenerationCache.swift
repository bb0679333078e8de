package import HearthModel
package import RPC
internal import Synchronization

/// The households' ``Household/PolicyGenerations`` in memory: calls check them on the socket thread.
///
/// The shards are authoritative; the cache is updated when a shard opens and after each event with new generations.
final class PolicyGenerationCache: Sendable {
    private struct State {
        var households: [String: PolicyGenerations] = [:]
        var isOpening = true
    }

    private let state = Mutex(State())
    /// Whether a call needs a check: shards are being opened, or a household has changed its viewing rules. Mostly
    /// false.
    private let needsCheck = Atomic(true)

    /// Whether all tokens are current: no shard is being opened, and no household has changed its rules.
    var isQuiet: Bool { !needsCheck.load(ordering: .relaxed) }

    /// Whether a viewer's token predates the last change of its rules; nil while the household's shard has not been
    /// opened.
    func isOutdated(_ viewer: Viewer) -> Bool? {
        state.withLock { state in
            guard let generations = state.households[viewer.household] else { return state.isOpening ? nil : false }
            return generations.isOutdated(viewer)
        }
    }

    /// Sets a household's generations. They may be lower than before: profiles was restored from an older copy.
    func note(_ generations: PolicyGenerations, of household: String) { change(household) { _ in generations } }

    /// Records a change; of several at the same moment the last one counts.
    func raise(to generations: PolicyGenerations, of household: String) {
        change(household) {
            PolicyGenerations(kids: max($0.kids, generations.kids), adults: max($0.adults, generations.adults))
        }
    }

    /// Records that all existing shards are open: a household without generations here has changed nothing.
    func noteOpened() {
        state.withLock { state in
            state.isOpening = false
            look(state)
        }
    }

    private func change(_ household: String, _ body: (PolicyGenerations) -> PolicyGenerations) {
        state.withLock { state in
            state.households[household] = body(state.households[household] ?? PolicyGenerations())
            look(state)
        }
    }

    private func look(_ state: borrowing State) {
        let isNeeded = state.isOpening || state.households.values.contains { $0 != PolicyGenerations() }
        needsCheck.store(isNeeded, ordering: .relaxed)
    }
}

extension ShardDirectory {
    /// Rejects a household's outdated tokens from now on, and ends the streams that were opened with them.
    package func endOutdatedTokens(_ generations: PolicyGenerations, of household: String, _ openStreams: OpenStreams) {
        policies.raise(to: generations, of: household)
        openStreams.end(in: household) { generations.isOutdated($0) }
    }
}
