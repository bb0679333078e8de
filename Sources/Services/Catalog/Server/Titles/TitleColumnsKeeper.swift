internal import GRDB
internal import ServiceKit
internal import Synchronization

/// Keeps the columns of the open shards' titles, so that they are read once for each published state.
///
/// A job offers those of the state that it is about to publish, so that the first search after it need not read them.
final class TitleColumnsKeeper: Sendable {
    private struct Held {
        weak var shard: Shard?
        /// By generation, the latest last: readers that began before a publication still have the one before it.
        var states: [(generation: Int64, columns: TitleColumns)] = []
    }

    /// The state that is published, and the one before it or the one to come.
    private static let statesKept = 2

    private let held = Mutex([ObjectIdentifier: Held]())

    /// The columns of a published state, read when they are not there yet.
    func columns(of shard: Shard, generation: Int64, _ db: Database) throws -> TitleColumns {
        if let known = find(shard, generation) { return known }
        let columns = try TitleColumns(db, generation: generation)
        offer(columns, of: shard, generation: generation)
        return columns
    }

    /// Notes the columns of a state that is published, or about to be.
    func offer(_ columns: TitleColumns, of shard: Shard, generation: Int64) {
        held.withLock { held in
            held = held.filter { $0.value.shard != nil }
            var entry = held[ObjectIdentifier(shard)] ?? Held(shard: shard)
            if entry.shard !== shard { entry = Held(shard: shard) }
            entry.states.removeAll { $0.generation == generation }
            entry.states.append((generation, columns))
            entry.states.sort { $0.generation < $1.generation }
            entry.states.removeFirst(max(0, entry.states.count - Self.statesKept))
            held[ObjectIdentifier(shard)] = entry
        }
    }

    /// Notes that a generation's titles are those of the one before it.
    func carry(to generation: Int64, of shard: Shard) {
        guard let same = find(shard, generation - 1) else { return withdraw(generation, of: shard) }
        offer(same, of: shard, generation: generation)
    }

    /// Forgets a state that was not published: the next one has the same number.
    func withdraw(_ generation: Int64, of shard: Shard) {
        held.withLock { $0[ObjectIdentifier(shard)]?.states.removeAll { $0.generation == generation } }
    }

    private func find(_ shard: Shard, _ generation: Int64) -> TitleColumns? {
        held.withLock { held in
            guard let entry = held[ObjectIdentifier(shard)], entry.shard === shard else { return nil }
            return entry.states.first { $0.generation == generation }?.columns
        }
    }
}
