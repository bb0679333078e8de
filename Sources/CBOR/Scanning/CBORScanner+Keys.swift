extension CBORScanner {
    /// What is known of the keys of an open map.
    struct KeyOrder {
        /// The index of its first key among all noted keys.
        let first: Int
        var previous: KeyReference?
        /// Whether each key so far is greater than the one before it, so that no two can be equal.
        var isAscending = true

        init(first: Int) {
            self.first = first
        }
    }

    /// Maps up to this size are searched for duplicates pair by pair.
    private static let smallMapPairs = 16
    /// Maps out of order are searched each time their size reaches this number times a power of two, so that repeated
    /// keys cannot fill the memory before they are found.
    private static let earlySearchPairs = 64

    /// Notes a key that was just read, and throws when it repeats the one before it or is out of a required order.
    @inline(__always)
    mutating func note(keyAt start: Int, in order: inout KeyOrder) throws(CBORError) {
        let key = reference(from: start, to: offset)
        keys.append(key)
        if let previous = order.previous, previous.prefix >= key.prefix {
            try noteSlow(key, after: previous, in: &order)
        }
        order.previous = key
        if !order.isAscending {
            let count = keys.count - order.first
            if count >= Self.earlySearchPairs, count & (count - 1) == 0 { try refuseDuplicates(from: order.first) }
        }
    }

    @inline(never)
    private func noteSlow(
        _ key: KeyReference, after previous: KeyReference, in order: inout KeyOrder
    ) throws(CBORError) {
        let comparison = compare(previous, key)
        if comparison == 0 { throw CBORError(.duplicateKey, offset: Int(key.offset)) }
        if comparison < 0 { return }
        if requiresKeyOrder { throw CBORError(.keyOrder, offset: Int(key.offset)) }
        order.isAscending = false
    }

    /// Closes a map: looks for duplicates unless its order excludes them.
    @inline(__always)
    mutating func finish(_ order: KeyOrder) throws(CBORError) {
        if !order.isAscending { try refuseDuplicates(from: order.first) }
        keys.removeAll(from: order.first)
    }

    @inline(never)
    private mutating func refuseDuplicates(from first: Int) throws(CBORError) {
        var noted = UnsafeMutableBufferPointer(start: keys.base + first, count: keys.count - first)
        if noted.count <= Self.smallMapPairs {
            for later in noted.indices.dropFirst() {
                for earlier in 0..<later where noted[earlier].prefix == noted[later].prefix {
                    guard compare(noted[earlier], noted[later]) != 0 else {
                        throw CBORError(.duplicateKey, offset: Int(noted[later].offset))
                    }
                }
            }
            return
        }
        // Their order among the noted keys does not matter to anybody else.
        noted.sort { left, right in
            if left.prefix != right.prefix { return left.prefix < right.prefix }
            let comparison = compare(left, right)
            return comparison != 0 ? comparison < 0 : left.offset < right.offset
        }
        for index in noted.indices.dropFirst() {
            guard compare(noted[index - 1], noted[index]) != 0 else {
                throw CBORError(.duplicateKey, offset: Int(noted[index].offset))
            }
        }
    }

    @inline(__always)
    private func reference(from start: Int, to end: Int) -> KeyReference {
        let count = end - start
        let prefix =
            base[start] & 0x1F < 24 ? bigEndianPrefix(at: start, count: count) : longPrefix(at: start, count: count)
        return KeyReference(
            prefix: prefix, offset: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: count))
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
