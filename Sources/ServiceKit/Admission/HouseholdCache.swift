internal import Synchronization

/// One value of every household in memory: calls check it on the socket thread, where a shard cannot be read.
///
/// The shards are authoritative; the cache is updated when a shard opens and after each change. Until all existing
/// shards are open, the value of a household that is not known yet is unknown; from then on it is ``none``.
final class HouseholdCache<Value: Sendable & Equatable>: Sendable {
    private struct State {
        var values: [String: Value] = [:]
        var isOpening = true
        var onChange: (@Sendable ([String: Value]) -> Void)?
    }

    private let none: Value
    private let restricts: @Sendable (Value) -> Bool
    private let state = Mutex(State())
    /// Whether a call needs a check: shards are being opened, or a household's value restricts calls. Mostly false.
    private let needsCheck = Atomic(true)

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - none: the value of a household of which nothing is stored.
    ///   - restricts: whether calls can be rejected because of a value.
    init(none: Value, restricts: @escaping @Sendable (Value) -> Bool) {
        (self.none, self.restricts) = (none, restricts)
    }

    /// Whether every call may pass: no shard is being opened, and no value restricts calls. One atomic load.
    var isQuiet: Bool { !needsCheck.load(ordering: .relaxed) }

    /// A household's value; nil while its shard has not been opened yet.
    func value(of household: String) -> Value? {
        state.withLock { state in state.values[household] ?? (state.isOpening ? nil : none) }
    }

    /// Sets a household's value.
    func set(_ value: Value, of household: String) { update(household) { _ in value } }

    /// Changes a household's value; of several changes at the same moment each gets the result of the one before.
    func update(_ household: String, _ body: (Value) -> Value) {
        let notify = state.withLock { state -> (() -> Void)? in
            let before = state.values[household] ?? none
            let value = body(before)
            state.values[household] = value
            updateNeedsCheck(state)
            guard before != value, let onChange = state.onChange else { return nil }
            return { [values = state.values] in onChange(values) }
        }
        notify?()
    }

    /// Records that all existing shards are open.
    func noteOpened() {
        state.withLock { state in
            state.isOpening = false
            updateNeedsCheck(state)
        }
    }

    /// The households with another value than ``none``, sorted.
    var households: [String] {
        state.withLock { state in state.values.filter { $0.value != none }.keys.sorted() }
    }

    /// Sets the observer of changes, and calls it with the current values unless all are ``none``.
    func onChange(_ body: @escaping @Sendable ([String: Value]) -> Void) {
        let known = state.withLock { state in
            state.onChange = body
            return state.values
        }
        if known.values.contains(where: { $0 != none }) { body(known) }
    }

    private func updateNeedsCheck(_ state: borrowing State) {
        needsCheck.store(state.isOpening || state.values.values.contains(where: restricts), ordering: .relaxed)
    }
}
