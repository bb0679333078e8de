extension CBORScanner {
    /// The state of the keys of an open map.
    struct KeyOrder {
        /// The index of its first key among all noted keys.
        let first: Int
        /// Whether each key so far is greater than the one before it, so that no two can be equal.
        var isAscending = true

        init(first: Int) {
            self.first = first
        }
    }

    /// Unsorted maps are checked for duplicates each time their size reaches this number times a power of two, so that
    /// repeated keys cannot fill the memory before they are found.
    private static let earlySearchPairs = 64

    /// Records a key, and throws when it repeats the one before it or violates a required order.
    @inline(__always)
    mutating func note(_ key: ItemPosition, in order: inout KeyOrder) throws(CBORError) {
        let entry = MapEntry(prefix: prefix(of: key), key: key, value: position)
        let last = notes.open.count - 1
        notes.open.append(entry)
        if last >= order.first, notes.open[last].prefix >= entry.prefix {
            try noteSlow(entry, after: notes.open[last], in: &order)
        }
        if !order.isAscending {
            let count = notes.open.count - order.first
            if count >= Self.earlySearchPairs, count & (count - 1) == 0 { try refuseDuplicates(from: order.first) }
        }
    }

    @inline(never)
    private func noteSlow(
        _ entry: MapEntry, after previous: MapEntry, in order: inout KeyOrder
    ) throws(CBORError) {
        let comparison = compare(previous, entry)
        if comparison == 0 { throw CBORError(.duplicateKey, offset: Int(entry.key.offset)) }
        if comparison < 0 { return }
        if requiresKeyOrder { throw CBORError(.keyOrder, offset: Int(entry.key.offset)) }
        order.isAscending = false
    }

    /// Closes a map: checks for duplicates unless its order excludes them, and keeps its entries.
    @inline(__always)
    mutating func closeMap(_ node: Int, _ order: KeyOrder, count: UInt32) throws(CBORError) {
        if !order.isAscending { try refuseDuplicates(from: order.first) }
        let entries = UInt32(truncatingIfNeeded: notes.entries.count)
        notes.close(from: order.first)
        closeNode(node, count: count, entries: entries)
    }

    @inline(never)
    private mutating func refuseDuplicates(from first: Int) throws(CBORError) {
        var noted = UnsafeMutableBufferPointer(start: notes.open.base + first, count: notes.open.count - first)
        if noted.count <= ScanNotes.smallMapPairs {
            for later in noted.indices.dropFirst() {
                for earlier in 0..<later where noted[earlier].prefix == noted[later].prefix {
                    guard compare(noted[earlier], noted[later]) != 0 else {
                        throw CBORError(.duplicateKey, offset: Int(noted[later].key.offset))
                    }
                }
            }
            return
        }
        // They stay sorted, for binary searches.
        noted.sort { left, right in
            if left.prefix != right.prefix { return left.prefix < right.prefix }
            let comparison = compare(left, right)
            return comparison != 0 ? comparison < 0 : left.key.offset < right.key.offset
        }
        for index in noted.indices.dropFirst() {
            guard compare(noted[index - 1], noted[index]) != 0 else {
                throw CBORError(.duplicateKey, offset: Int(noted[index].key.offset))
            }
        }
    }

    /// The prefix of the key that was just read.
    @inline(__always)
    private func prefix(of key: ItemPosition) -> UInt64 {
        let start = Int(key.offset)
        return base[start] & 0x1F < 24
            ? bigEndianPrefix(at: start, count: offset - start) : longPrefix(at: start, count: offset - start)
    }

    /// The first bytes at an offset, at most eight of `count`, as the high bytes of a number.
    @inline(__always)
    private func bigEndianPrefix(at start: Int, count: Int) -> UInt64 {
        if end - start >= 8 {
            let word = UInt64(bigEndian: UnsafeRawPointer(base + start).loadUnaligned(as: UInt64.self))
            return count >= 8 ? word : word & ~(UInt64.max >> UInt64(count * 8))
        }
        var word: UInt64 = 0
        for index in 0..<min(count, 8) { word |= UInt64(base[start + index]) << UInt64(56 - index * 8) }
        return word
    }
}
