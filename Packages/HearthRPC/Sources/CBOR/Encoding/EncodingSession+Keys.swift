extension EncodingSession {
    /// Begins a map entry with a text key.
    @inline(__always)
    func textKey(_ key: String) {
        entries.append(EncodingEntry(start: output.count))
        output.text(key)
    }

    /// Begins a map entry with an integer key.
    @inline(__always)
    func integerKey(_ key: Int) {
        entries.append(EncodingEntry(start: output.count))
        output.integer(key)
    }

    /// Sorts the entries of the map at the top by their encoded keys.
    func sortEntries(from first: Int) throws {
        guard entries.count - first > 1 else { return }
        let own = UnsafeMutableBufferPointer(start: entries.base + first, count: entries.count - first)
        if Self.prepare(own, output.bytes) { return }
        let start = own[0].start
        if let duplicate = Self.sort(own, output.bytes) {
            let key = codingKey(at: duplicate.start)
            throw EncodingError.invalidValue(key.stringValue, context("The key \(key.stringValue) was encoded twice."))
        }
        let size = output.count - start
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { sorted in
            guard var target = sorted.baseAddress else { return }
            for entry in own {
                target.update(from: output.base + entry.start, count: entry.end - entry.start)
                target += entry.end - entry.start
            }
            output.replace(start..<start + size, with: UnsafeBufferPointer(sorted))
        }
    }

    /// Records the end of each entry and the prefix of its key; returns whether the keys are already sorted and unique.
    private static func prepare(
        _ entries: UnsafeMutableBufferPointer<EncodingEntry>, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        var isAscending = true
        var previous: UInt64 = 0
        for index in entries.indices {
            entries[index].end = index + 1 < entries.count ? entries[index + 1].start : bytes.count
            let prefix = keyPrefix(bytes, entries[index].start)
            entries[index].prefix = prefix
            if prefix <= previous, index > 0 {
                let isGreater = prefix == previous && compareLong(entries[index - 1], entries[index], bytes) < 0
                isAscending = isAscending && isGreater
            }
            previous = prefix
        }
        return isAscending
    }

    /// Maps up to this size are sorted by insertion.
    private static let smallMapPairs = 32

    /// Sorts entries by their keys; returns a duplicate one.
    private static func sort(
        _ entries: UnsafeMutableBufferPointer<EncodingEntry>, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> EncodingEntry? {
        guard entries.count <= smallMapPairs else { return sortMany(entries, bytes) }
        for index in 1..<entries.count {
            let entry = entries[index]
            var position = index
            while position > 0 {
                let other = entries[position - 1]
                if other.prefix < entry.prefix { break }
                if other.prefix == entry.prefix {
                    let comparison = compareLong(other, entry, bytes)
                    if comparison == 0 { return entry }
                    if comparison < 0 { break }
                }
                entries[position] = other
                position -= 1
            }
            entries[position] = entry
        }
        return nil
    }

    @inline(never)
    private static func sortMany(
        _ entries: UnsafeMutableBufferPointer<EncodingEntry>, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> EncodingEntry? {
        var entries = entries
        entries.sort { left, right in
            left.prefix != right.prefix ? left.prefix < right.prefix : compareLong(left, right, bytes) < 0
        }
        for index in 1..<entries.count where entries[index].prefix == entries[index - 1].prefix {
            if compareLong(entries[index - 1], entries[index], bytes) == 0 { return entries[index] }
        }
        return nil
    }

    /// Compares keys with equal prefixes: negative, zero or positive.
    @inline(never)
    private static func compareLong(
        _ left: EncodingEntry, _ right: EncodingEntry, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Int {
        // Equal prefixes hold equal heads, and so equal lengths, of all keys but those longer than 8 bytes.
        let (first, second) = (keyLength(bytes, left.start), keyLength(bytes, right.start))
        for index in 0..<min(first, second) where bytes[left.start + index] != bytes[right.start + index] {
            return Int(bytes[left.start + index]) - Int(bytes[right.start + index])
        }
        return first - second
    }

    /// The number of bytes of an encoded integer or text.
    @inline(__always)
    private static func keyLength(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        let first = bytes[start]
        if first & 0x1F < 24 { return first >> 5 == 3 ? 1 + Int(first & 0x1F) : 1 }
        return longKeyLength(bytes, start)
    }

    @inline(never)
    private static func longKeyLength(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        let width = 1 << Int(bytes[start] & 0x1F - 24)
        guard bytes[start] >> 5 == 3 else { return 1 + width }
        var count = 0
        for index in 1...width { count = count << 8 | Int(bytes[start + index]) }
        return 1 + width + count
    }

    /// The first eight bytes of an encoded key, zero-padded.
    @inline(__always)
    private static func keyPrefix(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt64 {
        let length = min(keyLength(bytes, start), 8)
        if bytes.count - start >= 8, let base = bytes.baseAddress {
            let word = UInt64(bigEndian: UnsafeRawPointer(base + start).loadUnaligned(as: UInt64.self))
            return length == 8 ? word : word & ~(UInt64.max >> UInt64(length * 8))
        }
        var word: UInt64 = 0
        for index in 0..<length { word |= UInt64(bytes[start + index]) << UInt64(56 - index * 8) }
        return word
    }
}
