internal import GRDB
internal import ServiceKit
internal import Synchronization

/// Caches in-memory data of the open shards' published snapshots, so that each is read once.
///
/// A job adds the data of the snapshot that it is about to publish, so that the first call after it need not read them.
final class SnapshotCache<State: Sendable>: Sendable {
    private struct Held {
        weak var shard: Shard?
        /// By generation, the latest last: readers that started before a publication still use the previous one.
        var states: [(generation: Int64, state: State)] = []
    }

    /// The published snapshot, and the previous or the next one.
    private static var maximumSnapshots: Int { 2 }

    private let held = Mutex([ObjectIdentifier: Held]())

    /// The data of a published snapshot, made on first use.
    ///
    /// - Parameter isCurrent: whether cached data are still those of the snapshot: rule sets change within one.
    func state(
        of shard: Shard, generation: Int64, isCurrent: (State) -> Bool = { _ in true }, make: () throws -> State
    ) rethrows -> State {
        if let known = find(shard, generation), isCurrent(known) { return known }
        let state = try make()
        offer(state, of: shard, generation: generation)
        return state
    }

    /// Adds the data of a snapshot that is published, or about to be.
    func offer(_ state: State, of shard: Shard, generation: Int64) {
        held.withLock { held in
            held = held.filter { $0.value.shard != nil }
            var entry = held[ObjectIdentifier(shard)] ?? Held(shard: shard)
            if entry.shard !== shard { entry = Held(shard: shard) }
            entry.states.removeAll { $0.generation == generation }
            entry.states.append((generation, state))
            entry.states.sort { $0.generation < $1.generation }
            entry.states.removeFirst(max(0, entry.states.count - Self.maximumSnapshots))
            held[ObjectIdentifier(shard)] = entry
        }
    }

    /// Reuses the previous generation's data for a new one.
    func carry(to generation: Int64, of shard: Shard) {
        guard let same = find(shard, generation - 1) else { return withdraw(generation, of: shard) }
        offer(same, of: shard, generation: generation)
    }

    /// Removes the data of an unpublished snapshot: the next one has the same number.
    func withdraw(_ generation: Int64, of shard: Shard) {
        held.withLock { $0[ObjectIdentifier(shard)]?.states.removeAll { $0.generation == generation } }
    }

    private func find(_ shard: Shard, _ generation: Int64) -> State? {
        held.withLock { held in
            guard let entry = held[ObjectIdentifier(shard)], entry.shard === shard else { return nil }
            return entry.states.first { $0.generation == generation }?.state
        }
    }
}
