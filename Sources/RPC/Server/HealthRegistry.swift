internal import Synchronization

/// What a process says about its health: one state for each part that can fail by itself.
public final class HealthRegistry: Sendable {
    /// The state of a part, or of the whole.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// Not ready yet.
        case starting
        /// All well.
        case serving
        /// Works in part; the reason says what does not.
        case degraded
        /// Takes no calls.
        case notServing = "not-serving"
    }

    /// One part's state.
    public struct Part: Sendable, Hashable {
        /// The part, such as `shard` or `outbox.profiles`.
        public var name: String
        /// Its state.
        public var state: State
        /// Why, for people; empty when all is well.
        public var reason: String
    }

    private let parts = Mutex<[String: Part]>([:])

    /// Makes a registry in which nothing is wrong.
    public init() {}

    /// Sets a part's state.
    public func set(_ name: String, _ state: State, reason: String = "") {
        parts.withLock { $0[name] = Part(name: name, state: state, reason: reason) }
    }

    /// Every part, by name.
    public var all: [Part] { parts.withLock { $0.values.sorted { $0.name < $1.name } } }

    /// The whole's state: the worst part's.
    public var overall: State {
        let states = Set(all.map(\.state))
        return [State.notServing, .starting, .degraded].first(where: states.contains) ?? .serving
    }
}
