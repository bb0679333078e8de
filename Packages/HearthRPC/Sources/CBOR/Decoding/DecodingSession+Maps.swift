internal import Basics

/// The entries of a map in a session's scan notes.
struct MapEntries: BitwiseCopyable {
    /// The map's node on the tape; nil for an empty map, which has none.
    fileprivate let node: UInt32?
    /// The number of entries.
    let count: Int
}

extension DecodingSession {
    /// The entries of the map at a position, for a value of `type`.
    @inline(__always)
    func entries(at position: ItemPosition, for type: Any.Type) throws -> MapEntries {
        let count = try items(at: position, of: 5, for: type).count
        return MapEntries(node: count > 0 ? position.tape : nil, count: count)
    }

    /// Calls `body` with the entries; empty when the session has ended.
    func withEntries<R>(of map: MapEntries, _ body: (UnsafeBufferPointer<MapEntry>) throws -> R) rethrows -> R {
        guard count > 0, let node = map.node else { return try body(UnsafeBufferPointer(start: nil, count: 0)) }
        let first = Int(notes.tape[Int(node)].entries)
        return try body(UnsafeBufferPointer(start: notes.entries.base + first, count: map.count))
    }

    /// Finds the value of an entry whose key begins with a prefix and passes the test.
    @inline(__always)
    func find(_ prefix: UInt64, in map: MapEntries, isLong: Bool, _ isEqual: (MapEntry) -> Bool) -> ItemPosition? {
        // Nothing is found after the session's end: the bytes to compare are gone.
        guard count > 0, let node = map.node else { return nil }
        let first = Int(notes.tape[Int(node)].entries)
        let entries = notes.entries.base + first
        var index = nextEntry - first
        if index < 0 { index = 0 }
        // Of a large map only the expected entry and a few after it are compared, as for dictionaries, which read all
        // entries.
        for _ in 0..<min(map.count, ScanNotes.smallMapPairs) {
            if index >= map.count { index = 0 }
            if entries[index].prefix == prefix, !isLong || isEqual(entries[index]) {
                nextEntry = first + index + 1
                return entries[index].value
            }
            index += 1
        }
        if map.count <= ScanNotes.smallMapPairs { return nil }
        return search(prefix, among: UnsafeBufferPointer(start: entries, count: map.count), isLong: isLong, isEqual)
    }

    /// Finds an entry of a large map, whose entries are in the order of their keys.
    @inline(never)
    private func search(
        _ prefix: UInt64, among entries: UnsafeBufferPointer<MapEntry>, isLong: Bool, _ isEqual: (MapEntry) -> Bool
    ) -> ItemPosition? {
        var low = entries.partitioningIndex { $0.prefix >= prefix }
        while low < entries.count, entries[low].prefix == prefix {
            if !isLong || isEqual(entries[low]) { return entries[low].value }
            low += 1
        }
        return nil
    }
}

extension MapEntry {
    /// Whether the key is text.
    var isText: Bool { prefix >> 61 == 3 }
    /// Whether the key is an integer.
    var isInteger: Bool { prefix >> 61 < 2 }
}
