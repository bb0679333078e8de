internal import Synchronization

/// Tracks the effects of a call so far, for an accurate `executed`.
///
/// A handler may fail with an error that says "not executed" of its last step, such as a second write or a nested call.
/// For the whole call that is true only when no earlier step had an effect.
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

    /// The strongest known effect.
    public var executed: Executed { Executed(rawValue: facts.executed.load(ordering: .relaxed)) ?? .maybe }
}
