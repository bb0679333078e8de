internal import HeapModule

/// The deadlines of open calls, earliest first. Calls that end leave their entry behind; it is dropped when its time
/// comes, or when such entries are by far the most.
struct DeadlineHeap<ID: Sendable & Equatable>: Sendable {
    private struct Entry: Comparable, Sendable {
        let at: MonotonicInstant
        let id: ID

        static func == (left: Self, right: Self) -> Bool { left.at == right.at && left.id == right.id }
        static func < (left: Self, right: Self) -> Bool { left.at < right.at }
    }

    private static var compactionFloor: Int { 1_024 }
    /// How many times the entries that the last compaction left there are when it is time for the next: it looks at all
    /// of them, so it must not come again before as many have been inserted.
    private static var compactionFactor: Int { 4 }
    private var heap = Heap<Entry>()
    private var compactionCount = Self.compactionFloor

    mutating func insert(_ id: ID, at instant: MonotonicInstant) { heap.insert(Entry(at: instant, id: id)) }

    /// Those of calls that live, and of those that have ended.
    var count: Int { heap.count }

    /// The earliest deadline, which may be that of a call that has ended.
    var earliest: MonotonicInstant? { heap.min?.at }

    /// Takes out one deadline that has passed.
    mutating func popExpired(_ now: MonotonicInstant) -> ID? {
        guard let first = heap.min, first.at <= now else { return nil }
        return heap.popMin()?.id
    }

    /// Whether so many were inserted that those of ended calls may be by far the most.
    var wantsCompaction: Bool { count > compactionCount }

    /// The heap without the entries of ended calls.
    func compacted(_ isLive: (ID) -> Bool) -> Self {
        var compacted = Self()
        compacted.heap = Heap(heap.unordered.filter { isLive($0.id) })
        compacted.compactionCount = max(Self.compactionFloor, Self.compactionFactor * compacted.heap.count)
        return compacted
    }

    mutating func removeAll() { self = Self() }
}
