internal import HeapModule

/// The deadlines of open calls, earliest first. Calls that end leave their entry behind; it is dropped when its time
/// comes, or by compaction when such entries are the large majority.
struct DeadlineHeap<ID: Sendable & Equatable>: Sendable {
    private struct Entry: Comparable, Sendable {
        let at: MonotonicInstant
        let id: ID

        static func == (left: Self, right: Self) -> Bool { left.at == right.at && left.id == right.id }
        static func < (left: Self, right: Self) -> Bool { left.at < right.at }
    }

    private static var compactionFloor: Int { 1_024 }
    /// The growth since the last compaction, as a factor, that makes the next one due: a compaction visits all entries,
    /// so it must not be repeated before as many have been inserted.
    private static var compactionFactor: Int { 4 }
    private var heap = Heap<Entry>()
    private var compactionCount = Self.compactionFloor

    mutating func insert(_ id: ID, at instant: MonotonicInstant) { heap.insert(Entry(at: instant, id: id)) }

    /// The number of entries, those of ended calls included.
    var count: Int { heap.count }

    /// The earliest deadline, which may be that of an ended call.
    var earliest: MonotonicInstant? { heap.min?.at }

    /// Removes one deadline that has passed.
    mutating func popExpired(_ now: MonotonicInstant) -> ID? {
        guard let first = heap.min, first.at <= now else { return nil }
        return heap.popMin()?.id
    }

    /// Whether enough entries were inserted that those of ended calls may be the large majority.
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
