internal import Synchronization

/// What a call has done so far, for the honesty of its `executed`.
///
/// A handler may fail with an error that says "not executed" of its last step, such as a second write or a call of its
/// own. Of the whole call that is true only when no step before it had an effect.
public struct EffectTracker: Sendable {
    let facts: ServerCall.SharedState

    /// Notes a step: `yes` for a committed change, `maybe` for one whose outcome is unknown.
    public func raise(_ step: Executed) {
        var seen = facts.executed.load(ordering: .relaxed)
        while seen < step.rawValue {
            let (isExchanged, current) = facts.executed.weakCompareExchange(
                expected: seen, desired: step.rawValue, ordering: .relaxed)
            if isExchanged { return }
            seen = current
        }
    }

    /// The most that is known to have been executed.
    public var executed: Executed { Executed(rawValue: facts.executed.load(ordering: .relaxed)) ?? .maybe }
}
