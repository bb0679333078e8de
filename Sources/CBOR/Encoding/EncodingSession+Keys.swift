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

    /// Puts the entries of the map at the top in the order of their encoded keys.
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

    /// Notes where each entry ends and how its key begins. Whether the keys are already in order, each once.
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
                isAscending = isAscending && precedes(entries[index - 1], entries[index], bytes)
            }
            previous = prefix
        }
        return isAscending
    }

    /// Sorts entries by their keys; returns one whose key occurs twice.
    private static func sort(
        _ entries: UnsafeMutableBufferPointer<EncodingEntry>, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> EncodingEntry? {
        if entries.count <= 32 {
            for index in 1..<entries.count {
                let entry = entries[index]
                var position = index
                while position > 0, precedes(entry, entries[position - 1], bytes) {
                    entries[position] = entries[position - 1]
                    position -= 1
                }
                entries[position] = entry
            }
        } else {
            var entries = entries
            entries.sort { precedes($0, $1, bytes) }
        }
        for index in 1..<entries.count where entries[index].prefix == entries[index - 1].prefix {
            if !precedes(entries[index - 1], entries[index], bytes) { return entries[index] }
        }
        return nil
    }

    @inline(__always)
    private static func precedes(
        _ left: EncodingEntry, _ right: EncodingEntry, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        if left.prefix != right.prefix { return left.prefix < right.prefix }
        let length = keyLength(bytes, left.start)
        // Equal prefixes hold equal heads, and so equal lengths, of all keys but those longer than 8 bytes.
        guard length > 8 else { return false }
        let first = bytes[left.start..<left.start + length]
        return first.lexicographicallyPrecedes(bytes[right.start..<right.start + keyLength(bytes, right.start)])
    }

    /// The number of bytes of an encoded integer or text.
    @inline(__always)
    private static func keyLength(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        let first = bytes[start]
        let isText = first >> 5 == 3
        if first & 0x1F < 24 { return isText ? 1 + Int(first & 0x1F) : 1 }
        let width = 1 << Int(first & 0x1F - 24)
        guard isText else { return 1 + width }
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
