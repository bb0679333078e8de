internal import Synchronization

/// The health of a process: one state for each part that can fail by itself.
public final class HealthRegistry: Sendable {
    /// The state of a part, or of the whole.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// Not ready yet.
        case starting
        /// All is well.
        case serving
        /// Works in part; the reason says what does not.
        case degraded
        /// Accepts no calls.
        case notServing = "not-serving"
    }

    /// One part's state.
    public struct Part: Sendable, Hashable {
        /// The part, such as `shard` or `outbox.profiles`.
        public var name: String
        /// Its state.
        public var state: State
        /// The reason, for people; empty when all is well.
        public var reason: String
    }

    private struct Contents {
        var parts: [String: Part] = [:]
        var watchers: [UInt64: AsyncStream<Void>.Continuation] = [:]
        var lastWatcher: UInt64 = 0
    }

    private let contents = Mutex(Contents())

    /// Makes a registry without parts.
    public init() {}

    /// Sets a part's state.
    public func set(_ name: String, _ state: State, reason: String = "") {
        let part = Part(name: name, state: state, reason: reason)
        let watchers = contents.withLock { contents -> [AsyncStream<Void>.Continuation] in
            guard contents.parts.updateValue(part, forKey: name) != part else { return [] }
            return contents.watchers.sorted { $0.key < $1.key }.map(\.value)
        }
        for watcher in watchers { watcher.yield() }
    }

    /// Yields at once, and after each change; several changes before the next read count as one.
    package func changes() -> AsyncStream<Void> {
        let (changes, watcher) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = contents.withLock { contents in
            contents.lastWatcher += 1
            contents.watchers[contents.lastWatcher] = watcher
            return contents.lastWatcher
        }
        watcher.onTermination = { [weak self] _ in
            self?.contents.withLock { _ = $0.watchers.removeValue(forKey: number) }
        }
        watcher.yield()
        return changes
    }

    /// The number of watchers.
    var watchers: Int { contents.withLock { $0.watchers.count } }

    /// Every part, sorted by name.
    public var all: [Part] { contents.withLock { $0.parts.values.sorted { $0.name < $1.name } } }

    /// The worst part's state.
    public var overall: State {
        let states = Set(all.map(\.state))
        return [State.notServing, .starting, .degraded].first(where: states.contains) ?? .serving
    }
}
