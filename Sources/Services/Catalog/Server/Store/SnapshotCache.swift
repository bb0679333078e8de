internal import GRDB
internal import ServiceKit
internal import Synchronization

/// Keeps what is in memory of the open shards' published states, so that it is read once for each.
///
/// A job offers that of the state which it is about to publish, so that the first question after it need not read it.
final class SnapshotCache<State: Sendable>: Sendable {
    private struct Held {
        weak var shard: Shard?
        /// By generation, the latest last: readers that began before a publication still have the one before it.
        var states: [(generation: Int64, state: State)] = []
    }

    /// The state that is published, and the one before it or the one to come.
    private static var maximumSnapshots: Int { 2 }

    private let held = Mutex([ObjectIdentifier: Held]())

    /// What there is of a published state, made when it is not there yet.
    func state(of shard: Shard, generation: Int64, make: () throws -> State) rethrows -> State {
        if let known = find(shard, generation) { return known }
        let state = try make()
        offer(state, of: shard, generation: generation)
        return state
    }

    /// Notes what there is of a state that is published, or about to be.
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

    /// Notes that a generation has what the one before it had.
    func carry(to generation: Int64, of shard: Shard) {
        guard let same = find(shard, generation - 1) else { return withdraw(generation, of: shard) }
        offer(same, of: shard, generation: generation)
    }

    /// Forgets a state that was not published: the next one has the same number.
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

extension SnapshotCache<TitleIndex> {
    /// The columns of a published state, read when they are not there yet.
    func columns(of shard: Shard, generation: Int64, _ db: Database) throws -> TitleIndex {
        try state(of: shard, generation: generation) { try TitleIndex(db, generation: generation) }
    }
}

extension SnapshotCache<OnAirList> {
    /// What is on in a published state, read when it is not there yet; nothing is read of the programmes.
    func list(of shard: Shard, generation: Int64, _ db: Database) throws -> OnAirList {
        try state(of: shard, generation: generation) { try OnAirList(db, generation: generation) }
    }
}
