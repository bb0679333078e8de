/// A scan's notes on its input. Most messages are small, and one allocation holds all of their notes.
struct ScanNotes: ~Copyable {
    /// The containers in the order in which they begin.
    var tape: ScratchStack<TapeNode>
    /// The entries of closed maps, those of each map contiguous: in the order of the input, but sorted by their keys
    /// when there are more than ``smallMapPairs``.
    var entries: ScratchStack<MapEntry>
    /// The entries of the maps that are open.
    var open: ScratchStack<MapEntry>
    private let memory: UnsafeMutableRawPointer

    /// Maps up to this size keep their order, and are searched linearly.
    static let smallMapPairs = 16

    private static let firstNodes = 8
    private static let firstEntries = 16

    init() {
        let entryBytes = Self.firstEntries * MemoryLayout<MapEntry>.stride
        let nodeBytes = Self.firstNodes * MemoryLayout<TapeNode>.stride
        memory = .allocate(byteCount: entryBytes * 2 + nodeBytes, alignment: MemoryLayout<MapEntry>.alignment)
        entries = ScratchStack(
            base: memory.bindMemory(to: MapEntry.self, capacity: Self.firstEntries), capacity: Self.firstEntries)
        open = ScratchStack(
            base: (memory + entryBytes).bindMemory(to: MapEntry.self, capacity: Self.firstEntries),
            capacity: Self.firstEntries)
        tape = ScratchStack(
            base: (memory + entryBytes * 2).bindMemory(to: TapeNode.self, capacity: Self.firstNodes),
            capacity: Self.firstNodes)
    }

    deinit { memory.deallocate() }

    /// Moves the entries from an index on from the open maps to the closed ones.
    @inline(__always)
    mutating func close(from first: Int) {
        for index in first..<open.count { entries.append(open[index]) }
        open.removeAll(from: first)
    }
}
