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
    /// How many entries there are for each that lives when it is time for a compaction, which looks at all of them.
    private static var compactionFactor: Int { 4 }
    private var heap = Heap<Entry>()

    mutating func insert(_ id: ID, at instant: MonotonicInstant) { heap.insert(Entry(at: instant, id: id)) }

    /// The earliest deadline, which may be that of a call that has ended.
    var earliest: MonotonicInstant? { heap.min?.at }

    /// Takes out one deadline that has passed.
    mutating func popPassed(_ now: MonotonicInstant) -> ID? {
        guard let first = heap.min, first.at <= now else { return nil }
        return heap.popMin()?.id
    }

    /// Whether the entries of ended calls are by far the most.
    func wantsCompaction(live: Int) -> Bool {
        heap.count > Self.compactionFloor && heap.count > Self.compactionFactor * live
    }

    /// The heap without the entries of ended calls.
    func compacted(_ isLive: (ID) -> Bool) -> Self {
        var compacted = Self()
        compacted.heap = Heap(heap.unordered.filter { isLive($0.id) })
        return compacted
    }

    mutating func removeAll() { heap = Heap() }
}
